import Foundation
import GraphstoreTestSupport
import Testing

@testable import Graphstore
@testable import ObjectGraph

@Suite("Objects that nobody holds and nothing changed leave memory")
struct ReleaseTests {
  let fixture: StoreFixture
  let container: PersistentContainer

  init() throws {
    fixture = try StoreFixture(Models.employees())
    container = try fixture.open()
  }

  /// Rows written by SQLite itself, which is quick.
  private func fill(_ count: Int) throws {
    try fixture.raw.execute(
      """
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(count))
      INSERT INTO Employee SELECT i, 1, 'employee ' || i, i FROM n
      """)
  }

  @Test func walkingManyRowsInWindowsKeepsFew() throws {
    try fill(200_000)
    let context = container.newContext()
    var sum = 0
    var most = 0
    for offset in stride(from: 0, to: 200_000, by: 2000) {
      var request = FetchRequest<ManagedObject>(entityName: "Employee")
      request.fetchOffset = offset
      request.fetchLimit = 2000
      for object in try context.fetch(request) { sum += object.salary ?? 0 }
      most = max(most, context.registeredCount)
    }
    #expect(sum == 200_000 * 200_001 / 2)
    #expect(most <= 8000)
  }

  @Test func findingManyByIdentityKeepsFew() throws {
    try fill(20_000)
    let context = container.newContext()
    let ids = try container.newContext().all("Employee").map(\.id)
    var most = 0
    for id in ids {
      _ = try context.object(with: id)
      most = max(most, context.registeredCount)
    }
    #expect(most <= 8000)
  }

  @Test func manyInsertionsAndSavesKeepFew() throws {
    let context = container.newContext()
    var most = 0
    for save in 0..<20 {
      for index in 0..<1000 { try context.employee("e", save * 1000 + index) }
      try context.save()
      most = max(most, context.registeredCount)
    }
    #expect(most <= 8000)
  }

  @Test func manyDeletionsKeepFew() throws {
    try fill(20_000)
    let context = container.newContext()
    var most = 0
    for _ in 0..<20 {
      var request = FetchRequest<ManagedObject>(entityName: "Employee")
      request.fetchLimit = 1000
      for object in try context.fetch(request) { context.delete(object) }
      try context.save()
      most = max(most, context.registeredCount)
    }
    #expect(most <= 8000)
    #expect(try context.all("Employee").isEmpty)
  }

  @Test func faultsInBatchesThatNobodyKeepsAreForgotten() throws {
    try fill(40_000)
    let context = container.newContext()
    for offset in stride(from: 0, to: 40_000, by: 1000) {
      var request = FetchRequest<ManagedObject>(entityName: "Employee")
      request.fetchOffset = offset
      request.fetchLimit = 1000
      request.fetchBatchSize = 100
      _ = try context.fetch(request)
    }
    let kept = context.core.hierarchies.reduce(0) { $0 + $1.faultBatches.count }
    #expect(kept <= 8000)
    #expect(context.registeredCount <= 8000)
  }

  // C06
  @Test func changedObjectsStayThoughNobodyHoldsThem() throws {
    try fill(5000)
    let context = container.newContext()
    let updated = try context.all("Employee")[10].id
    let deleted = try context.all("Employee")[20].id
    weak var weakUpdated: ManagedObject?
    weak var weakOther: ManagedObject?
    do {
      let object = try context.object(with: updated)
      try object.setValue("changed", forKey: "name")
      weakUpdated = object
      context.delete(try context.object(with: deleted))
      try context.employee("new", -1)
      weakOther = try context.all("Employee")[30]
    }
    for _ in 0..<3 { context.sweep() }
    #expect(weakUpdated != nil && weakOther == nil)
    #expect(context.registeredCount == 3)
    #expect(context.registeredObject(for: updated)?.name == "changed")
    try context.save()
    let names = try container.newContext().all("Employee").map(\.name)
    #expect(names.count == 5000 && names[10] == "changed" && names.last == "new")
    context.sweep()
    #expect(weakUpdated == nil && context.registeredCount == 0)
  }

  @Test func heldObjectsStayTheSame() throws {
    try fill(5000)
    let context = container.newContext()
    let held = Array(try context.all("Employee").prefix(100))
    for _ in 0..<5 { _ = try context.all("Employee") }
    context.sweep()
    #expect(context.registeredCount == 100)
    #expect(try context.all("Employee").prefix(100).elementsEqual(held, by: ===))
  }

  @Test func typedHandlesHoldTheirObjects() throws {
    let container = try PersistentContainer(model: GifSchema.model, location: .inMemory)
    let context = container.newContext()
    let gif = GifModel(in: context, newsid: 1, userid: 2)
    try context.save()
    context.sweep()
    #expect(context.registeredObject(for: gif.id) === gif.object)
  }

  @Test func aHeldObjectKeepsOnlyItsBatch() throws {
    try fill(5000)
    let context = container.newContext()
    let object = try #require(try context.all("Employee").first)
    #expect((object.rows?.count ?? 0) <= 1000)
  }
}

extension ObjectContext {
  fileprivate var registeredCount: Int { core.hierarchies.reduce(0) { $0 + $1.map.count } }

  fileprivate func sweep() {
    for hierarchy in core.hierarchies { hierarchy.map.sweep() }
  }
}
