import Foundation
import Graphstore
import GraphstoreTestSupport
import Testing

@Suite("Uniqueness conflicts are resolved by the merge policy")
struct UniquenessPolicyTests {
  let container: PersistentContainer
  let context: ObjectContext

  init() throws {
    container = try PersistentContainer(
      model: EntityModel(
        json: """
          { "model": "Directory", "entities": [
            { "name": "Person", "attributes": [
                { "name": "code", "type": "int64" },
                { "name": "name", "type": "string", "optional": true },
                { "name": "note", "type": "string", "optional": true },
                { "name": "rank", "type": "int64", "default": 5 } ],
              "relationships": [
                { "name": "letters", "to": "Letter", "many": true, "optional": true, "inverse": "person" },
                { "name": "groups", "to": "Group", "many": true, "optional": true, "inverse": "people" } ],
              "unique": [["code"]] },
            { "name": "Letter", "attributes": [ { "name": "text", "type": "string" } ],
              "relationships": [ { "name": "person", "to": "Person", "inverse": "letters" } ] },
            { "name": "Group", "attributes": [ { "name": "name", "type": "string" } ],
              "relationships": [
                { "name": "people", "to": "Person", "many": true, "optional": true, "inverse": "groups" } ],
              "unique": [["name"]] } ] }
          """), location: .inMemory)
    context = container.newContext()
    try container.write { context, _ in
      try context.insert("Person", ["code": 1, "name": "A", "note": "x", "rank": 9])
      try context.insert("Person", ["code": 2, "name": "C"])
    }
  }

  private func stored() throws -> [String] {
    try container.newContext().all("Person").map { person in
      let values = try ["code", "name", "note", "rank"].map { try person.value(forKey: $0) }
      return values.map { value in
        switch value {
        case .int(let number): "\(number)"
        case .string(let text): text
        default: "nil"
        }
      }.joined(separator: " ")
    }
  }

  private func existing() throws -> ObjectID { try container.newContext().all("Person")[0].id }

  // U01
  @Test func theErrorPolicyNamesAllAndPoisonsNothing() throws {
    let new = try context.insert("Person", ["code": 1, "name": "B"])
    let more = try context.insert("Person", ["code": 2])
    let error = expect(.uniqueness) { try context.save() }
    #expect(error?.conflicts.map(\.kind) == [.uniqueness, .uniqueness])
    #expect(error?.conflicts.map(\.objectID) == [new.id, more.id])
    let existing = try existing()
    #expect(error?.conflicts.first?.otherObjectID == existing)
    #expect(error?.conflicts.first?.constraint == ["code"])
    #expect(error?.conflicts.first?["name"]?.theirs == .string("A"))
    context.delete(new)
    try more.setValue(3, forKey: "code")
    try context.save()
    #expect(try stored().count == 3)
  }

  // U02
  @Test func theObjectWinsAsThatRow() throws {
    context.mergePolicy = .objectWins
    let id = try existing()
    let new = try context.insert("Person", ["code": 1, "name": "B"])
    try context.save()
    #expect(try stored() == ["1 B x 9", "2 C nil 5"])
    #expect(new.id == id && !new.isDeleted && !context.hasChanges && new.name == "B")
    #expect(try new.value(forKey: "note", as: String.self) == "x")
    #expect(context.registeredObject(for: id) === new)
    try new.setValue("D", forKey: "name")
    try context.save()
    #expect(try stored() == ["1 D x 9", "2 C nil 5"])
  }

  @Test func theStoreWins() throws {
    context.mergePolicy = .storeWins
    let new = try context.insert("Person", ["code": 1, "name": "B"])
    try context.save()
    #expect(try stored() == ["1 A x 9", "2 C nil 5"] && new.name == "A" && !new.isDeleted)
  }

  @Test func overwritingTakesAllValues() throws {
    context.mergePolicy = .overwrite
    try context.insert("Person", ["code": 1, "name": "B"])
    try context.save()
    #expect(try stored() == ["1 B nil 5", "2 C nil 5"])
  }

