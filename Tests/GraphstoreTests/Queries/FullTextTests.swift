import Foundation
import GraphstoreTestSupport
import SQLSyntax
import SQLiteAccess
import Testing

@testable import Graphstore
@testable import SQLiteStore

@Suite("Full-text search")
struct FullTextTests {
  private static func model(_ fullText: String = #"["title", "text"]"#) throws -> EntityModel {
    try EntityModel(
      json: """
        { "model": "Library", "entities": [
          { "name": "Shelf", "attributes": [ { "name": "name", "type": "string" } ],
            "relationships": [
              { "name": "pages", "to": "Page", "many": true, "inverse": "shelf", "onDelete": "cascade" } ] },
          { "name": "Page", "attributes": [
            { "name": "code", "type": "int64", "default": 0 },
            { "name": "title", "type": "string", "optional": true },
            { "name": "text", "type": "string", "optional": true } ],
            "relationships": [ { "name": "shelf", "to": "Shelf", "optional": true, "inverse": "pages" } ],
            "fullText": \(fullText) },
          { "name": "Review", "parent": "Page", "attributes": [
            { "name": "verdict", "type": "string", "optional": true } ],
            "fullText": \(fullText.hasPrefix("[") ? #"["verdict"]"# : fullText) } ] }
        """)
  }

  private let container: PersistentContainer

  init() throws {
    container = try PersistentContainer(model: try Self.model(), location: .inMemory)
    let context = container.newContext()
    try context.insert("Page", ["code": 1, "title": "Cats", "text": "A cat, a DOG and a crème brûlée"])
    try context.insert("Page", ["code": 2, "title": "Dogs", "text": "dogs chase cats; cats chase cats"])
    try context.insert("Page", ["code": 3, "text": "Catalogue of \"things\" AND of others"])
    try context.insert("Review", ["code": 4, "title": "Nothing", "verdict": "cats, once more"])
    try context.insert("Page", ["code": 5])
    try context.save()
  }

  private func codes(
    _ query: FullTextQuery, _ entity: String = "Page", in context: ObjectContext? = nil,
    _ more: QueryPredicate = .true
  ) throws -> [Int] {
    let context = context ?? container.newContext()
    let request = FetchRequest<ManagedObject>(
      entityName: entity, where: QueryPredicate.fullText(query) && more)
    let found = try context.fetch(request)
    #expect(try context.count(request) == found.count)
    return try found.map { try $0.value(forKey: "code", as: Int.self) ?? -1 }
  }

  @Test func wordsAreFoundWithoutCaseAndDiacritics() throws {
    #expect(try codes(.all("cats")) == [1, 2])
    #expect(try codes(.all("DOG CAT")) == [1])
    #expect(try codes(.all("Creme brulee")) == [1])
    #expect(try codes(.any("dog dogs")) == [1, 2])
    #expect(try codes(.prefix("cat")) == [1, 2, 3])
    #expect(try codes(.prefix("chase ca")) == [2])
    #expect(try codes(.phrase("chase cats")) == [2])
    #expect(try codes(.phrase("cats chase dogs")) == [])
    #expect(try codes(.all("cats", in: ["text"])) == [2])
    #expect(try codes(.expression("cats NOT dogs")) == [1])
    #expect(try codes(.expression("title : dogs")) == [2])
  }

  @Test func anEntitySearchesItsOwnAndInheritedAttributes() throws {
    #expect(try codes(.all("cats"), "Review") == [4])
    #expect(try codes(.all("nothing"), "Review") == [4])
    #expect(try codes(.all("cats", in: ["verdict"]), "Review") == [4])
    #expect(try codes(.all("cats more"), "Review") == [4])
    #expect(try codes(.all("nothing")) == [4])
    #expect(try codes(.all("more")) == [])
  }

  @Test(arguments: [
    "", " ", "\"", "\"\"", "*", "cat*", "AND", "OR NOT", "NEAR(a b)", "a:b", "(", ")", "^cat",
    "'; DROP TABLE Page; --",
    "\0", "a\0b", "-cats", "{title}", "+", "💥", "\\", "title : x", String(repeating: "a", count: 9_000),
  ])
  func nothingInAUsersTextIsSyntax(_ text: String) throws {
    for query in [FullTextQuery.all(text), .any(text), .prefix(text), .phrase(text)] {
      _ = try codes(query)
      _ = try codes(query, "Review")
      _ = try container.newContext().search(
        query, in: FetchRequest<ManagedObject>(entityName: "Page"), excerpts: SearchExcerpts(highlights: true)
      )
    }
  }

