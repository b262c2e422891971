import Foundation
import Graphstore
import GraphstoreTestSupport
import Testing

@Suite("Transient values live as long as their object's row in memory")
struct TransientMergeTests {
  let container: PersistentContainer
  let context: ObjectContext
  let car: ManagedObject

  init() throws {
    container = try PersistentContainer(
      model: EntityModel(
        json: """
          { "model": "Cars", "entities": [ { "name": "Car", "attributes": [
            { "name": "plate", "type": "string", "optional": true },
            { "name": "speed", "type": "int64", "optional": true, "transient": true } ] } ] }
          """), location: .inMemory)
    context = container.newContext()
    car = try context.insert("Car", ["plate": "a", "speed": 50])
    try context.save()
  }

  private var speed: Int? { (try? car.value(forKey: "speed", as: Int.self)) ?? nil }

  private func changeElsewhere() throws {
    try container.write { [id = car.id] context, _ in
      try context.object(with: id).setValue("theirs", forKey: "plate")
    }
  }

  // C05
  @Test func savingKeepsThemAndRefreshingAllDoesNot() throws {
    #expect(speed == 50 && !context.hasChanges)
    context.refreshAllObjects()
    #expect(speed == nil)
  }

  @Test func mergingAConflictKeepsThem() throws {
    try changeElsewhere()
    context.mergePolicy = .storeWins
    try car.setValue("mine", forKey: "plate")
    try car.setValue(70, forKey: "speed")
    try context.save()
    let plate = try car.value(forKey: "plate", as: String.self)
    #expect(speed == 70 && plate == "theirs")
  }

  @Test func mergingACommitKeepsThem() throws {
    context.automaticallyMergesChanges = true
    try changeElsewhere()
    context.processPendingChanges()
    let plate = try car.value(forKey: "plate", as: String.self)
    #expect(speed == 50 && plate == "theirs")
  }
}
