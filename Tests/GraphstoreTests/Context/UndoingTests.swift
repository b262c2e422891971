import Foundation
import Graphstore
import GraphstoreTestSupport
import Testing

@Suite("Rollback, reset and refresh")
struct UndoingTests {
  let container: PersistentContainer
  let context: ObjectContext
  let objects: [ManagedObject]

  init() throws {
    container = try PersistentContainer(model: Models.employees(), location: .inMemory)
    context = container.newContext()
    for index in 0..<3 { try context.employee("e\(index)", index) }
    try context.save()
    objects = try context.all("Employee")
  }

  private func changeElsewhere(_ object: ManagedObject, salary: Int) throws {
    let other = container.newContext()
    try other.object(with: object.id).setValue(salary, forKey: "salary")
    try other.save()
  }

  @Test func rollbackUndoesEverything() throws {
    let new = try context.employee("new")
    try objects[0].setValue(10, forKey: "salary")
    context.delete(objects[1])
    try objects[2].setValue(nil, forKey: "name")
    context.delete(objects[2])
    context.rollback()
    #expect(!context.hasChanges)
    #expect(objects.map(\.salary) == [0, 1, 2] && objects.map(\.name) == ["e0", "e1", "e2"])
    #expect(objects.allSatisfy { !$0.isDeleted && !$0.isUpdated && $0.context === context })
    #expect(new.isDeleted && new.context == nil && new.name == "new")
    try new.setValue("x", forKey: "name")
    #expect(!context.hasChanges)
    #expect(try context.all("Employee") == objects)
    try objects[1].setValue(11, forKey: "salary")
    try context.save()
    #expect(try container.newContext().all("Employee").map(\.salary) == [0, 11, 2])
  }

  @Test func resetLetsGoOfEverything() throws {
    let new = try context.employee("new")
    try objects[0].setValue(10, forKey: "salary")
    let fault = try context.object(with: objects[1].id)
    context.delete(objects[2])
    context.reset()
    #expect(!context.hasChanges && context.registeredObjects.isEmpty)
    #expect([new, fault, objects[0], objects[2]].allSatisfy { $0.context == nil })
    #expect(objects[0].salary == 10 && new.name == "new", "held objects keep their values")
    try objects[1].setValue(99, forKey: "salary")
    context.delete(objects[1])
    #expect(!context.hasChanges)
    let again = try context.all("Employee")
    #expect(again.map(\.salary) == [0, 1, 2])
    #expect(again[0] !== objects[0])
  }

  @Test func refreshReadsWhatOthersSaved() throws {
    try changeElsewhere(objects[0], salary: 50)
    #expect(objects[0].salary == 0)
    try context.refresh(objects[0])
    #expect(objects[0].isFault)
    #expect(objects[0].salary == 50)
  }

  // C08
  @Test func refreshKeepsOrDiscardsUnsavedValues() throws {
    try changeElsewhere(objects[0], salary: 50)
    try objects[0].setValue("mine", forKey: "name")
    try context.refresh(objects[0], mergeChanges: true)
    #expect(objects[0].name == "mine" && objects[0].salary == 50)
    #expect(context.updatedObjects == [objects[0]])
    try context.save()
    try objects[0].setValue("again", forKey: "name")
    try context.refresh(objects[0], mergeChanges: false)
    #expect(objects[0].name == "mine" && !context.hasChanges)
  }

  @Test func aMergedChangeThatTheOtherMadeTooIsNone() throws {
    try objects[0].setValue(50, forKey: "salary")
    try changeElsewhere(objects[0], salary: 50)
    try context.refresh(objects[0], mergeChanges: true)
    #expect(!context.hasChanges)
  }

  @Test func refreshOfARowThatIsGone() throws {
    let other = container.newContext()
    other.delete(try other.object(with: objects[0].id))
    try other.save()
    try objects[0].setValue(50, forKey: "salary")
    expect(.objectMissing) { try context.refresh(objects[0], mergeChanges: true) }
    #expect(objects[0].salary == 50 && context.updatedObjects == [objects[0]], "as before")
    try context.refresh(objects[0], mergeChanges: false)
    #expect(objects[0].isFault && !context.hasChanges)
    expect(.objectMissing) { try objects[0].fulfill() }
  }

  @Test func refreshLeavesNewAndDeletedObjects() throws {
    let new = try context.employee("new")
    context.delete(objects[1])
    try context.refresh(new, mergeChanges: false)
    try context.refresh(objects[1], mergeChanges: false)
    #expect(context.insertedObjects == [new] && context.deletedObjects == [objects[1]])
    #expect(new.name == "new")
  }

  @Test func refreshAllLeavesUnsavedChanges() throws {
    try changeElsewhere(objects[0], salary: 50)
    try objects[1].setValue(51, forKey: "salary")
    let new = try context.employee("new")
    context.refreshAllObjects()
    #expect(objects[0].isFault && objects[2].isFault)
    #expect(objects.map(\.salary) == [50, 51, 2] && new.name == "new")
    #expect(context.updatedObjects == [objects[1]])
  }

  @Test func aFetchBringsNewerRowsToUnchangedObjects() throws {
    try changeElsewhere(objects[0], salary: 50)
    try objects[1].setValue(51, forKey: "salary")
    try changeElsewhere(objects[1], salary: 52)
    _ = try context.all("Employee")
    #expect(objects.map(\.salary) == [50, 51, 2])
    expect(.conflict) { try context.save() }
  }

  @Test func rollbackAfterAConflictLetsTheNextSaveWork() throws {
    try changeElsewhere(objects[0], salary: 50)
    try objects[0].setValue(51, forKey: "salary")
    expect(.conflict) { try context.save() }
    context.rollback()
    try objects[0].setValue(52, forKey: "salary")
    try context.save()
    #expect(try container.newContext().all("Employee").first?.salary == 52)
  }
}
