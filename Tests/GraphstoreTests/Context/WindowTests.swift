import Foundation
@testable import Graphstore
import GraphstoreTestSupport
import SQLiteAccess
import Testing

@Suite("Limit, offset, first and count")
struct WindowTests {
  let container: PersistentContainer
  let context: ObjectContext

  init() throws {
    container = try PersistentContainer(model: Models.employees(), location: .inMemory)
    context = container.newContext()
    for index in 0..<10 { try context.employee("e\(index)", index) }
    try context.save()
  }

  private func request(limit: Int, offset: Int) -> FetchRequest<ManagedObject> {
    var request = FetchRequest<ManagedObject>(entityName: "Employee")
    request.fetchLimit = limit
    request.fetchOffset = offset
    return request
  }

  // P11: an offset works without a limit.
  @Test(arguments: [0, 1, 3, 10, 11, Int.max], [0, 1, 5, 9, 10, 11, Int.max])
  func theWindowIsCutFromTheWhole(limit: Int, offset: Int) throws {
    let expected = Array(0..<10).dropFirst(offset).prefix(limit == 0 ? .max : limit)
    let request = request(limit: limit, offset: offset)
    #expect(try context.fetch(request).map(\.salary) == Array(expected))
    #expect(try context.count(request) == expected.count)
    #expect(try context.first(request)?.salary == expected.first)
    // The same with unsaved changes in the way.
    try context.employee("new", 10)
    context.delete(try context.all("Employee")[0])
    let merged = Array(1...10).dropFirst(offset).prefix(limit == 0 ? .max : limit)
    #expect(try context.fetch(request).map(\.salary) == Array(merged))
    #expect(try context.count(request) == merged.count)
    #expect(try context.first(request)?.salary == merged.first)
  }

  @Test func withoutASortObjectsComeInTheOrderOfInsertion() throws {
    #expect(try context.all("Employee").map(\.salary) == Array(0..<10))
    try context.all("Employee")[3].setValue(-1, forKey: "salary")
    #expect(try context.all("Employee").map(\.salary) == [0, 1, 2, -1, 4, 5, 6, 7, 8, 9])
    try context.save()
    #expect(try container.newContext().all("Employee").map(\.salary) == [0, 1, 2, -1, 4, 5, 6, 7, 8, 9])
  }

  @Test func firstReadsOneRow() throws {
    let other = container.newContext()
    let request = FetchRequest<ManagedObject>(entityName: "Employee")
    _ = try other.first(request)
    let before = container.store.statistics.rowsStepped
    #expect(try other.first(request)?.salary == 0)
    #expect(container.store.statistics.rowsStepped - before < 5, "not all ten")
  }

  @Test func anEmptyStoreGivesNothing() throws {
    let context = try PersistentContainer(model: Models.employees(), location: .inMemory).newContext()
    let request = FetchRequest<ManagedObject>(entityName: "Employee")
    #expect(try context.fetch(request).isEmpty)
    #expect(try context.first(request) == nil)
    #expect(try context.count(request) == 0)
  }
}
