import Foundation
@_spi(Generated) import Graphstore
import GraphstoreTestSupport
import Testing

@Suite("Objects, contexts and containers may outlive each other")
struct LifetimeTests {
  @Test func objectsOutliveTheirContext() throws {
    let container = try PersistentContainer(model: Models.employees(), location: .inMemory)
    var context: ObjectContext? = container.newContext()
    let saved = try #require(context).employee("saved", 1)
    try context?.save()
    let changed = try #require(context).employee("changed", 2)
    try context?.save()
    try changed.setValue(3, forKey: "salary")
    let new = try #require(context).employee("new", 4)
    let deleted = try #require(context).employee("deleted", 5)
    try context?.save()
    context.map { $0.delete(deleted) }
    let other = container.newContext()
    context = other
    #expect([saved, changed, new, deleted].allSatisfy { $0.context == nil })
    #expect([saved, changed, new, deleted].map(\.salary) == [1, 3, 4, 5])
    try saved.setValue(9, forKey: "salary")
    try new.setValue("x", forKey: "name")
    #expect(saved.salary == 9 && new.name == "x")
    #expect(saved.as(GifModel.self) == nil)
    #expect(!other.hasChanges)
  }

  @Test func aFaultOutlivesItsContext() throws {
    let container = try PersistentContainer(model: GifSchema.model, location: .inMemory)
    let context = container.newContext()
    let id = GifModel(in: context, newsid: 1, userid: 2).id
    try context.save()
    let fault = try container.newContext().object(with: id)
    #expect(fault.context == nil && fault.isFault)
    #expect(fault.as(GifModel.self)?.userid == 2)
    #expect(GifModel(unchecked: fault).newsid == 1)
    #expect(fault.committedValues()["newsid"] == .int(1))
    try fault.setValue(3, forKey: "newsid")
    #expect(fault.changedValues == ["newsid": .int(3)])
  }

  @Test func aFaultIsOfNoContextAfterAReset() throws {
    let container = try PersistentContainer(model: GifSchema.model, location: .inMemory)
    let context = container.newContext()
    let id = GifModel(in: context, newsid: 1, userid: 2).id
    try context.save()
    context.reset()
    let fault = try context.object(with: id)
    context.reset()
    #expect(fault.context == nil && GifModel(unchecked: fault).newsid == 0)
    expect(.noContext) { _ = try fault.value(forKey: "newsid") }
    expect(.noContext) { try fault.setValue(3, forKey: "newsid") }
    expect(.noContext) { try fault.fulfill() }
  }

  @Test func aContextOutlivesItsContainer() throws {
    var container: PersistentContainer? = try PersistentContainer(
      model: Models.employees(), location: .inMemory)
    let context = try #require(container).newContext()
    container = nil
    try context.employee("alpha")
    try context.save()
    #expect(try context.all("Employee").map(\.name) == ["alpha"])
  }

  @Test func everythingGoesInAnyOrder() throws {
    for order in 0..<6 {
      var container: PersistentContainer? = try PersistentContainer(
        model: Models.employees(), location: .inMemory)
      var context: ObjectContext? = container?.newContext()
      var object: ManagedObject? = try context?.employee("alpha")
      if order % 2 == 0 { try context?.save() }
      weak let goneContainer = container
      weak let goneContext = context
      weak let goneObject = object
      switch order / 2 {
      case 0: (container, context, object) = (nil, nil, nil)
      case 1:
        object = nil
        context = nil
        container = nil
      default:
        context = nil
        container = nil
        object = nil
      }
      #expect(goneContainer == nil && goneContext == nil && goneObject == nil)
    }
  }
}
