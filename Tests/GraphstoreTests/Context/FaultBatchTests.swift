import Foundation
import GraphstoreTestSupport
import Testing

@testable import Graphstore

@Suite("Faults are read alone or with their batch")
struct FaultBatchTests {
  let container: PersistentContainer

  init() throws {
    container = try PersistentContainer(model: Models.employees(), location: .inMemory)
    let context = container.newContext()
    for index in 0..<100 { try context.employee("e\(index)", index) }
    try context.save()
  }

  private func request(_ change: (inout FetchRequest<ManagedObject>) -> Void) -> FetchRequest<ManagedObject> {
    var request = FetchRequest<ManagedObject>(entityName: "Employee")
    change(&request)
    return request
  }

  @Test(arguments: [1, 7, 10, 99, 100, 1000])
  func walkingFaultsReadsThemInBatches(of size: Int) throws {
    let context = container.newContext()
    let objects = try context.fetch(request { $0.fetchBatchSize = size })
    #expect(!objects.contains { !$0.isFault })
    let count = container.statementsRun {
      for (index, object) in objects.enumerated() { #expect(object.salary == index) }
    }
    let batches = (100 + size - 1) / size
    #expect((batches...batches + 3).contains(count))
  }

  @Test func touchingOneReadsItsNeighbours() throws {
    let context = container.newContext()
    let objects = try context.fetch(request { $0.fetchBatchSize = 10 })
    #expect(objects[55].name == "e55")
    #expect(objects.indices.filter { !objects[$0].isFault } == Array(50..<60))
  }

  @Test func batchesWorkWithUnsavedChangesInTheWay() throws {
    let context = container.newContext()
    let all = try context.all("Employee")
    context.delete(all[0])
    try all[1].setValue(1000, forKey: "salary")
    try context.employee("new", 100)
    context.refreshAllObjects()
    let objects = try context.fetch(request { $0.fetchBatchSize = 20 })
    #expect(objects.count == 100)
    let count = container.statementsRun {
      #expect(objects.map(\.salary) == [1000] + (2..<100).map { $0 } + [100])
    }
    #expect((5...7).contains(count))
  }

  @Test func withoutPropertyValuesObjectsAreFaults() throws {
    let context = container.newContext()
    let objects = try context.fetch(request { $0.includesPropertyValues = false })
    #expect(objects.count == 100 && !objects.contains { !$0.isFault })
    let count = container.statementsRun { #expect(objects[5].salary == 5 && objects[6].salary == 6) }
    #expect((2...4).contains(count))
    #expect(try context.fetch(request { $0.includesPropertyValues = false }).elementsEqual(objects, by: ===))
    #expect(!objects[5].isFault, "what is known stays known")
  }

  @Test func aFetchFillsFaults() throws {
    let context = container.newContext()
    let faults = try context.fetch(request { $0.includesPropertyValues = false })
    let count = try container.statementsRun {
      _ = try context.all("Employee")
      #expect(faults.map(\.salary) == Array(0..<100))
    }
    #expect((1...3).contains(count))
  }

  @Test func rowsThatAreGoneLeaveTheOthersOfTheBatch() throws {
    let context = container.newContext()
    let objects = try context.fetch(request { $0.fetchBatchSize = 10 })
    let other = container.newContext()
    other.delete(try other.object(with: objects[3].id))
    try other.save()
    #expect(objects[2].salary == 2)
    #expect(objects[3].isFault && !objects[4].isFault)
    expect(.objectMissing) { try objects[3].fulfill() }
  }

  @Test func manyFaultsThatNobodyKeepsAreForgotten() throws {
    let context = container.newContext()
    for _ in 0..<20 { _ = try context.fetch(request { $0.fetchBatchSize = 10 }) }
    let objects = try context.fetch(request { $0.fetchBatchSize = 50 })
    let count = container.statementsRun { #expect(objects.map(\.salary) == Array(0..<100)) }
    #expect((2...4).contains(count), "the last fetch decides")
  }

  @Test func walkingManyFaultsIsLinear() throws {
    let context = container.newContext()
    for index in 100..<20_000 { try context.employee("e", index) }
    try context.save()
    let other = container.newContext()
    let objects = try other.fetch(request { $0.fetchBatchSize = 100 })
    let count = container.statementsRun { for object in objects { _ = object.salary } }
    #expect((200...260).contains(count))
  }
}
