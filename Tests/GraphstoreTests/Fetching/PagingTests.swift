import Foundation
@testable import Graphstore
import GraphQuery
import GraphstoreTestSupport
import SQLiteAccess
import Testing

@Suite("Pages of a fetch")
struct PagingTests {
  let container: PersistentContainer
  let context: ObjectContext

  init() throws {
    container = try PersistentContainer(model: Models.employees(), location: .inMemory)
    context = container.newContext()
    for index in 0..<25 { try context.employee(index % 5 == 0 ? nil : "n\(index % 3)", index % 4) }
    try context.save()
  }

  private func request(_ sort: String, limit: Int = 4) throws -> FetchRequest<ManagedObject> {
    var request = FetchRequest<ManagedObject>(entityName: "Employee")
    request.sortKeys = sort.isEmpty ? [] : try SortKey.parse(sort)
    request.fetchLimit = limit
    return request
  }

  private func paged(
    _ request: FetchRequest<ManagedObject>, _ context: ObjectContext
  ) throws -> [Int64] {
    var page = try context.fetchPage(request)
    var keys = page.objects.map(\.id.key)
    while let next = page.next {
      // As a server would have it back from its client.
      let cursor = try #require(FetchCursor(next.description))
      #expect(cursor == next)
      page = try context.fetchPage(request.after(cursor))
      try #require(!page.objects.isEmpty && keys.count < 100, "pages without end: \(keys)")
      keys += page.objects.map(\.id.key)
    }
    return keys
  }

  @Test(arguments: [
    "", "salary", "salary desc", "name", "name desc", "name, salary desc", "name desc, salary",
    "salary desc, name[cd] desc", "name[c], salary", "SELF desc", "name, SELF desc", "salary desc, SELF",
  ])
  func pagesAreTheWhole(sort: String) throws {
    for limit in [1, 4, 24, 25, 26] {
      var request = try request(sort, limit: limit)
      #expect(try paged(request, context) == paged(request, context))
      var whole = request
      whole.fetchLimit = 0
      #expect(try paged(request, context) == context.fetch(whole).map(\.id.key), "\(limit)")
      // With unsaved changes in the way.
      let other = container.newContext()
      let objects = try other.all("Employee")
      try objects[3].setValue(nil, forKey: "name")
      try objects[8].setValue(-1, forKey: "salary")
      other.delete(objects[12])
      try other.employee("n1", 2)
      try other.employee(nil, 9)
      #expect(try paged(request, other) == other.fetch(whole).map(\.id.key), "\(limit)")
      request.includesPendingChanges = false
      whole.includesPendingChanges = false
      #expect(try paged(request, other) == other.fetch(whole).map(\.id.key), "\(limit)")
    }
  }

  @Test func whatComesAndGoesBeforeAPageDoesNotShiftIt() throws {
    let request = try request("salary desc, name")
    var whole = request
    whole.fetchLimit = 0
    let all = try context.fetch(whole)
    let page = try context.fetchPage(request)
    // The very object at the place goes as well.
    for object in all[..<4] { context.delete(object) }
    try context.employee("before", 100)
    try context.save()
    let next = try context.fetchPage(request.after(page.next))
    #expect(next.objects == Array(all[4..<8]))
  }

  @Test func countsAndOffsetsBeginAtTheCursor() throws {
    var request = try request("salary, name", limit: 10)
    let cursor = try context.fetchPage(request).next
    request.fetchLimit = 0
    #expect(try context.count(request.after(cursor)) == 15)
    #expect(try context.exists(request.after(cursor)))
    request.fetchOffset = 14
    let last = try #require(try context.fetch(request.after(cursor)).last)
    let end = try context.cursor(at: last, in: request)
    request.fetchOffset = 0
    #expect(try context.fetch(request.after(end)).isEmpty)
    #expect(try !context.exists(request.after(end)))
    #expect(try context.count(request.after(end)) == 0)
  }

  @Test func aCursorGoesWithItsOrder() throws {
    let cursor = try context.fetchPage(request("salary")).next
    for other in ["", "salary desc", "name", "salary, name", "salary, SELF"] {
      expect(.invalidRequest) { _ = try context.fetch(request(other).after(cursor)) }
    }
    expect(.invalidRequest) { _ = try context.fetchPage(request("salary", limit: 0)) }
  }