  @Test func rollingBackGivesUpTheNewObject() throws {
    context.mergePolicy = .rollback
    let new = try context.insert("Person", ["code": 1, "name": "B"])
    try context.insert("Person", ["code": 3])
    try context.save()
    #expect(try stored() == ["1 A x 9", "2 C nil 5", "3 nil nil 5"] && new.isDeleted)
  }

  @Test func whatLeadsToTheNewObjectLeadsToTheStoredOne() throws {
    context.mergePolicy = .objectWins
    let new = try context.insert("Person", ["code": 1])
    let letter = try context.insert("Letter", ["text": "hello"])
    try letter.setRelatedObject(new, forKey: "person")
    let group = try context.insert("Group", ["name": "g"])
    try group.add(new, toRelationship: "people")
    try context.save()
    let id = try existing()
    #expect(
      try letter.relatedObject(forKey: "person")?.id == id && group.relatedObjects(forKey: "people") == [new])
    try container.reading { context in
      let person = try context.object(with: id)
      #expect(try person.labels("letters") == ["hello"] && person.labels("groups") == ["g"])
    }
    #expect(try new.labels("letters") == ["hello"])
  }

  @Test func anObjectThatIsInUseStaysAndTheNewOneYields() throws {
    context.mergePolicy = .objectWins
    let old = try context.all("Person")[0]
    let new = try context.insert("Person", ["code": 1, "name": "B"])
    let letter = try context.insert("Letter", ["text": "hello"])
    try letter.setRelatedObject(new, forKey: "person")
    try context.save()
    #expect(new.isDeleted && old.name == "B" && !context.hasChanges)
    #expect(try letter.relatedObject(forKey: "person") === old && stored()[0] == "1 B x 9")
  }

  @Test func twoStoredObjectsAreNeverMadeOne() throws {
    let second = try context.all("Person")[1]
    for policy in [MergePolicy.objectWins, .overwrite] {
      context.mergePolicy = policy
      try second.setValue(1, forKey: "code")
      expect(.uniqueness) { try context.save() }
      #expect(second.changedValues == ["code": .int(1)])
    }
    context.mergePolicy = .storeWins
    try second.setValue("changed", forKey: "name")
    try context.save()
    #expect(try stored() == ["1 A x 9", "2 changed nil 5"])
    context.mergePolicy = .rollback
    try second.setValue(1, forKey: "code")
    try second.setValue("again", forKey: "name")
    try context.save()
    #expect(try stored() == ["1 A x 9", "2 changed nil 5"] && !context.hasChanges)
  }

  @Test func twoNewObjectsAreNotMadeOneEither() throws {
    context.mergePolicy = .objectWins
    let first = try context.insert("Person", ["code": 1, "name": "B"])
    let second = try context.insert("Person", ["code": 1, "name": "D"])
    let id = first.id
    let error = expect(.uniqueness) { try context.save() }
    #expect(error?.conflicts.contains { $0.kind == .uniquenessInContext } == true)
    #expect(
      first.isInserted && second.isInserted && first.id == id && context.insertedObjects == [first, second])
    #expect(context.registeredObject(for: id) === first)
    context.delete(second)
    try context.save()
    #expect(try stored()[0] == "1 B x 9")
  }

  @Test func aFunctionDecides() throws {
    context.mergePolicy = .custom { conflict in
      #expect(conflict.kind == .uniqueness && conflict["name"]?.mine == .string("B"))
      return .properties(["note": .value(.string("merged")), "rank": .mine])
    }
    try context.insert("Person", ["code": 1, "name": "B"])
    try context.save()
    #expect(try stored()[0] == "1 A merged 5")
  }

  @Test func manyAreResolvedAtOnce() throws {
    try container.write { context, _ in
      for code in 3..<400 { try context.insert("Person", ["code": code, "name": "stored"]) }
    }
    context.mergePolicy = .objectWins
    for code in 3..<400 { try context.insert("Person", ["code": code, "note": "new"]) }
    try context.save()
    #expect(try stored().dropFirst(2).allSatisfy { $0.hasSuffix("stored new 5") } && stored().count == 399)
  }
}
