import Foundation
import Graphstore
import GraphstoreTestSupport
import Testing

@Suite("Entities that inherit")
struct InheritanceTests {
  private let container: PersistentContainer
  private let context: ObjectContext

  init() throws {
    container = try PersistentContainer(model: try Models.people(), location: .inMemory)
    context = container.newContext()
  }

  private func fill() throws {
    try context.insert("Person", ["name": "Anna", "code": 1, "age": 30])
    try context.insert("Manager", ["name": "Mia", "code": 2, "bonus": 7])
    try context.insert("Company", ["name": "Firm", "code": 3])
  }

  private func names(_ entity: String, includesSubentities: Bool = true, in context: ObjectContext) throws
    -> [String?]
  {
    var request = FetchRequest<ManagedObject>(entityName: entity)
    request.includesSubentities = includesSubentities
    #expect(try context.count(request) == context.fetch(request).count)
    return try context.fetch(request).map(\.name)
  }

  @Test(
    "fetching a parent gives the whole family, or just the entity, saved or not", arguments: [false, true])
  func fetchingAParent(saved: Bool) throws {
    try fill()
    if saved { try context.save() }
    let reader = saved ? container.newContext() : context
    #expect(try names("Party", in: reader) == ["Anna", "Mia", "Firm"])
    #expect(try names("Person", in: reader) == ["Anna", "Mia"])
    #expect(try names("Person", includesSubentities: false, in: reader) == ["Anna"])
    #expect(try names("Party", includesSubentities: false, in: reader) == [])
    #expect(try names("Manager", in: reader) == ["Mia"])
    #expect(try reader.all("Party").map(\.entityName) == ["Person", "Manager", "Company"])
  }

  @Test("an abstract entity has no objects")
  func abstractEntitiesHaveNone() throws {
    expect(.abstractEntity) { _ = try context.insert(entity: "Party") }
  }

  @Test("children have their parents' properties and not their siblings'")
  func childrenInherit() throws {
    try fill()
    try context.save()
    let held = container.newContext()
    defer { withExtendedLifetime(held) {} }
    let manager = try held.named("Mia", "Party")
    #expect(try manager.value(forKey: "bonus", as: Int.self) == 7)
    #expect(try manager.value(forKey: "age") == .null)
    let firm = try context.named("Firm", "Company")
    expect(.unknownProperty) { _ = try firm.value(forKey: "age") }
    expect(.unknownProperty) { try firm.setValue(1, forKey: "bonus") }
  }

  @Test("a relationship to a parent leads to any of the family, and gives each as what it is")
  func relationshipsToAParent() throws {
    try fill()
    let house = try context.make("House", "house")
    for party in try context.all("Party") { try party.setRelatedObject(house, forKey: "house") }
    try context.save()
    let held = container.newContext()
    defer { withExtendedLifetime(held) {} }
    let found = try held.named("house", "House")
    #expect(
      try found.relatedObjects(forKey: "dwellers").map(\.entityName) == ["Person", "Manager", "Company"])
  }

  @Test("a relationship to a child refuses the parent's other children")
  func relationshipsToAChild() throws {
    try fill()
    let firm = try context.named("Firm", "Company")
    let person = try context.named("Anna", "Person")
    expect(.wrongEntity) { try person.setRelatedObject(person, forKey: "employer") }
    expect(.wrongEntity) { try firm.add(firm, toRelationship: "staff") }
    try firm.setRelatedObjects([try context.named("Mia", "Manager"), person], forKey: "staff")
    try context.save()
    #expect(try container.reading { try $0.named("Firm", "Party").names("staff") } == ["Mia", "Anna"])
  }

  @Test("what a child requires is required of it alone")
  func childrenRequire() throws {
    try fill()
    let incomplete = try context.insert("Manager", ["name": "New"])
    let error = expect(.validation) { try context.save() }
    #expect(error?.failures.map(\.property) == ["bonus"])
    try incomplete.setValue(8, forKey: "bonus")
    try context.save()
  }

  @Test("a parent's uniqueness holds across the family, a child's among its own")
  func uniquenessInAFamily() throws {
    try fill()
    try context.save()
    let rival = try context.insert("Company", ["code": 1])
    let error = expect(.uniqueness) { try context.save() }
    #expect(error?.objectID == rival.id)
    #expect(error?.otherObjectID == (try context.named("Anna", "Person").id))
    try rival.setValue(nil, forKey: "code")
    try context.save()
    let manager = try context.insert("Manager", ["bonus": 7])
    expect(.uniqueness) { try context.save() }
    try manager.setValue(9, forKey: "bonus")
    try context.save()
  }

  @Test("an object found through its parent is the one found through its entity")
  func oneObjectWhateverTheWay() throws {
    try fill()
    try context.save()
    let reader = container.newContext()
    let asParty = try reader.named("Mia", "Party")
    #expect(try reader.named("Mia", "Manager") === asParty)
    #expect(try reader.object(with: asParty.id) === asParty)
    #expect(asParty.id.entityName == "Manager")
  }

  @Test("a cascade takes children of any kind")
  func cascadesTakeTheFamily() throws {
    try fill()
    let firm = try context.named("Firm", "Company")
    try firm.setRelatedObjects(try context.all("Person"), forKey: "staff")
    try context.save()
    context.reset()
    context.delete(try context.named("Firm", "Company"))
    #expect(try names("Party", in: context) == [])
    try context.save()
    #expect(try container.newContext().all("Party").isEmpty)
  }
}
