import Foundation
import Graphstore
import GraphstoreTestSupport
import Testing

@Suite("A context knows what the next save writes")
struct PendingSetsTests {
  let container: PersistentContainer
  let context: ObjectContext

  init() throws {
    container = try PersistentContainer(model: Models.employees(), location: .inMemory)
    context = container.newContext()
    for index in 0..<5 { try context.employee("e\(index)", index) }
    try context.save()
  }

  @Test func everyKindIsInItsSet() throws {
    let all = try context.all("Employee")
    #expect(!context.hasChanges)
    let new = try context.employee("new")
    try all[0].setValue(100, forKey: "salary")
    context.delete(all[1])
    #expect(context.hasChanges)
    #expect(context.insertedObjects == [new])
    #expect(context.updatedObjects == [all[0]])
    #expect(context.deletedObjects == [all[1]])
    try context.save()
    #expect(!context.hasChanges)
    #expect(
      context.insertedObjects.isEmpty && context.updatedObjects.isEmpty && context.deletedObjects.isEmpty)
  }

  // C11
  @Test func changedAndCommittedValues() throws {
    let object = try context.all("Employee")[2]
    #expect(object.changedValues.isEmpty)
    #expect(object.committedValues() == ["name": .string("e2"), "salary": .int(2)])
    try object.setValue(nil, forKey: "name")
    #expect(object.changedValues == ["name": .null])
    #expect(object.committedValues(forKeys: ["name", "unknown"]) == ["name": .string("e2")])
    try context.save()
    #expect(object.changedValues.isEmpty && object.committedValues()["name"] == .null)
    let new = try context.employee(nil, 3)
    #expect(new.changedValues == ["salary": .int(3)])
    #expect(new.committedValues().isEmpty)
  }

  @Test func anUpdatedObjectThatIsDeletedIsOnlyDeleted() throws {
    let object = try context.all("Employee")[0]
    try object.setValue(9, forKey: "salary")
    context.delete(object)
    #expect(context.updatedObjects.isEmpty && context.deletedObjects == [object])
    #expect(object.salary == 9 && object.isDeleted && !object.isUpdated)
    context.rollback()
    #expect(object.salary == 0 && !object.isDeleted)
  }

  @Test func deletingTwiceIsDeletingOnce() throws {
    let object = try context.all("Employee")[0]
    context.delete(object)
    context.delete(object)
    #expect(context.deletedObjects == [object])
    try context.save()
    context.delete(object)
    #expect(!context.hasChanges)
    try context.save()
    #expect(try context.all("Employee").count == 4)
  }

  // R07
  @Test func insertThenDeleteLeavesNoTrace() throws {
    let object = try context.employee("new")
    context.delete(object)
    #expect(!context.hasChanges && object.isDeleted && object.context == nil)
    #expect(context.registeredObject(for: object.id) == nil)
    #expect(object.name == "new", "values can still be read")
    context.delete(object)
    try object.setValue("later", forKey: "name")
    #expect(!context.hasChanges)
    let count = try container.statementsRun { try context.save() }
    #expect(count <= 1)
  }

  @Test func aDeletedObjectCanBeReadAndSetWithoutComingBack() throws {
    let object = try context.all("Employee")[3]
    context.delete(object)
    #expect(object.name == "e3")
    try object.setValue("set", forKey: "name")
    #expect(context.updatedObjects.isEmpty && context.deletedObjects == [object])
    try context.save()
    #expect(object.isDeleted && object.context == nil && object.salary == 3)
    try object.setValue("after", forKey: "name")
    #expect(!context.hasChanges)
    expect(.objectMissing) { try context.object(with: object.id).fulfill() }
  }

  @Test func aDeletedFaultIsNotReadToBeDeleted() throws {
    let other = container.newContext()
    let id = try context.all("Employee")[0].id
    let fault = try other.object(with: id)
    other.delete(fault)
    #expect(fault.isFault && other.deletedObjects == [fault])
    #expect(fault.name == "e0", "and can still be read")
    try other.save()
    #expect(try container.newContext().all("Employee").count == 4)
  }

  @Test func savingWithoutChangesRunsNothing() throws {
    _ = try context.all("Employee")
    #expect(try container.statementsRun { try context.save() } <= 1)
  }

  @Test func settingAndSettingBackRunsNothing() throws {
    let object = try context.all("Employee")[0]
    let count = try container.statementsRun {
      try object.setValue("x", forKey: "name")
      try object.setValue("e0", forKey: "name")
      try context.save()
    }
    #expect(count <= 1)
  }
}
