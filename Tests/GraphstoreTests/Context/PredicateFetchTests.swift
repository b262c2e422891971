import Foundation
import Graphstore
import Testing

@Suite("A fetch selects and sorts, in the store and with unsaved changes")
struct PredicateFetchTests {
  let container: PersistentContainer

  init() throws {
    container = try PersistentContainer(model: Models.employees(), location: .inMemory)
    let context = container.newContext()
    for (name, salary) in [("alpha", 22), ("bravo", 25), ("charlie", 10)] {
      let object = try context.insert(entity: "Employee")
      try object.setValue(name, forKey: "name")
      try object.setValue(salary, forKey: "salary")
    }
    try context.save()
  }

  private func names(_ context: ObjectContext, _ format: String, sort: [SortKey] = []) throws -> [String] {
    var request = try FetchRequest<ManagedObject>(entityName: "Employee", format: format)
    request.sortKeys = sort
    return try context.fetch(request).map { try $0.value(forKey: "name", as: String.self) ?? "nil" }
  }

  @Test func predicatesAndSortKeysAreSQL() throws {
    let context = container.newContext()
    #expect(try names(context, "salary > 20") == ["alpha", "bravo"])
    #expect(try names(context, "name CONTAINS[cd] 'R'", sort: [SortKey("salary")]) == ["charlie", "bravo"])
    #expect(try names(context, "name IN {'alpha', 'charlie'} AND salary BETWEEN {0, 15}") == ["charlie"])
  }

  /// P01 and P04.
  @Test func unsavedChangesCount() throws {
    let context = container.newContext()
    let all = try context.fetch(
      FetchRequest<ManagedObject>(entityName: "Employee", sortKeys: [SortKey("name")]))
    try all[0].setValue(5, forKey: "salary")
    try all[2].setValue(21, forKey: "salary")
    context.delete(all[1])
    for (name, salary) in [("delta", 30), ("echo", 40)] {
      let object = try context.insert(entity: "Employee")
      try object.setValue(name, forKey: "name")
      try object.setValue(salary, forKey: "salary")
    }
    #expect(try names(context, "salary > 20", sort: [SortKey("name")]) == ["charlie", "delta", "echo"])
    var request = try FetchRequest<ManagedObject>(entityName: "Employee", format: "salary > 20")
    #expect(try context.count(request) == 3)
    request.includesPendingChanges = false
    #expect(try context.count(request) == 2)
    request.includesPendingChanges = true
    request.sortKeys = [SortKey("salary", ascending: false)]
    request.fetchOffset = 1
    request.fetchLimit = 1
    #expect(try context.fetch(request).first?.value(forKey: "name", as: String.self) == "delta")
  }
}
