import Foundation
@testable import Graphstore
import GraphstoreTestSupport
import SQLiteAccess
import Testing

@Suite("Results of which only the IDs are read, and whether there are any")
struct LazyFetchTests {
  let container: PersistentContainer

  init() throws {
    container = try PersistentContainer(model: Models.employees(), location: .inMemory)
    try container.reading { context in
      for index in 0..<2500 { try context.employee("e", index) }
      try context.save()
    }
  }

  private func request(_ sort: String = "salary desc", batch: Int = 50) throws -> FetchRequest<ManagedObject>
  {
    var request = FetchRequest<ManagedObject>(entityName: "Employee")
    request.sortKeys = try SortKey.parse(sort)
    request.fetchBatchSize = batch
    return request
  }

  @Test func anyPlaceCostsOneQuery() throws {
    let context = container.newContext()
    let objects = try context.fetchLazily(request())
    #expect(objects.count == 2500)
    #expect(context.registeredObjects.isEmpty)
    let statements = container.statementsRun {
      #expect(objects[1249].salary == 1250)
      #expect(objects[1201].salary == 1298, "a neighbour")
      #expect(objects[0].salary == 2499)
      #expect(objects[1240].salary == 1259, "the batch before is kept")
    }
    #expect(statements <= 3)
    #expect(objects.id(at: 5).key == objects[5].id.key)
  }

  @Test func itIsACollection() throws {
    let context = container.newContext()
    let objects = try context.fetchLazily(request())
    #expect(objects.map(\.salary) == Array((0..<2500).reversed()))
    #expect(objects.reversed().first?.salary == 0)
    #expect(objects[100..<103].map(\.salary) == [2399, 2398, 2397])
    #expect(context.registeredObjects.count < 2000, "what nobody holds leaves")
  }

  @Test func unsavedChangesCount() throws {
    let context = container.newContext()
    try context.employee("new", 1000)
    context.delete(try #require(try context.fetch(request()).first))
    let request = try request("salary desc, name", batch: 0)
    let expected = try context.fetch(request).map(\.id)
    #expect(try context.fetchLazily(request).map(\.id) == expected)
    #expect(try context.fetchIDs(request) == expected)
  }

  @Test func aRowThatIsGoneIsReportedByTheNextCall() throws {
    let context = container.newContext()
    let objects = try context.fetchLazily(request())
    try container.reading { other in
      for object in try other.all("Employee") { other.delete(object) }
      try other.save()
    }
    #expect(objects[7].isFault)
    #expect(objects[7].salary == nil)
    #expect(try context.fetchIDs(request()).isEmpty)
  }

  @Test func idsAreReadWithoutObjects() throws {
    let context = container.newContext()
    let ids = try context.fetchIDs(request())
    #expect(ids.count == 2500 && context.registeredObjects.isEmpty)
    #expect(try context.object(with: ids[3]).salary == 2496)
  }

  @Test func existenceReadsARow() throws {
    let context = container.newContext()
    var request = try FetchRequest<ManagedObject>(entityName: "Employee", format: "salary > 10")
    request.sortKeys = [SortKey("salary", ascending: false)]
    _ = try context.exists(request)
    let before = container.store.statistics.rowsStepped
    #expect(try context.exists(request))
    #expect(container.store.statistics.rowsStepped - before < 3)
    #expect(try !context.exists(FetchRequest<ManagedObject>(entityName: "Employee", format: "salary < 0")))
    request.fetchOffset = 2489
    #expect(try !context.exists(request))
    try context.employee("new", 11)
    #expect(try context.exists(request))
    #expect(try !context.exists(FetchRequest<ManagedObject>(entityName: "Employee", format: "salary == -5")))
  }
}