  @Test func punctuationAloneFindsNothingAndIsIgnoredBesideWords() throws {
    #expect(try codes(.all("!!! …")) == [])
    #expect(try codes(.all("")) == [])
    #expect(try codes(.all("cats !!!")) == [1, 2])
    #expect(try codes(.any("!!! dog")) == [1])
    #expect(try codes(.all("AND")) == [1, 2, 3].filter { $0 != 2 })
  }

  @Test(arguments: [
    "AND", "cats AND", "\"open", "nope : cats", "(cats", "cats)", "cats) OR (dogs", "*cats", "NEAR(cats",
    "cats ^ ^", "^",
    "cats\0\" x",
  ])
  func anExpressionThatIsNoneIsATypedError(_ expression: String) throws {
    let context = container.newContext()
    let request = FetchRequest<ManagedObject>(
      entityName: "Review", where: .fullText(.expression(expression)))
    var errors: [QueryError?] = []
    errors.append(#expect(throws: QueryError.self) { try context.fetch(request) })
    errors.append(#expect(throws: QueryError.self) { try context.count(request) })
    errors.append(
      #expect(throws: QueryError.self) {
        try context.search(
          .expression(expression), in: FetchRequest<ManagedObject>(entityName: "Review"))
      })
    try context.insert("Review", ["verdict": "cats"])
    errors.append(#expect(throws: QueryError.self) { try context.fetch(request) })
    for error in errors {
      #expect(error?.code == .fullText, "\(expression): \(error?.description ?? "none")")
    }
  }

  @Test func whatTheModelDoesNotDeclareIsAnError() throws {
    let context = container.newContext()
    func error(_ entity: String, _ query: FullTextQuery) -> QueryError? {
      #expect(throws: QueryError.self) {
        try context.fetch(FetchRequest<ManagedObject>(entityName: entity, where: .fullText(query)))
      }
    }
    #expect(error("Shelf", .all("x"))?.message.contains("has no full-text index") == true)
    #expect(error("Page", .all("x", in: ["titel"]))?.suggestion == "title")
    #expect(error("Page", .all("x", in: ["verdict"]))?.code == .unknownKey)
    #expect(error("Page", .all("x", in: []))?.code == .arguments)
    #expect(error("Page", .all(String(repeating: "a ", count: 300)))?.code == .tooComplex)
    #expect(error("Page", .phrase(String(repeating: "a", count: 10_001)))?.code == .tooComplex)
  }

  @Test func itCombinesWithOtherConditions() throws {
    let more = try QueryPredicate(format: "code > 1")
    #expect(try codes(.all("cats"), in: nil, more) == [2])
    let context = container.newContext()
    let either = QueryPredicate.fullText("nothing") || (try QueryPredicate(format: "code == 5"))
    let request = FetchRequest<ManagedObject>(entityName: "Page", where: either)
    #expect(try context.fetch(request).count == 2)
    let others = FetchRequest<ManagedObject>(entityName: "Page", where: !QueryPredicate.fullText("cats"))
    #expect(try context.fetch(others).count == 3)
    #expect(try context.explain(request).scans.isEmpty == false)
    let served = FetchRequest<ManagedObject>(entityName: "Page", where: .fullText("cats"))
    #expect(try context.explain(served).isServedByIndex)
  }

  @Test func unsavedObjectsAreJudgedAsSavedOnes() throws {
    let context = container.newContext()
    try context.insert("Page", ["code": 6, "title": "Crème de la crème"])
    let first = try #require(
      try context.first(FetchRequest<ManagedObject>(entityName: "Page", format: "code == 1")))
    try first.setValue("Horses", forKey: "title")
    try context.insert("Review", ["code": 7, "verdict": "creme", "text": "cats"])
    let second = try #require(
      try context.first(FetchRequest<ManagedObject>(entityName: "Page", format: "code == 2")))
    context.delete(second)
    let queries: [FullTextQuery] = [
      .all("creme"), .all("cats"), .all("horses cat"), .prefix("cre"), .expression("cat NOT horses"),
      .any("nothing horses"), .phrase("la creme"), .all("creme", in: ["title"]),
    ]
    let pending = try queries.map { Set(try codes($0, in: context)) }
    try context.save()
    #expect(try queries.map { Set(try codes($0)) } == pending)
    #expect(pending[1] == [7])
  }

  // MARK: Ranks and excerpts

  @Test func theBestComesFirst() throws {
    let context = container.newContext()
    let found = try context.search("cats", in: FetchRequest<ManagedObject>(entityName: "Page"))
    #expect(try found.map { try $0.object.value(forKey: "code", as: Int.self) } == [2, 1])
    #expect(zip(found, found.dropFirst()).allSatisfy { $0.rank <= $1.rank })
    #expect(found.allSatisfy { $0.rank < 0 && $0.snippet == nil && $0.highlights.isEmpty })
    let weighed = try context.search(
      "cats", in: FetchRequest<ManagedObject>(entityName: "Page"), weights: ["title": 50, "text": 0.1])
    #expect(try weighed.map { try $0.object.value(forKey: "code", as: Int.self) } == [1, 2])
  }

  @Test func aRequestNarrowsASearch() throws {
    let context = container.newContext()
    var request = try FetchRequest<ManagedObject>(entityName: "Page", format: "code < 3")
    request.sortKeys = [SortKey("code")]
    func found() throws -> [Int] {
      try context.search(.any("cats nothing"), in: request).map { $0.object.salaryLike("code") }
    }
    #expect(try found() == [1, 2])
    request.fetchLimit = 1
    #expect(try found() == [1])
    request.fetchOffset = 1
    #expect(try found() == [2])
    request.fetchOffset = 0
    try context.insert("Page", ["code": 0, "title": "cats"])
    #expect(try found() == [0])
    request.sortKeys = []
    request.fetchLimit = 0
    #expect(try found() == [2, 1, 0])
    request.includesPendingChanges = false
    #expect(try found() == [2, 1])
  }

  @Test func excerptsMarkWhatWasFound() throws {
    let context = container.newContext()
    try context.insert("Page", ["code": 9, "title": "Unsaved", "text": "brulee here"])
    let excerpts = SearchExcerpts(opening: "<", closing: ">", snippetWords: 3, highlights: true)
    let found = try context.search(
      "brûlée", in: FetchRequest<ManagedObject>(entityName: "Page"), excerpts: excerpts)
    #expect(found.map(\.snippet) == ["…a crème <brûlée>", "<brulee> here"])
    #expect(found[0].highlights == ["title": "Cats", "text": "A cat, a DOG and a crème <brûlée>"])
    #expect(found[1].highlights == ["title": "Unsaved", "text": "<brulee> here"])
    #expect(found[1].rank == 0)
    #expect(throws: GraphError.self) {
      try context.search(
        "x", in: FetchRequest<ManagedObject>(entityName: "Page"), excerpts: SearchExcerpts(snippetWords: 65))
    }
    #expect(throws: GraphError.self) {
      try context.search("x", in: FetchRequest<ManagedObject>(entityName: "Page"), weights: ["verdict": 1])
    }
    #expect(throws: GraphError.self) {
      try context.search("x", in: FetchRequest<ManagedObject>(entityName: "Page"), weights: ["text": .nan])
    }
  }

  @Test func optionsReachTheTokenizer() throws {
    let options = #"{ "attributes": ["title"], "prefixLengths": [2], "keepsDiacritics": true }"#
    let container = try PersistentContainer(model: try Self.model(options), location: .inMemory)
    let context = container.newContext()
    try context.insert("Page", ["title": "crème"])
    for _ in 0..<2 {
      #expect(try codes(.all("creme"), in: context) == [])
      #expect(try codes(.all("CRÈME"), in: context) == [0])
      #expect(try codes(.prefix("cr"), in: context) == [0])
      try context.save()
    }
  }
}

extension ManagedObject {
  fileprivate func salaryLike(_ key: String) -> Int {
    ((try? value(forKey: key, as: Int.self)) ?? nil) ?? -1
  }
}
