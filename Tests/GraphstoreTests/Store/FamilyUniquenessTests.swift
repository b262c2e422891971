import GraphModel
import GraphValues
import ObjectGraph
import Testing

@testable import SQLiteStore

@Suite("Uniqueness in hierarchies")
struct FamilyUniquenessTests {
  private static let model = """
    { "model": "Zoo", "entities": [
      { "name": "Owner", "attributes": [
          { "name": "count", "type": "int64", "derived": "animals.@count" },
          { "name": "weight", "type": "int64", "derived": "animals.@sum.weight" } ],
        "relationships": [ { "name": "animals", "to": "Animal", "many": true, "inverse": "owner" } ] },
      { "name": "Animal", "attributes": [
          { "name": "code", "type": "string" }, { "name": "weight", "type": "int64" } ],
        "relationships": [ { "name": "owner", "to": "Owner", "optional": true, "inverse": "animals" } ],
        "unique": [["code"], ["weight"]] },
      { "name": "Dog", "parent": "Animal", "attributes": [ { "name": "tag", "type": "string" } ],
        "unique": [["tag"]] },
      { "name": "Cat", "parent": "Animal", "attributes": [ { "name": "tag", "type": "string", "optional": true } ] } ] }
    """

  private func filled() throws -> BareStore {
    let store = try BareStore(Self.model)
    try store.insert("Owner", [(1, [:]), (2, [:])])
    try store.insert(
      "Dog",
      [
        (1, ["code": "a", "weight": 10, "tag": "x", "owner": 1]),
        (2, ["code": "b", "weight": 20, "tag": "y", "owner": 2]),
      ])
    try store.insert("Cat", [(3, ["code": "c", "weight": 30, "tag": "x", "owner": 1])])
    return store
  }

  private func conflict(_ changes: ChangeSet, _ store: BareStore) -> SaveConflict? {
    do {
      _ = try store.store.save(changes)
      return nil
    } catch {
      return error as? SaveConflict
    }
  }

  @Test("a parent's constraint holds among all that inherit from it")
  func parents() throws {
    let store = try filled()
    var changes = ChangeSet()
    changes.insertions = [try store.insertion("Dog", [(9, ["code": "c", "weight": 90, "tag": "z"])])]
    guard case .uniqueness(let entity, let properties, let key, let other)? = conflict(changes, store) else {
      Issue.record("the values were taken twice")
      return
    }
    #expect(entity == "Dog" && properties == ["code"] && key == 9 && other == 3)
  }

  @Test("an entity's own constraint holds for it, and not for its siblings")
  func siblings() throws {
    let store = try filled()
    var changes = ChangeSet()
    changes.insertions = [try store.insertion("Cat", [(8, ["code": "h", "weight": 80, "tag": "y"])])]
    #expect(conflict(changes, store) == nil)
    changes.insertions = [try store.insertion("Dog", [(9, ["code": "i", "weight": 90, "tag": "y"])])]
    guard case .uniqueness(_, let properties, let key, let other)? = conflict(changes, store) else {
      Issue.record("the values were taken twice")
      return
    }
    #expect(properties == ["tag"] && key == 9 && other == 2)
  }

  @Test("rows of two entities exchange values, and what triggers keep stays right")
  func exchange() throws {
    let store = try filled()
    var changes = ChangeSet()
    changes.updates = [
      try store.update(
        "Dog", ["code", "weight", "tag"],
        [
          (1, ["code": "c", "weight": 30, "tag": "y", "owner": 1]),
          (2, ["code": "a", "weight": 10, "tag": "x", "owner": 2]),
        ]),
      try store.update("Cat", ["code", "weight"], [(3, ["code": "b", "weight": 20, "owner": 1])]),
    ]
    _ = try store.store.save(changes)
    #expect(
      try store.raw.texts("SELECT code || weight || ifnull(tag, '-') || owner || _version FROM Animal")
        == ["c30y12", "a10x22", "b20x12"])
    #expect(try store.raw.texts("SELECT count || ' ' || weight FROM Owner") == ["2 50", "1 10"])
  }

  @Test("what collides in the end is refused with both rows, and nothing is written")
  func collision() throws {
    let store = try filled()
    var changes = ChangeSet()
    changes.updates = [
      try store.update(
        "Dog", ["code"], [(1, ["code": "c", "weight": 10]), (2, ["code": "a", "weight": 20])]),
      try store.update("Cat", ["code"], [(3, ["code": "a", "weight": 30])]),
    ]
    guard case .uniqueness(_, let properties, let key?, let other?)? = conflict(changes, store) else {
      Issue.record("the values were taken twice")
      return
    }
    #expect(properties == ["code"] && Set([key, other]) == [2, 3])
    #expect(try store.raw.texts("SELECT code FROM Animal ORDER BY _id") == ["a", "b", "c"])
    #expect(try store.raw.texts("SELECT count || ' ' || weight FROM Owner") == ["2 40", "1 20"])
  }
}
