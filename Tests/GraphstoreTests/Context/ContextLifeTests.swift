import Graphstore
import GraphstoreTestSupport
import Testing

@Suite("A context hands out, tracks and saves objects")
struct ContextLifeTests {
  let container: PersistentContainer

  init() throws {
    container = try PersistentContainer(model: Models.employees(), location: .inMemory)
  }

  private func employee(_ context: ObjectContext, _ name: String, _ salary: Int) throws -> ManagedObject {
    let object = try context.insert(entity: "Employee")
    try object.setValue(name, forKey: "name")
    try object.setValue(salary, forKey: "salary")
    return object
  }

  @Test func whatWasSavedIsFoundByAnotherContext() throws {
    let context = container.newContext()
    let object = try employee(context, "alpha", 22)
    let id = object.id
    #expect(context.hasChanges)
    try context.save()
    #expect(!context.hasChanges)
    #expect(object.id == id)
    let other = container.newContext()
    let found = try other.fetch(FetchRequest<ManagedObject>(entityName: "Employee"))
    #expect(found.count == 1)
    #expect(found.first?.id == id)
    #expect(try found.first?.value(forKey: "name", as: String.self) == "alpha")
    #expect(try found.first?.value(forKey: "salary", as: Int.self) == 22)
  }

  @Test func thereIsOneObjectForEachIdentity() throws {
    let context = container.newContext()
    let object = try employee(context, "alpha", 22)
    try context.save()
    let request = FetchRequest<ManagedObject>(entityName: "Employee")
    #expect(try context.fetch(request).first === object)
    #expect(try context.object(with: object.id) === object)
  }

  @Test func settingTheStoredValueBackIsNoChange() throws {
    let context = container.newContext()
    let object = try employee(context, "alpha", 22)
    try context.save()
    try object.setValue(22, forKey: "salary")
    #expect(!context.hasChanges)
    try object.setValue(23, forKey: "salary")
    #expect(context.updatedObjects == [object])
    #expect(object.changedValues == ["salary": .int(23)])
    #expect(object.committedValues(forKeys: ["salary"]) == ["salary": .int(22)])
    try object.setValue(22, forKey: "salary")
    #expect(!context.hasChanges && context.updatedObjects.isEmpty)
  }

  @Test func insertThenDeleteLeavesNoTrace() throws {
    let context = container.newContext()
    let object = try employee(context, "alpha", 22)
    context.delete(object)
    #expect(!context.hasChanges)
    #expect(context.insertedObjects.isEmpty && context.deletedObjects.isEmpty)
    try context.save()
    #expect(try context.count(FetchRequest<ManagedObject>(entityName: "Employee")) == 0)
  }

  @Test func updatesAndDeletionsAreSaved() throws {
    let context = container.newContext()
    let objects = try (0..<10).map { try employee(context, "n\($0)", $0) }
    try context.save()
    try objects[3].setValue("changed", forKey: "name")
    context.delete(objects[4])
    context.delete(objects[7])
    try context.save()
    let other = container.newContext()
    let found = try other.fetch(FetchRequest<ManagedObject>(entityName: "Employee"))
    let names = try found.map { try $0.value(forKey: "name", as: String.self) ?? "nil" }
    #expect(names == ["n0", "n1", "n2", "changed", "n5", "n6", "n8", "n9"])
  }

  @Test func anotherWritersChangeIsAConflict() throws {
    let context = container.newContext()
    let object = try employee(context, "alpha", 1)
    try context.save()
    let other = container.newContext()
    let twin = try other.object(with: object.id)
    try twin.setValue(2, forKey: "salary")
    try other.save()
    try object.setValue(3, forKey: "salary")
    #expect {
      try context.save()
    } throws: { error in
      (error as? GraphError)?.code == .conflict && (error as? GraphError)?.objectID == object.id
    }
    #expect(object.changedValues == ["salary": .int(3)])
    try context.refresh(object, mergeChanges: true)
    try context.save()
    try other.refresh(twin)
    #expect(try twin.value(forKey: "salary", as: Int.self) == 3)
  }
}