  @Test func textsThatAreNoCursors() throws {
    let cursor = try #require(try context.fetchPage(request("name, salary", limit: 20)).next)
    let text = cursor.description
    #expect(text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == "_") })
    for end in 0..<text.count { #expect(FetchCursor(String(text.prefix(end))) != cursor) }
    for garbage in ["", "!", "e30", "bnVsbA", "W10", String(repeating: "A", count: 1 << 21)] {
      #expect(FetchCursor(garbage) == nil, "\(garbage.prefix(10))")
    }
    // A value of another kind than what is sorted by.
    let forged = FetchCursor(
      entityName: "Employee", order: ["name"],
      position: SortPosition(values: [.int(1)], key: 1))
    expect(.invalidRequest) { _ = try context.fetch(request("name").after(forged)) }
    let json = try JSONEncoder().encode([cursor])
    #expect(try JSONDecoder().decode([FetchCursor].self, from: json) == [cursor])
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode([FetchCursor].self, from: Data(#"["?"]"#.utf8))
    }
  }

  @Test func valuesOfEveryTypeAreExactInCursors() throws {
    let container = try PersistentContainer(model: Models.allTypes(), location: .inMemory)
    let context = container.newContext()
    for index in 0..<6 {
      let thing = try context.insert(entity: "Thing")
      let number = Double(index % 3) * 0.1
      try thing.setValue(index % 2 == 0, forKey: "boolValue")
      try thing.setValue(index == 0 ? Int64.max : Int64(index) - 3, forKey: "int64Value")
      try thing.setValue(index == 1 ? -Double.infinity : number, forKey: "doubleValue")
      try thing.setValue(Float(number), forKey: "floatValue")
      try thing.setValue(
        Decimal(string: "123456789012345678.12345678\(index)"), forKey: "decimalValue")
      try thing.setValue(Decimal(index) / 4, forKey: "price")
      try thing.setValue("\u{301}\0\(index)é", forKey: "stringValue")
      try thing.setValue(Date(timeIntervalSinceReferenceDate: number), forKey: "dateValue")
      try thing.setValue(Data([UInt8(index), 0]), forKey: "dataValue")
      try thing.setValue(UUID(), forKey: "uuidValue")
      try thing.setValue(URL(string: "http://a.b/\(index)"), forKey: "urlValue")
    }
    _ = try context.insert(entity: "Thing")
    try context.save()
    for property in [
      "boolValue", "int64Value", "doubleValue", "floatValue", "decimalValue", "price", "stringValue",
      "dateValue", "dataValue", "uuidValue", "urlValue", "stringValue[cd]",
    ] {
      for direction in ["asc", "desc"] {
        var request = FetchRequest<ManagedObject>(entityName: "Thing")
        request.sortKeys = try SortKey.parse("\(property) \(direction)")
        let all = try context.fetch(request).map(\.id.key)
        request.fetchLimit = 2
        #expect(try paged(request, container.newContext()) == all, "\(property) \(direction)")
      }
    }
  }

  @Test func anIndexServesPages() throws {
    let model = try EntityModel(
      json: """
        { "model": "Staff", "entities": [ { "name": "Employee",
          "attributes": [ { "name": "name", "type": "string", "optional": true },
                          { "name": "salary", "type": "int64", "default": 0 } ],
          "indexes": [["salary"]] } ] }
        """)
    let container = try PersistentContainer(model: model, location: .inMemory)
    let context = container.newContext()
    for index in 0..<2000 { try context.employee("e", index) }
    try context.save()
    for sort in ["salary", "salary desc"] {
      var request = try request(sort, limit: 10)
      request.fetchOffset = 1900
      let page = try context.fetchPage(request)
      request.fetchOffset = 0
      let cursor = try #require(page.next)
      _ = try context.fetchPage(request.after(cursor))
      let before = container.store.statistics.rowsStepped
      #expect(try context.fetchPage(request.after(cursor)).objects.count == 10)
      #expect(container.store.statistics.rowsStepped - before < 20)
    }
  }
}
