import Foundation
import Graphstore
import GraphstoreTestSupport
import Testing

@Suite("Undo and redo")
struct UndoManagerTests {
  let container: PersistentContainer
  let context: ObjectContext
  let objects: [ManagedObject]

  init() throws {
    container = try PersistentContainer(model: Models.employees(), location: .inMemory)
    context = container.newContext()
    for index in 0..<3 { try context.employee("e\(index)", index) }
    try context.save()
    objects = try context.all("Employee")
    context.undoManager = GraphUndoManager()
  }

  private func stored() throws -> [String] {
    try container.newContext().all("Employee").map { "\($0.name ?? "-") \($0.salary ?? -1)" }
  }

  private func seen() throws -> [String] {
    try context.all("Employee").map { "\($0.name ?? "-") \($0.salary ?? -1)" }
  }

  @Test func withoutAManagerNothingHappens() throws {
    context.undoManager = nil
    try objects[0].setValue(7, forKey: "salary")
    context.undo()
    context.redo()
    #expect(objects[0].salary == 7)
    context.rollback()
    #expect(objects[0].salary == 0)
  }

  @Test func changesUpToAnUndoAreOneGroup() throws {
    try objects[0].setValue(7, forKey: "salary")
    try objects[0].setValue(8, forKey: "salary")
    try objects[1].setValue(nil, forKey: "name")
    let new = try context.employee("new", 5)
    context.delete(objects[2])
    let manager = try #require(context.undoManager)
    #expect(manager.canUndo && !manager.canRedo)
    manager.undo()
    #expect(try seen() == ["e0 0", "e1 1", "e2 2"])
    #expect(!context.hasChanges && new.isDeleted && new.context == nil)
    #expect(!manager.canUndo && manager.canRedo)
    manager.redo()
    #expect(try seen() == ["e0 8", "- 1", "new 5"])
    #expect(new.isInserted && new.context === context && objects[2].isDeleted)
    try context.save()
    #expect(try stored() == ["e0 8", "- 1", "new 5"])
  }

  @Test func savingEndsAGroupAndDoesNotEndUndoing() throws {
    let manager = try #require(context.undoManager)
    try objects[0].setValue(7, forKey: "salary")
    let new = try context.employee("new", 5)
    try context.save()
    try new.setValue(6, forKey: "salary")
    context.delete(objects[1])
    try context.save()
    #expect(manager.undoCount == 2)
    manager.undo()
    #expect(try seen() == ["e0 7", "e1 1", "e2 2", "new 5"])
    #expect(objects[1].isInserted && objects[1].context === context)
    try context.save()
    #expect(try stored() == ["e0 7", "e1 1", "e2 2", "new 5"])
    #expect(try container.newContext().all("Employee").contains { $0.id == objects[1].id })
    manager.undo()
    #expect(new.isDeleted)
    try context.save()
    #expect(try stored() == ["e0 0", "e1 1", "e2 2"])
    manager.redo()
    manager.redo()
    #expect(try seen() == ["e0 7", "e2 2", "new 6"])
    #expect(try context.all("Employee").last === new)
    try context.save()
    #expect(try stored() == ["e0 7", "e2 2", "new 6"])
  }

  @Test func aDeletedObjectComesBackAsTheSameOneWhoeverAskedForItsIDSince() throws {
    let id = objects[1].id
    context.delete(objects[1])
    try context.save()
    let ghost = try context.object(with: id)
    #expect(ghost !== objects[1])
    context.undo()
    #expect(try context.object(with: id) === objects[1])
    #expect(objects[1].name == "e1" && ghost.isDeleted)
    try context.save()
    #expect(try stored() == ["e0 0", "e1 1", "e2 2"])
  }

  @Test func aNewChangeEmptiesRedo() throws {
    let manager = try #require(context.undoManager)
    try objects[0].setValue(7, forKey: "salary")
    manager.undo()
    #expect(manager.canRedo)
    try objects[1].setValue(9, forKey: "salary")
    #expect(!manager.canRedo)
    manager.redo()
    #expect(try seen() == ["e0 0", "e1 9", "e2 2"])
  }

  @Test func whatIsAsItWasIsNoGroup() throws {
    let manager = try #require(context.undoManager)
    try objects[0].setValue(7, forKey: "salary")
    try objects[0].setValue(0, forKey: "salary")
    context.delete(try context.employee("gone"))
    context.processPendingChanges()
    #expect(!manager.canUndo)
  }

  @Test func explicitGroupsNestAndTheOutermostCounts() throws {
    let manager = try #require(context.undoManager)
    try objects[0].setValue(1, forKey: "salary")
    manager.beginUndoGrouping()
    try objects[1].setValue(2, forKey: "salary")
    manager.undoGrouping {
      context.processPendingChanges()
      context.delete(objects[2])
    }
    #expect(manager.groupingLevel == 1)
    try context.save()
    try objects[0].setValue(3, forKey: "salary")
    manager.endUndoGrouping()
    #expect(manager.undoCount == 2)
    manager.undo()
    #expect(try seen() == ["e0 1", "e1 1", "e2 2"])
    manager.undo()
    #expect(try seen() == ["e0 0", "e1 1", "e2 2"])
    manager.endUndoGrouping()
    #expect(manager.groupingLevel == 0, "an end too many is passed over")
  }

