import Foundation
import Graphstore
import GraphstoreTestSupport
import Testing

@Suite("Text queries answer the same from the store and from unsaved objects")
struct TextQueryTests {
  /// How many of the names a condition holds for, unsaved and then saved.
  private func counts(_ names: [String?], _ format: String) throws -> [Int] {
    let container = try PersistentContainer(model: Models.employees(), location: .inMemory)
    let context = container.newContext()
    for (index, name) in names.enumerated() { try context.employee(name, index) }
    let request = try FetchRequest<ManagedObject>(entityName: "Employee", format: format)
    let pending = try context.fetch(request).count
    try context.save()
    let other = container.newContext()
    return [pending, try other.fetch(request).count, try other.count(request)]
  }

  // S01
  @Test(arguments: [
    ("name CONTAINS[c] 'U'", 1), ("name CONTAINS[d] 'u'", 3), ("name CONTAINS[cd] 'U'", 3),
    ("name CONTAINS 'ü'", 1), ("name ==[cd] 'TUV'", 3), ("name !=[c] 'TUV'", 3), ("name !=[d] 'tuv'", 1),
  ])
  func caseAndDiacriticsAreFoldedAsAsked(_ format: String, _ count: Int) throws {
    #expect(try counts(["abc", "tüv", "tûv", "tuv"], format) == [count, count, count])
  }

  // S04
  @Test(arguments: [("CONTAINS[c] 'café'", 1), ("CONTAINS[cd] 'CAFE'", 1), ("CONTAINS 'CAFE'", 0)])
  func accentsMatchWhereTheyAreAsked(_ condition: String, _ count: Int) throws {
    #expect(try counts(["Café con Leche"], "name \(condition)") == [count, count, count])
  }

  // S06
  @Test func matchesIsOfTheWholeText() throws {
    let names = ["a-suffix", "a-suffix-b", "-suffix", nil, "a\n-suffix"]
    #expect(try counts(names, "name MATCHES '.*-suffix'") == [2, 2, 2])
  }

  @Test(.timeLimit(.minutes(1)), arguments: ["(a+)+b", "(a|aa)+b"])
  func catastrophicExpressionsEndInTheStoreToo(_ pattern: String) throws {
    let container = try PersistentContainer(model: Models.employees(), location: .inMemory)
    let context = container.newContext()
    try context.employee(String(repeating: "a", count: 60) + "!")
    let request = try FetchRequest<ManagedObject>(
      entityName: "Employee", format: "name MATCHES %@", pattern)
    for _ in 0..<2 {
      #expect(throws: QueryError.self) { try context.fetch(request) }
      #expect(throws: QueryError.self) { try context.count(request) }
      try context.save()
    }
    #expect(try context.all("Employee").count == 1)
  }

  // S12
  @Test func numbersOf64BitsAreCompared() throws {
    let container = try PersistentContainer(model: Models.employees(), location: .inMemory)
    let context = container.newContext()
    for number in [Int.min, -1, 0, 5_000_000_000, 7_000_000_001, .max] { try context.employee(nil, number) }
    func found(_ format: String) throws -> [Int?] {
      try context.fetch(FetchRequest<ManagedObject>(entityName: "Employee", format: format)).map(\.salary)
    }
    for _ in 0..<2 {
      #expect(try found("salary BETWEEN {5000000000, 7000000000}") == [5_000_000_000])
      #expect(try found("salary == 9223372036854775807") == [.max])
      #expect(try found("salary <= -9223372036854775808") == [.min])
      try context.save()
    }
  }

  // S10
  @Test func datesAreEqualAfterTheirRoundTrip() throws {
    let container = try PersistentContainer(model: Models.allTypes(), location: .inMemory)
    let context = container.newContext()
    let dates = [1000.0, 1.5e-7, -1.5e-7, 0.1 + 0.2].map { Date(timeIntervalSinceReferenceDate: $0) }
    for date in dates { try context.insert("Thing", ["dateValue": date]) }
    try context.save()
    let other = container.newContext()
    for date in dates {
      let request = try FetchRequest<ManagedObject>(entityName: "Thing", format: "dateValue == %@", date)
      #expect(try other.fetch(request).map { try $0.value(forKey: "dateValue", as: Date.self) } == [date])
    }
  }

  @Test func typedPredicatesAndSortDescriptorsWork() throws {
    let container = try PersistentContainer(model: GifSchema.model, location: .inMemory)
    let context = container.newContext()
    for number in 1...20 {
      let gif = GifModel(in: context, newsid: Int64(number), userid: Int64(number % 3))
      gif.isZan = number % 2 == 0
      gif.text = number % 5 == 0 ? nil : "text \(number)"
    }
    var request = FetchRequest<GifModel>(
      predicate: #Predicate { $0.newsid > 10 && $0.isZan },
      sortBy: [SortDescriptor(\.newsid, order: .reverse)])
    request.fetchLimit = 3
    for _ in 0..<2 {
      #expect(try context.fetch(request).map(\.newsid) == [20, 18, 16])
      #expect(try context.count(request) == 3)
      let cats = try FetchRequest<GifModel>(format: "newsid > %@ AND text CONTAINS[cd] %@", 10, "TEXT 1")
      #expect(try context.fetch(cats).map(\.newsid) == [11, 12, 13, 14, 16, 17, 18, 19])
      try context.save()
    }
  }

  @Test func whatTheUserSaysIsBoundAndNeverSpliced() throws {
    let container = try PersistentContainer(model: GifSchema.model, location: .inMemory)
    let context = container.newContext()
    let texts = ["'; DROP TABLE GifModel; --", "\" OR 1=1", "a\u{0}b", "%", "_", "\\", "?1", "{}"]
    for (number, text) in texts.enumerated() {
      GifModel(in: context, newsid: Int64(number), userid: 0).text = text
    }
    try context.save()
    let other = container.newContext()
    for (number, text) in texts.enumerated() {
      let request = try FetchRequest<GifModel>(format: "text == %@ OR text BEGINSWITH %@", text, text + "x")
      #expect(try other.fetch(request).map(\.newsid) == [Int64(number)])
    }
    #expect(try other.count(FetchRequest<GifModel>()) == texts.count)
  }

  @Test func aRequestThatDoesNotFitTheModelIsAnErrorWhenItIsRun() throws {
    let context = try PersistentContainer(model: GifSchema.model, location: .inMemory).newContext()
    #expect(throws: QueryError.self) { _ = try context.fetch(FetchRequest<GifModel>(format: "nosuch == 1")) }
    #expect(throws: QueryError.self) {
      _ = try context.count(FetchRequest<GifModel>(format: "newsid == 'x'"))
    }
    #expect(throws: QueryError.self) {
      _ = try context.fetch(FetchRequest<GifModel>(sortKeys: [SortKey("nosuch")]))
    }
    #expect(throws: QueryError.self) { _ = try FetchRequest<GifModel>(format: "newsid ==") }
  }
}
