import Foundation
import Graphstore
import GraphstoreTestSupport
import Testing

@Suite("Uniqueness constraints are of the saved end state")
struct UniquenessTests {
  let container: PersistentContainer
  let context: ObjectContext

  init() throws {
    container = try PersistentContainer(model: GifSchema.model, location: .inMemory)
    context = container.newContext()
    for number in 1...4 { _ = GifModel(in: context, newsid: Int64(number), userid: Int64(number)) }
    try context.save()
  }

  private func gifs() throws -> [GifModel] { try context.fetch(FetchRequest<GifModel>()) }

  private func stored() throws -> [String] {
    try container.newContext().fetch(FetchRequest<GifModel>()).map { "\($0.newsid)/\($0.userid)" }
  }

  // U01
  @Test func aNewObjectThatRepeatsAStoredOneNamesBoth() throws {
    let new = GifModel(in: context, newsid: 3, userid: 0)
    let error = expect(.uniqueness) { try context.save() }
    #expect(error?.objectID == new.id)
    #expect(error?.otherObjectID == (try gifs()[2].id))
    #expect(error?.properties == ["newsid"] && error?.entity == "GifModel")
  }

  @Test func twoNewObjectsNameEachOther() throws {
    let first = GifModel(in: context, newsid: 9, userid: 0)
    let second = GifModel(in: context, newsid: 9, userid: 0)
    let error = expect(.uniqueness) { try context.save() }
    #expect(Set([error?.objectID, error?.otherObjectID]) == [first.id, second.id])
  }

  @Test func anUpdateThatRepeatsAStoredOneNamesBoth() throws {
    let all = try gifs()
    all[0].newsid = 4
    let error = expect(.uniqueness) { try context.save() }
    #expect(error?.objectID == all[0].id && error?.otherObjectID == all[3].id)
    #expect(try stored() == ["1/1", "2/2", "3/3", "4/4"])
    all[0].newsid = 5
    try context.save()
    #expect(try stored() == ["5/1", "2/2", "3/3", "4/4"])
  }

  @Test func anUpdateAndAnInsertionNameEachOther() throws {
    let all = try gifs()
    all[0].newsid = 9
    let new = GifModel(in: context, newsid: 9, userid: 0)
    let error = expect(.uniqueness) { try context.save() }
    #expect(Set([error?.objectID, error?.otherObjectID]) == [all[0].id, new.id])
  }

  @Test func twoObjectsExchangeTheirValues() throws {
    let all = try gifs()
    (all[0].newsid, all[1].newsid) = (2, 1)
    try context.save()
    #expect(try stored() == ["2/1", "1/2", "3/3", "4/4"])
    #expect(!context.hasChanges)
    all[0].text = "next"
    try context.save()
  }

  @Test func aCycleOfThreeIsSaved() throws {
    let all = try gifs()
    (all[0].newsid, all[1].newsid, all[2].newsid) = (2, 3, 1)
    all[3].text = "beside"
    try context.save()
    #expect(try stored() == ["2/1", "3/2", "1/3", "4/4"])
  }

  @Test func aChainIsSavedInAnyOrder() throws {
    for gif in try gifs() { gif.newsid += 1 }
    try context.save()
    #expect(try stored() == ["2/1", "3/2", "4/3", "5/4"])
    for gif in try gifs() { gif.newsid -= 1 }
    try context.save()
    #expect(try stored() == ["1/1", "2/2", "3/3", "4/4"])
  }

  @Test func aDeletedObjectsValueIsFree() throws {
    let all = try gifs()
    context.delete(all[0])
    _ = GifModel(in: context, newsid: 1, userid: 100)
    context.delete(all[1])
    all[2].newsid = 2
    try context.save()
    #expect(try stored() == ["2/3", "4/4", "1/100"])
  }

  @Test func anInsertionTakesAValueThatAnUpdateLeaves() throws {
    let all = try gifs()
    all[0].newsid = 2
    all[1].newsid = 50
    _ = GifModel(in: context, newsid: 1, userid: 100)
    try context.save()
    #expect(try stored() == ["2/1", "50/2", "3/3", "4/4", "1/100"])
  }

  @Test func anExchangeThatStillCollidesWritesNothing() throws {
    let all = try gifs()
    (all[0].newsid, all[1].newsid) = (2, 1)
    all[2].newsid = 4
    let error = expect(.uniqueness) { try context.save() }
    #expect(error?.objectID == all[2].id && error?.otherObjectID == all[3].id)
    #expect(try stored() == ["1/1", "2/2", "3/3", "4/4"])
    all[2].newsid = 3
    try context.save()
    #expect(try stored() == ["2/1", "1/2", "3/3", "4/4"])
  }

  @Test func manyExchangesAreSavedAtOnce() throws {
    let fresh = container.newContext()
    for number in 100..<2100 { _ = GifModel(in: fresh, newsid: Int64(number), userid: Int64(number)) }
    try fresh.save()
    var generator = SeededGenerator(for: "UniquenessTests")
    let all = try fresh.fetch(FetchRequest<GifModel>()).filter { $0.newsid >= 100 }
    let shuffled = all.map(\.newsid).shuffled(using: &generator)
    for (gif, number) in zip(all, shuffled) { gif.newsid = number }
    try fresh.save()
    let found = try container.newContext().fetch(FetchRequest<GifModel>()).dropFirst(4)
    #expect(found.map(\.newsid) == shuffled && found.map(\.userid) == Array(100..<2100))
  }

  // U13, U14
  @Test func nilsAreDistinctAndCompositesCollideOnlyWhole() throws {
    let model = try EntityModel(
      json: """
        { "model": "Composite", "entities": [ { "name": "Pair", "attributes": [
          { "name": "a", "type": "int64", "optional": true }, { "name": "b", "type": "string", "optional": true },
          { "name": "c", "type": "data", "optional": true }, { "name": "d", "type": "double", "optional": true } ],
          "unique": [["a", "b"], ["c"], ["d"]] } ] }
        """)
    let context = try PersistentContainer(model: model, location: .inMemory).newContext()
    for _ in 0..<2 {
      try context.insert("Pair", [:])
      try context.insert("Pair", ["a": 1])
      try context.insert("Pair", ["b": "x"])
    }
    try context.insert("Pair", ["a": 1, "b": "x"])
    try context.insert("Pair", ["a": 1, "b": "y"])
    try context.insert("Pair", ["a": 2, "b": "x"])
    // U09: bytes decide, not canonical equivalence.
    try context.insert("Pair", ["a": 3, "b": "\u{e9}"])
    try context.insert("Pair", ["a": 3, "b": "e\u{301}"])
    try context.save()
    for (values, names) in [
      (["a": 1, "b": "x"] as [String: any AttributeConvertible], ["a", "b"]), (["c": Data()], ["c"]),
      (["d": 0.0], ["d"]),
    ] {
      let first = names == ["a", "b"] ? nil : try context.insert("Pair", values)
      if first != nil { try context.save() }
      let second = try context.insert("Pair", names == ["d"] ? ["d": -0.0] : values)
      let error = expect(.uniqueness) { try context.save() }
      #expect(error?.properties == names && error?.objectID == second.id && error?.otherObjectID != nil)
      if let first { #expect(error?.otherObjectID == first.id) }
      context.delete(second)
      try context.save()
    }
  }
}
