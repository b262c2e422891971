import Dispatch
import Foundation
import Graphstore
import GraphstoreTestSupport
import Testing

@Suite("Bound SQL that reads")
struct BoundSQLTests {
  let library: LibraryStore
  private let title: SQLText = "\(property: "title", entity: "Book")"

  init() throws { library = try LibraryStore() }

  @Test func valuesAreBoundAndNeverSpliced() throws {
    let evil = "x'; DELETE FROM \"Book\"; --"
    let book = try library.context.insert("Book", ["title": "x';--"])
    try library.context.save()
    let rows = try library.context.rows(sql: "SELECT \(evil) AS t, count(*) FROM \(entity: "Book")")
    #expect(rows.map { $0["t"] } == [.string(evil)])
    #expect(rows[0][1] == .int(7))
    let found = try library.context.fetch(
      entity: "Book", sql: "SELECT \(keyOf: nil) FROM \(entity: "Book") WHERE \(title) = \("x';--")")
    #expect(found == [book])
    let injected = "Book\"; DROP TABLE \"Book"
    expect(.invalidStatement) {
      _ = try library.context.rows(sql: "SELECT * FROM \(identifier: injected)")
    }
    #expect(try library.context.rows(sql: "SELECT count(*) FROM \(entity: "Book")")[0][0] == .int(7))
  }

  @Test func everyTypeComesBack() throws {
    let (date, id, bytes) = (Date(timeIntervalSinceReferenceDate: 12.5), UUID(), Data([0, 1, 2]))
    let url = try #require(URL(string: "https://example.org/a?b=c"))
    let none: Int? = nil
    let rows = try library.context.rows(
      columns: Bool.self, Int8.self, Int64.self, Double.self, Float.self, String.self, Date.self, UUID.self,
      Data.self, URL.self, Int?.self, Decimal.self, String?.self,
      sql:
        "SELECT \(true), \(Int8(-5)), \(Int64.max), \(0.1), \(Float(1.5)), \("a\0b"), \(date), \(id), \(bytes), \(url), \(none), \(Decimal(string: "1.25")), \("there")"
    )
    let row = try #require(rows.first)
    #expect(row.0 && row.1 == -5 && row.2 == .max && row.3 == 0.1 && row.4 == 1.5 && row.5 == "a\0b")
    #expect(row.6 == date && row.7 == id && row.8 == bytes && row.9 == url && row.10 == nil)
    #expect(row.11 == Decimal(string: "1.25") && row.12 == "there")
  }

  @Test func rowsAreDecodedByName() throws {
    struct Row: Decodable, Equatable {
      let title: String
      let pages: Int
      let changed: Date?
      let missing: Int?
    }
    let rows = try library.context.rows(
      Row.self,
      sql:
        "SELECT \(title), \(property: "pages", entity: "Book"), NULL AS changed FROM \(entity: "Book") ORDER BY 2 LIMIT 2"
    )
    #expect(
      rows == [
        Row(title: "Book 1", pages: 10, changed: nil, missing: nil),
        Row(title: "Book 2", pages: 20, changed: nil, missing: nil),
      ])
    #expect(try library.container.rows(Int.self, sql: "SELECT count(*) FROM \(entity: "Review")") == [6])
    #expect(throws: DecodingError.self) {
      try library.context.rows(Row.self, sql: "SELECT 'x' AS title, 'many' AS pages")
    }
    #expect(throws: DecodingError.self) { try library.context.rows(Row.self, sql: "SELECT 1 AS pages") }
  }

  @Test func aColumnOfAnotherTypeOrNameIsAnError() throws {
    let row = try library.context.rows(sql: "SELECT 'x' AS a, 3 AS b, NULL AS c")[0]
    #expect(row.columnNames == ["a", "b", "c"])
    expect(.invalidStatement) { _ = try row.value("a", as: Int.self) }
    expect(.invalidStatement) { _ = try row.value("c", as: Int.self) }
    expect(.invalidStatement) { _ = try row.value("d", as: Int.self) }
    expect(.invalidStatement) { _ = try row.value(3, as: Int.self) }
    #expect(try row.value("b", as: Int8.self) == 3)
    #expect(try row.value("c", as: Int?.self) == nil)
    #expect(row[7] == .null && row["zz"] == .null)
  }

  @Test func decimalsAreBoundAsTheirColumnKeepsThem() throws {
    try library.book(1).setValue(Decimal(string: "12.30"), forKey: "price")
    try library.context.save()
    let price = Property<GifModel, Decimal?>("price")
    _ = price
    let found = try library.context.rows(
      sql:
        "SELECT \(property: "price", entity: "Book") FROM \(entity: "Book") WHERE \(property: "price", entity: "Book") IS NOT NULL"
    )
    #expect(found.map { $0[0] } == [.int(1230)])
  }

  // MARK: Objects

  @Test func objectsComeInTheStatementsOrderWithUnsavedChanges() throws {
    let book = try library.book(2)
    try book.setValue("edited", forKey: "title")
    library.context.delete(try library.book(5))
    let books = try library.context.fetch(
      entity: "Book",
      sql:
        "SELECT * FROM \(entity: "Book") WHERE \(property: "isbn", entity: "Book") IN \(list: [2, 5, 6, 4]) ORDER BY \(property: "isbn", entity: "Book") DESC"
    )
    #expect(books.map(\.label) == ["Book 6", "Book 4", "edited"])
    #expect(books[2] === book)
    #expect(!books[0].isFault)
    let comics = try library.context.fetch(
      entity: "Comic", sql: "SELECT \(keyOf: "b") FROM \(entity: "Comic") AS b")
    #expect(comics.map(\.label) == ["Book 3", "Book 6"], "rows of other entities are left out")
    let joined = try library.context.fetch(
      entity: "Shelf",
      sql: """
        SELECT s._id FROM \(entity: "Shelf") AS s JOIN \(entity: "Book") AS b \
        ON \(property: "shelf", entity: "Book", of: "b") = \(keyOf: "s") WHERE b.pages > \(40) GROUP BY 1
        """)
    #expect(joined.map(\.label) == ["low"])
  }

  @Test func keysOfNothingAreLeftOutAndAStatementWithoutKeysIsRefused() throws {
    #expect(try library.context.fetch(entity: "Book", sql: "SELECT 4711 UNION ALL SELECT NULL").isEmpty)
    let error = expect(.invalidStatement) {
      _ = try library.context.fetch(entity: "Book", sql: "SELECT title, pages FROM \(entity: "Book")")
    }
    #expect(error?.message.contains("_id") == true)
  }

  @Test func typedTokens() throws {
    let container = try PersistentContainer(model: GifSchema.model, location: .inMemory)
    let context = container.newContext()
    for number in 1...6 { _ = GifModel(in: context, newsid: Int64(number), userid: Int64(number % 2)) }
    try context.save()
    let p = GifModel.Properties.self
    let filter: SQLText = "WHERE \(p.newsid) > \(2) AND \(isKind: GifModel.self)"
    let gifs = try context.fetch(
      GifModel.self, sql: "SELECT * FROM \(GifModel.self) \(filter) ORDER BY \(p.newsid) DESC")
    #expect(gifs.map(\.newsid) == [6, 5, 4, 3])
    let counts = try context.rows(
      columns: Int64.self, Int.self,
      sql: "SELECT \(p.userid, of: "g"), count(*) FROM \(GifModel.self) AS g GROUP BY 1 ORDER BY 1")
    #expect(counts.map { [$0, Int64($1)] } == [[0, 3], [1, 3]])
    #expect(try context.fetch(GifModel.self, sql: "SELECT \(gifs[0])").map(\.newsid) == [6])
    #expect(try context.rows(sql: "SELECT \(gifs[0].newsid, as: p.newsid)")[0][0] == .int(6))
  }

  // MARK: Refusals

  @Test(arguments: [
    "", "   ", "-- nothing", "SELEC 1", "SELECT", "SELECT * FROM nowhere", "SELECT nothing FROM Book",
    "SELECT 1; SELECT 2", "SELECT 1; -- x\n DELETE FROM Book", "SELECT 1; /* x */ DELETE FROM Book",
    "DELETE FROM Book", "UPDATE Book SET pages = 1",
    "INSERT INTO Tag (_id, _version, name) VALUES (1, 1, 'x')",
    "DROP TABLE Book", "CREATE TABLE x(a)", "CREATE TEMP TABLE x(a)", "ALTER TABLE Book ADD x", "VACUUM",
    "REINDEX", "ANALYZE", "ATTACH '/tmp/x.sqlite' AS x", "DETACH main", "BEGIN", "COMMIT", "ROLLBACK",
    "SAVEPOINT x", "RELEASE x", "PRAGMA query_only = 0", "PRAGMA journal_mode = DELETE",
    "PRAGMA foreign_keys = 0", "PRAGMA writable_schema = 1", "PRAGMA user_version = 5",
    "PRAGMA wal_checkpoint",
    "PRAGMA optimize", "SELECT load_extension('x')", "WITH x AS (SELECT 1) DELETE FROM Book",
    "SELECT graphstore_collect(1)", "EXPLAIN DELETE FROM Book", "DELETE FROM Book RETURNING _id",
  ])
  func aStatementThatReadsDoesNothingElse(text: String) throws {
    let error = expect(.invalidStatement) { _ = try library.context.rows(sql: SQLText(verbatim: text)) }
    #expect(error?.path.isEmpty == false)
    #expect(try library.texts(#"SELECT count(*) FROM "Book""#) == ["6"])
    #expect(try library.context.rows(sql: "SELECT 1").count == 1, "the connection works on")
    #expect(try library.context.all("Book").count == 6)
  }

  @Test(arguments: [
    "CREATE TABLE x(a)", "DROP TABLE Book", "ALTER TABLE Book ADD x", "PRAGMA foreign_keys = 0", "BEGIN",
    "COMMIT",
    "ROLLBACK", "SAVEPOINT x", "ATTACH ':memory:' AS x", "UPDATE Book SET _id = _id + 100",
    "UPDATE Book SET _entity = 0", "DELETE FROM _graphstore", "UPDATE _graphstore_sequence SET next = 1",
    "INSERT INTO _graphstore VALUES ('a', 'b')", "DELETE FROM sqlite_schema",
    "DELETE FROM Review; DELETE FROM Tag",
    "UPDATE Book SET pages = 'many'", "UPDATE Book SET title = NULL", "VACUUM", "REINDEX",
  ])
  func aStatementOfATransactionKeepsToRows(text: String) throws {
    try library.container.write { _, sql in
      expect(.invalidStatement) { try sql.execute(SQLText(verbatim: text)) }
      try sql.execute("UPDATE \(entity: "Tag") SET \(property: "name", entity: "Tag") = 'x'")
    }
    #expect(try library.texts(#"SELECT count(*) FROM "Book""#) == ["6"])
    #expect(try library.texts(#"SELECT count(*) FROM "Review""#) == ["6"])
    #expect(try library.fixture.raw.integrity() == ["ok"])
  }

  @Test func harmlessPragmasAndExplanationsAreGiven() throws {
    #expect(try !library.context.rows(sql: "PRAGMA table_info('Book')").isEmpty)
    #expect(try library.context.rows(sql: "SELECT count(*) FROM pragma_table_info('Tag')")[0][0] == .int(3))
    #expect(try !library.context.rows(sql: "EXPLAIN QUERY PLAN SELECT * FROM Book").isEmpty)
    #expect(try library.context.rows(sql: "PRAGMA integrity_check")[0][0] == .string("ok"))
    #expect(try library.context.rows(sql: "SELECT 1; -- done")[0][0] == .int(1))
  }

  @Test func namesOutOfTheModelAreRefusedWithASuggestion() throws {
    func message(_ sql: SQLText) -> String? {
      expect(.invalidStatement) { _ = try library.context.rows(sql: sql) }?.message
    }
    #expect(message("SELECT * FROM \(entity: "Boook")")?.contains("did you mean \"Book\"") == true)
    #expect(
      message("SELECT \(property: "pagse", entity: "Book")")?.contains("did you mean \"pages\"") == true)
    #expect(message("SELECT \(property: "mood", entity: "Book")")?.contains("transient") == true)
    #expect(message("SELECT \(property: "reviews", entity: "Book")")?.contains("many") == true)
    #expect(message("SELECT \([1, 2])")?.contains("list:") == true)
    #expect(message("SELECT \(Double.nan)")?.contains("NaN") == true)
    #expect(message("SELECT ?, ?9")?.isEmpty == false)
  }

  @Test func aStatementIsStopped() throws {
    let interruption = SQLInterruption()
    let container = library.container
    // Not by a task: all threads of tasks may be at work on other tests.
    let timer = DispatchSource.makeTimerSource(queue: DispatchQueue(label: "interruption"))
    timer.schedule(deadline: .now() + .milliseconds(50), repeating: .milliseconds(50))
    timer.setEventHandler { interruption.interrupt() }
    timer.resume()
    defer { timer.cancel() }
    expect(.interrupted) {
      _ = try container.rows(
        sql: "WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c) SELECT count(*) FROM c",
        interruption: interruption)
    }
    expect(.interrupted) { _ = try container.rows(sql: "SELECT 1", interruption: interruption) }
    #expect(try container.rows(sql: "SELECT 1").count == 1)
  }
}
