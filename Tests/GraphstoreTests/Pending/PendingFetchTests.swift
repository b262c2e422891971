import Foundation
import Graphstore
import GraphstoreTestSupport
import Testing

@Suite("Fetches see unsaved changes")
struct PendingFetchTests {
  let container: PersistentContainer
  let context: ObjectContext
  let sort = [SortKey("name")]

  /// Saved: alpha 22, bravo 25, charlie 10. Unsaved: alpha 5, charlie 21, bravo deleted, delta 30, echo 40.
  init() throws {
    container = try PersistentContainer(model: Models.employees(), location: .inMemory)
    context = container.newContext()
    let alpha = try context.employee("alpha", 22)
    let bravo = try context.employee("bravo", 25)
    let charlie = try context.employee("charlie", 10)
    try context.save()
    try alpha.setValue(5, forKey: "salary")
    try charlie.setValue(21, forKey: "salary")
    context.delete(bravo)
    try context.employee("delta", 30)
    try context.employee("echo", 40)
  }

  private func rich() throws -> FetchRequest<ManagedObject> {
    var request = try FetchRequest<ManagedObject>(entityName: "Employee", format: "salary > 20")
    request.sortKeys = sort
    return request
  }

  // P01
  @Test func updatesFallInAndOutDeletionsDropInsertionsJoin() throws {
    let found = try context.fetch(rich())
    #expect(found.map(\.name) == ["charlie", "delta", "echo"])
    #expect(found.first?.salary == 21)
  }

  // P04
  @Test func countsToo() throws {
    var request = try rich()
    #expect(try context.count(request) == 3)
    request.includesPendingChanges = false
    #expect(try context.count(request) == 2)
  }

  @Test func withoutUnsavedChangesTheStoreDecides() throws {
    var request = try rich()
    request.includesPendingChanges = false
    let found = try context.fetch(request)
    #expect(found.map(\.name) == ["alpha", "bravo"])
    #expect(found.first?.salary == 5, "the objects are the context's own")
  }

  // P06: the window is cut from the merged, sorted result.
  @Test func theWindowIsOfTheMergedResult() throws {
    var request = FetchRequest<ManagedObject>(entityName: "Employee", sortKeys: [SortKey("salary")])
    request.fetchOffset = 1
    request.fetchLimit = 2
    #expect(try context.fetch(request).map(\.name) == ["charlie", "delta"])
  }

  // P08
  @Test func keepingTheNewestLeavesNoObjectOutsideTheWindow() throws {
    var request = FetchRequest<ManagedObject>(
      entityName: "Employee", sortKeys: [SortKey("salary", ascending: false)])
    request.fetchOffset = 2
    for object in try context.fetch(request) { context.delete(object) }
    request.fetchOffset = 0
    #expect(try context.fetch(request).map(\.name) == ["echo", "delta"])
  }

  // P09
  @Test func theLimitHoldsAfterTheMerge() throws {
    context.rollback()
    try context.employee("aaa", 100)
    var request = FetchRequest<ManagedObject>(entityName: "Employee", sortKeys: sort)
    request.fetchLimit = 2
    #expect(try context.fetch(request).map(\.name) == ["aaa", "alpha"])
    #expect(try context.count(request) == 2)
  }

  // P11
  @Test func anOffsetWorksWithoutALimit() throws {
    var request = try rich()
    request.fetchOffset = 2
    #expect(try context.fetch(request).map(\.name) == ["echo"])
    #expect(try context.count(request) == 1)
    #expect(try context.first(request)?.name == "echo")
  }

  // O01
  @Test func nilIsTheSmallestInStoreAndMemory() throws {
    context.rollback()
    for object in try context.all("Employee") { context.delete(object) }
    for (index, name) in ["AB", nil, "B", "", "A"].enumerated() {
      try context.employee(name, index)
      if index == 2 { try context.save() }
    }
    let request = FetchRequest<ManagedObject>(entityName: "Employee", sortKeys: sort)
    let descending = FetchRequest<ManagedObject>(
      entityName: "Employee", sortKeys: [SortKey("name", ascending: false)])
    let order: [String?] = [nil, "", "A", "AB", "B"]
    for _ in 0..<2 {
      #expect(try context.fetch(request).map(\.name) == order)
      #expect(try context.fetch(descending).map(\.name) == order.reversed())
      try context.save()
    }
  }

  @Test func equalObjectsComeInTheOrderOfInsertionWithAndWithoutChanges() throws {
    context.rollback()
    for index in 0..<6 { try context.employee("same", index) }
    let request = FetchRequest<ManagedObject>(entityName: "Employee", sortKeys: sort)
    #expect(try context.fetch(request).suffix(3).map(\.salary) == [3, 4, 5])
    try context.save()
    #expect(try context.fetch(request).suffix(3).map(\.salary) == [3, 4, 5])
  }
}