  @Test func undoingEndsGroupsThatAreOpen() throws {
    let manager = try #require(context.undoManager)
    manager.beginUndoGrouping()
    manager.beginUndoGrouping()
    try objects[0].setValue(1, forKey: "salary")
    manager.undo()
    #expect(objects[0].salary == 0 && manager.groupingLevel == 0)
  }

  @Test func aGroupEndsThoughItsBodyThrows() throws {
    struct Stop: Error {}
    let manager = try #require(context.undoManager)
    #expect(throws: Stop.self) {
      try manager.undoGrouping("Raise") {
        try objects[0].setValue(1, forKey: "salary")
        throw Stop()
      }
    }
    #expect(manager.undoCount == 1 && manager.undoActionName == "Raise")
  }

  @Test func actionsHaveNames() throws {
    let manager = try #require(context.undoManager)
    #expect(manager.undoActionName.isEmpty && manager.redoActionName.isEmpty)
    try objects[0].setValue(1, forKey: "salary")
    manager.setActionName("Raise")
    context.processPendingChanges()
    manager.undoGrouping("Rename") { try? objects[0].setValue("x", forKey: "name") }
    #expect(manager.undoActionName == "Rename")
    manager.undo()
    #expect(manager.undoActionName == "Raise" && manager.redoActionName == "Rename")
    manager.undo()
    #expect(manager.undoActionName.isEmpty && manager.redoActionName == "Raise")
  }

  @Test func theOldestGroupsAreForgottenBeyondTheLimit() throws {
    let manager = try #require(context.undoManager)
    manager.levelsOfUndo = 2
    for salary in 1...5 { manager.undoGrouping { try? objects[0].setValue(salary, forKey: "salary") } }
    #expect(manager.undoCount == 2)
    for _ in 0..<5 { manager.undo() }
    #expect(objects[0].salary == 3)
    manager.levelsOfUndo = 1
    #expect(manager.redoCount == 1)
  }

  @Test func unregisteredChangesAreNotUndone() throws {
    let manager = try #require(context.undoManager)
    try objects[0].setValue(1, forKey: "salary")
    manager.disableUndoRegistration()
    manager.disableUndoRegistration()
    try objects[1].setValue(5, forKey: "salary")
    manager.enableUndoRegistration()
    #expect(!manager.isUndoRegistrationEnabled)
    try context.employee("new", 6)
    manager.enableUndoRegistration()
    manager.enableUndoRegistration()
    #expect(manager.isUndoRegistrationEnabled)
    manager.undo()
    #expect(try seen() == ["e0 0", "e1 5", "e2 2", "new 6"])
  }

  @Test func rollbackAndResetForgetEverything() throws {
    let manager = try #require(context.undoManager)
    try objects[0].setValue(1, forKey: "salary")
    try context.save()
    try objects[0].setValue(2, forKey: "salary")
    context.rollback()
    #expect(!manager.canUndo && objects[0].salary == 1)
    try objects[0].setValue(2, forKey: "salary")
    context.undo()
    context.reset()
    #expect(!manager.canUndo && !manager.canRedo)
    context.redo()
    #expect(try seen() == ["e0 1", "e1 1", "e2 2"])
  }

  @Test func aFailedSaveCanBeUndone() throws {
    let other = container.newContext()
    try other.object(with: objects[0].id).setValue(50, forKey: "salary")
    try other.save()
    try objects[0].setValue(1, forKey: "salary")
    try objects[1].setValue(2, forKey: "salary")
    expect(.conflict) { try context.save() }
    context.undo()
    #expect(!context.hasChanges)
    try context.save()
    #expect(try stored() == ["e0 50", "e1 1", "e2 2"])
  }

  @Test func whatStandsInTheWayIsThrownByTheNextCall() throws {
    try objects[0].setValue(1, forKey: "salary")
    try context.save()
    let other = container.newContext()
    other.delete(try other.object(with: objects[0].id))
    try other.save()
    try context.refresh(objects[0])
    context.undo()
    expect(.objectMissing) { try context.save() }
    try context.save()
  }

  @Test func aManagerServesOneContext() throws {
    let manager = try #require(context.undoManager)
    try objects[0].setValue(1, forKey: "salary")
    let other = container.newContext()
    other.undoManager = manager
    #expect(context.undoManager == nil && !manager.canUndo)
    try context.save()
    let object = try #require(try other.all("Employee").first)
    try object.setValue(9, forKey: "salary")
    manager.undo()
    #expect(object.salary == 1)
    #expect(objects[0].salary == 1)
  }

  @Test func aManagerOutlivesItsContextInVain() throws {
    let manager = GraphUndoManager()
    do {
      let short = container.newContext()
      short.undoManager = manager
      try short.employee("x")
    }
    #expect(!manager.canUndo)
    manager.undo()
    manager.redo()
  }
}
