import Foundation
import GraphstoreTestSupport
import SQLSyntax
import SQLiteAccess
import Testing

@testable import Graphstore
@testable import SQLiteStore

/// The index is what the rows say, after whatever has changed them.
@Suite("Full-text indexes stay in step")
struct FullTextIndexTests {
  private static func model() throws -> EntityModel {
    try EntityModel(
      json: """
        { "model": "Library", "entities": [
          { "name": "Shelf", "attributes": [ { "name": "name", "type": "string", "optional": true } ],
            "relationships": [
              { "name": "pages", "to": "Page", "many": true, "inverse": "shelf", "onDelete": "cascade" } ] },
          { "name": "Page", "attributes": [
            { "name": "title", "type": "string", "optional": true },
            { "name": "text", "type": "string", "optional": true } ],
            "relationships": [ { "name": "shelf", "to": "Shelf", "optional": true, "inverse": "pages" } ],
            "unique": [["title"]], "fullText": ["title", "text"] },
          { "name": "Review", "parent": "Page", "attributes": [
            { "name": "verdict", "type": "string", "optional": true } ], "fullText": ["verdict"] } ] }
        """)
  }

  private static let words = [
    "cat", "dog", "bird", "crème", "Creme", "two words", "x", "", "a\u{0}b", "猫", "ß",
  ]

  /// FTS5 compares the index with the rows.
  private func check(_ container: PersistentContainer) throws {
    try container.store.writer.write { connection in
      try connection.execute(
        """
        INSERT INTO "_graphstore_Page_fulltext" ("_graphstore_Page_fulltext", rank)
        VALUES ('integrity-check', 1)
        """)
    }
  }

  @Test func randomChangesLeaveItWhole() throws {
    var random = SeededGenerator(for: "full-text indexes")
    let fixture = try StoreFixture(try Self.model())
    var container = try fixture.open()
    for round in 0..<12 {
      let context = container.newContext()
      for _ in 0..<20 { try change(context, &random) }
      let words = Self.words.flatMap { [FullTextQuery.all($0), .prefix(String($0.prefix(2)))] }
      func found(_ context: ObjectContext) throws -> [Set<ObjectID>] {
        try words.map { query in
          Set(
            try context.fetch(FetchRequest<ManagedObject>(entityName: "Page", where: .fullText(query)))
              .map(\.id))
        }
      }
      let pending = try found(context)
      try context.save()
      #expect(try found(container.newContext()) == pending, "seed \(random.seed)")
      try check(container)
      if round % 5 == 4 {
        container.close()
        container = try fixture.open()
      }
    }
  }

  private func change(_ context: ObjectContext, _ random: inout SeededGenerator) throws {
    let choice = Int.random(in: 0..<8, using: &random)
    // A shelf goes without its pages being read.
    let pages = choice == 7 ? [] : try context.all("Page")
    let word = Self.words[Int.random(in: 0..<Self.words.count, using: &random)]
    let unique = "\(word) \(UInt64.random(in: 0...9_999_999, using: &random))"
    switch choice {
    case 0, 1, 2:
      let entity = random.oneIn(2) ? "Page" : "Review"
      let page = try context.insert(entity, ["title": unique, "text": word])
      if entity == "Review" { try page.setValue(word, forKey: "verdict") }
      if let shelf = try context.all("Shelf").first { try page.setRelatedObject(shelf, forKey: "shelf") }
    case 3: try context.insert("Shelf", ["name": word])
    case 4:
      if let page = pages.randomElement(using: &random) { try page.setValue(word, forKey: "text") }
    case 5:
      // Values that are unique change places: rows are parked in between.
      guard pages.count > 1, let one = pages.randomElement(using: &random),
        let other = pages.randomElement(using: &random)
      else { return }
      let (first, second) = (
        try one.value(forKey: "title", as: String.self), try other.value(forKey: "title", as: String.self)
      )
      try one.setValue(second, forKey: "title")
      try other.setValue(first, forKey: "title")
    case 6:
      if let page = pages.randomElement(using: &random) { context.delete(page) }
    default:
      if random.oneIn(4), let shelf = try context.all("Shelf").first { context.delete(shelf) }
    }
  }

  @Test func otherToolsKeepItToo() throws {
    let fixture = try StoreFixture(try Self.model())
    try fixture.make { context in try context.insert("Page", ["title": "cat"]) }
    try fixture.raw.executeTrusted(
      """
      UPDATE Page SET title = 'dog'; INSERT INTO Page (_id, _version, _entity, text) VALUES (77, 1, 0, 'cat');
      """)
    let container = try fixture.open()
    try check(container)
    let request = FetchRequest<ManagedObject>(entityName: "Page", where: .fullText("cat"))
    #expect(try container.newContext().count(request) == 1)
  }

  @Test(arguments: [
    "DROP TRIGGER \"_graphstore_Page_fulltext_update\"", "DROP TABLE \"_graphstore_Page_fulltext\"",
    "DROP TRIGGER \"_graphstore_Page_fulltext_insert\"; CREATE TRIGGER \"_graphstore_Page_fulltext_insert\" "
      + "AFTER INSERT ON Page BEGIN SELECT 1; END",
  ])
  func aMissingPieceIsFoundWhenTheStoreIsOpened(_ statement: String) throws {
    let fixture = try StoreFixture(try Self.model())
    try fixture.make()
    try fixture.raw.execute(statement)
    expect(.corrupt) { _ = try fixture.open() }
  }

  @Test func aStoreWithoutIndexesHasNoneOfIt() throws {
    let fixture = try StoreFixture(Models.employees())
    try fixture.make()
    let container = try fixture.open()
    let count = try container.store.readers.read { connection in
      try connection.scalar("SELECT count(*) FROM sqlite_schema WHERE sql LIKE 'CREATE VIRTUAL%'")
    }
    #expect(count == .integer(0))
  }
}
