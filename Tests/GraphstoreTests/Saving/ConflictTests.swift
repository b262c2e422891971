import Foundation
import Graphstore
import GraphstoreTestSupport
import Testing

@Suite("Another writer's change since the read is a conflict")
struct ConflictTests {
  let container: PersistentContainer
  let context: ObjectContext
  let other: ObjectContext
  let mine: [ManagedObject]
  let theirs: [ManagedObject]

  init() throws {
    container = try PersistentContainer(model: Models.employees(), location: .inMemory)
    context = container.newContext()
    other = container.newContext()
    for index in 0..<6 { try context.employee("e\(index)", index) }
    try context.save()
    mine = try context.all("Employee")
    theirs = try other.all("Employee")
  }

  @Test func updateAfterUpdate() throws {
    try theirs[2].setValue(50, forKey: "salary")
    try other.save()
    try mine[2].setValue("mine", forKey: "name")
    try mine[0].setValue("also mine", forKey: "name")
    let error = expect(.conflict) { try context.save() }
    #expect(error?.objectID == mine[2].id && error?.entity == "Employee")
    #expect(context.updatedObjects == [mine[0], mine[2]])
    #expect(try container.newContext().all("Employee")[0].name == "e0", "nothing was written")
    try context.refresh(mine[2])
    try context.save()
    #expect(try container.newContext().all("Employee")[2].name == "mine")
    #expect(mine[2].salary == 50)
  }

  @Test func updateAfterDeletion() throws {
    other.delete(theirs[2])
    try other.save()
    try mine[2].setValue("mine", forKey: "name")
    let error = expect(.conflict) { try context.save() }
    #expect(error?.objectID == mine[2].id)
    context.delete(mine[2])
    expect(.conflict) { try context.save() }
    context.rollback()
    try mine[1].setValue("works", forKey: "name")
    try context.save()
  }

  @Test func deletionAfterUpdate() throws {
    try theirs[2].setValue(50, forKey: "salary")
    try other.save()
    context.delete(mine[2])
    let error = expect(.conflict) { try context.save() }
    #expect(error?.objectID == mine[2].id && context.deletedObjects == [mine[2]])
    #expect(try container.newContext().all("Employee").count == 6)
  }

  @Test func deletionOfManyAfterAnUpdateOfOneNamesThatOne() throws {
    try theirs[3].setValue(50, forKey: "salary")
    try other.save()
    for object in mine { context.delete(object) }
    let error = expect(.conflict) { try context.save() }
    #expect(error?.objectID == mine[3].id)
    #expect(try container.newContext().all("Employee").count == 6)
  }

  @Test func deletionAfterDeletion() throws {
    other.delete(theirs[3])
    try other.save()
    for object in mine { context.delete(object) }
    let error = expect(.conflict) { try context.save() }
    #expect(error?.objectID == mine[3].id)
    #expect(try container.newContext().all("Employee").count == 5)
  }

  @Test func changesOfDifferentObjectsAreNone() throws {
    try theirs[0].setValue(50, forKey: "salary")
    try other.save()
    try mine[1].setValue(51, forKey: "salary")
    context.delete(mine[2])
    try context.save()
    #expect(try container.newContext().all("Employee").map(\.salary) == [50, 51, 3, 4, 5])
  }

  @Test func manySavesOfOneObjectAreNone() throws {
    for number in 0..<50 {
      try mine[0].setValue(number + 100, forKey: "salary")
      try context.save()
    }
    try other.refresh(theirs[0])
    #expect(theirs[0].salary == 149)
  }

  @Test func anotherProcessesChangeIsOne() throws {
    let fixture = try StoreFixture(Models.employees())
    let context = try fixture.open().newContext()
    let object = try context.employee("alpha", 1)
    try context.save()
    try fixture.raw.execute("UPDATE Employee SET salary = 2, _version = _version + 1")
    try object.setValue(3, forKey: "salary")
    expect(.conflict) { try context.save() }
    try context.refresh(object, mergeChanges: false)
    #expect(object.salary == 2)
  }
}
