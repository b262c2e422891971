import Graphstore
import GraphstoreTestSupport
import Testing

@Suite("Uniqueness constraints over relationships")
struct RelationshipUniquenessTests {
  private let container: PersistentContainer
  private let context: ObjectContext

  init() throws {
    let model = try EntityModel(
      json: """
        { "model": "Chats", "entities": [
          { "name": "Account", "attributes": [ { "name": "name", "type": "string", "optional": true } ],
            "relationships": [ { "name": "seats", "to": "Seat", "many": true, "inverse": "account", "onDelete": "cascade" } ] },
          { "name": "Seat", "attributes": [ { "name": "number", "type": "int64", "optional": true } ],
            "relationships": [ { "name": "account", "to": "Account", "optional": true, "inverse": "seats" } ],
            "unique": [["account", "number"]] } ] }
        """)
    container = try PersistentContainer(model: model, location: .inMemory)
    context = container.newContext()
  }

  private func seat(_ number: Int?, _ account: ManagedObject?) throws -> ManagedObject {
    let seat = try context.insert(entity: "Seat")
    try seat.setValue(number, forKey: "number")
    try seat.setRelatedObject(account, forKey: "account")
    return seat
  }

  @Test("a constraint over a to-one and an attribute is broken only where both are equal, and never by nil")
  func compositesCollideOnlyWhole() throws {
    let (anna, bert) = (try context.make("Account", "Anna"), try context.make("Account", "Bert"))
    _ = try (
      seat(1, anna), seat(2, anna), seat(1, bert), seat(nil, anna), seat(nil, anna), seat(1, nil),
      seat(1, nil)
    )
    try context.save()
    let rival = try seat(1, anna)
    let error = expect(.uniqueness) { try context.save() }
    #expect(error?.objectID == rival.id)
    #expect(error?.properties == ["account", "number"])
  }

  @Test("objects may exchange what they lead to in one save")
  func referencesAreExchanged() throws {
    let (anna, bert) = (try context.make("Account", "Anna"), try context.make("Account", "Bert"))
    let (one, two) = (try seat(1, anna), try seat(1, bert))
    try context.save()
    try one.setRelatedObject(bert, forKey: "account")
    try two.setRelatedObject(anna, forKey: "account")
    try context.save()
    let reader = container.newContext()
    #expect(try reader.object(with: one.id).nameOf("account") == "Bert")
    #expect(try reader.object(with: two.id).nameOf("account") == "Anna")
  }

  @Test("what a cascade deletes makes room for new objects in the same save", arguments: [false, true])
  func cascadesMakeRoom(reset: Bool) throws {
    let anna = try context.make("Account", "Anna")
    _ = try seat(1, anna)
    let bert = try context.make("Account", "Bert")
    try context.save()
    if reset { context.reset() }
    context.delete(try context.object(with: anna.id))
    let other = try seat(1, try context.object(with: bert.id))
    try context.save()
    #expect(try container.newContext().all("Seat").map(\.id) == [other.id])
  }

  @Test("records are found by the ID of what they lead to")
  func recordsAreFoundByWhatTheyLeadTo() throws {
    let (anna, bert) = (try context.make("Account", "Anna"), try context.make("Account", "Bert"))
    let (one, two) = (try seat(1, anna), try seat(1, bert))
    try context.save()
    let other = container.newContext()
    func record(_ account: ManagedObject, _ number: Int64) -> GraphRecord {
      GraphRecord(
        entityName: "Seat", values: ["account": .reference(account.id), "number": .int(number)])
    }
    let found = try other.importRecords([record(anna, 1), record(bert, 1), record(bert, 2), record(bert, 2)])
    #expect(found.map(\.id).prefix(2) == [one.id, two.id])
    #expect(found[2] === found[3] && found[2].isInserted)
    #expect(try found[2].nameOf("account") == "Bert")
    try other.save()
    #expect(try other.importRecords([record(bert, 2)]) == [found[2]])
    let none = GraphRecord(entityName: "Seat", values: ["account": .null, "number": .int(9)])
    #expect(try other.importRecords([none])[0].relatedObject(forKey: "account") == nil)
    let wrong = GraphRecord(entityName: "Seat", values: ["account": .string("Anna")])
    expect(.invalidValue) { try other.importRecords([wrong]) }
  }
}
