import GraphValues
import SQLSyntax
import SQLiteAccess
import Testing

@Suite("Feeding packed rows")
struct FeedTests {
  static let layout = RowLayout(kinds: [.integer, .real, .text, .blob])
  static let insert =
    "INSERT INTO T(id, v, i, r, t, b) SELECT key, version, c0, c1, c2, c3 FROM graphstore_feed"

  private func connection() throws -> SQLiteConnection {
    let connection = try memoryConnection()
    try connection.execute("CREATE TABLE T(id INTEGER PRIMARY KEY, v, i UNIQUE, r, t, b)")
    return connection
  }

  private func batch(_ count: Int) -> PackedRows {
    var builder = PackedRowsBuilder(layout: Self.layout)
    for row in 0..<count {
      builder.beginRow(key: Int64(row + 1), version: Int64(row * 2))
      if row % 3 != 0 { builder.set(0, integer: Int64(row)) }
      if row % 4 != 0 { builder.set(1, real: Double(row) / 8) }
      if row % 5 != 0 { builder.set(2, text: row % 7 == 0 ? "" : "text \(row) 猫\0") }
      if row % 6 != 0 { builder.set(3, bytes: row % 5 == 0 ? [] : [UInt8(truncatingIfNeeded: row), 0]) }
    }
    return builder.finish()
  }

  @Test(arguments: [0, 1, 255, 256, 257, 1000])
  func rowsComeBackAsTheyWereFed(count: Int) throws {
    let connection = try connection()
    let rows = batch(count)
    #expect(try connection.feed(Self.insert, rows: rows) == count)
    let collected = try connection.collect(
      "SELECT id, v, 0, i, r, t, b FROM T ORDER BY id", layout: Self.layout,
      nullable: [true, true, true, true])
    #expect(collected.count == count)
    #expect(CollectTests.unpack(collected) == (0..<count).map { CollectTests.unpack(rows, row: $0) })
    #expect(connection.statistics.statementsRun <= 3)
  }

  @Test func textsOnlyOfEmptyStringsAreNotNull() throws {
    let connection = try connection()
    var builder = PackedRowsBuilder(layout: Self.layout)
    builder.beginRow(key: 1, version: 1)
    builder.set(2, text: "")
    builder.set(3, bytes: [])
    _ = try connection.feed(Self.insert, rows: builder.finish())
    #expect(try connection.query("SELECT t, b, i FROM T") == [["", .blob([]), nil]])
    let missed = try connection.runEach(
      "UPDATE T SET i = 1, t = ?1, b = ?2 WHERE id = ?3", rows: builder.finish(),
      parameters: [.slot(2), .slot(3), .key])
    #expect(missed.isEmpty)
    #expect(try connection.query("SELECT t, b, i FROM T") == [["", .blob([]), 1]])
  }

  @Test func errorsNameTheRow() throws {
    let connection = try connection()
    try connection.execute("INSERT INTO T(id, i) VALUES (-1, 40)")
    let error = sqliteError { _ = try connection.feed(Self.insert, rows: batch(100)) }
    #expect(error?.isUniqueViolation == true)
    #expect(error?.offendingRow == 40)
    #expect(error?.sql == Self.insert)
    #expect(error?.message == "UNIQUE constraint failed: T.i")
    #expect(try connection.scalar("SELECT count(*) FROM T") == 1)
    try connection.execute("DELETE FROM T")
    #expect(try connection.feed(Self.insert, rows: batch(100)) == 100)
    let again = sqliteError { _ = try connection.feed(Self.insert, rows: batch(100)) }
    #expect(again?.offendingRow == 0)
  }

  @Test func twoHundredSlots() throws {
    let connection = try memoryConnection()
    let layout = RowLayout(kinds: Array(repeating: .integer, count: 200))
    let names = (0..<200).map { "a\($0)" }.joined(separator: ", ")
    let columns = (0..<200).map { "c\($0)" }.joined(separator: ", ")
    try connection.execute("CREATE TABLE T(id INTEGER PRIMARY KEY, \(names))")
    var builder = PackedRowsBuilder(layout: layout)
    for row in 0..<300 {
      builder.beginRow(key: Int64(row), version: 0, entityNumber: row % 3)
      for slot in 0..<200 where (row + slot) % 7 != 0 { builder.set(slot, integer: Int64(row * slot)) }
    }
    let rows = builder.finish()
    let text = "INSERT INTO T SELECT key, \(columns) FROM graphstore_feed"
    #expect(try connection.feed(text, rows: rows) == 300)
    let collected = try connection.collect(
      "SELECT id, 0, id % 3, \(names) FROM T", layout: layout, nullable: Array(repeating: true, count: 200))
    #expect(CollectTests.unpack(collected) == (0..<300).map { CollectTests.unpack(rows, row: $0) })
  }

  @Test func batchesOfOtherWidthsShareTheTable() throws {
    let connection = try connection()
    var builder = PackedRowsBuilder(layout: RowLayout(kinds: [.integer]))
    builder.beginRow(key: 5, version: 6, entityNumber: 7)
    builder.set(0, integer: 8)
    try connection.withFeed(builder.finish()) {
      let rows = try connection.query("SELECT key, version, entity, c0, c1, c63 FROM graphstore_feed")
      #expect(rows == [[5, 6, 7, 8, nil, nil]])
      try connection.withFeed(batch(3)) { () throws in
        #expect(try connection.scalar("SELECT count(*) FROM graphstore_feed") == 3)
      }
      #expect(try connection.scalar("SELECT count(*) FROM graphstore_feed") == 1)
    }
    #expect(try connection.scalar("SELECT count(*) FROM graphstore_feed") == 0)
    var wide = PackedRowsBuilder(layout: RowLayout(kinds: Array(repeating: .integer, count: 1901)))
    wide.beginRow(key: 1, version: 1)
    #expect(sqliteError { try connection.withFeed(wide.finish()) {} }?.isMisuse == true)
  }

  @Test func statementsOfTheNarrowTableGoOnAfterAWideBatch() throws {
    let connection = try connection()
    let text = "SELECT key, c0 FROM graphstore_feed"
    var narrow = PackedRowsBuilder(layout: RowLayout(kinds: [.integer]))
    narrow.beginRow(key: 1, version: 1)
    narrow.set(0, integer: 5)
    var wide = PackedRowsBuilder(layout: RowLayout(kinds: Array(repeating: .integer, count: 1900)))
    wide.beginRow(key: 2, version: 1)
    wide.set(0, integer: 6)
    wide.set(1899, integer: 7)
    let held = try connection.prepare(text)
    try connection.withFeed(narrow.finish()) {
      #expect(try connection.query(SQL(raw: text)) == [[1, 5]])
      try connection.withFeed(wide.finish()) {
        #expect(try connection.query(SQL(raw: text)) == [[2, 6]])
        #expect(try connection.query("SELECT c0, c1, c1899 FROM graphstore_feed") == [[6, nil, 7]])
        let stepped = try held.step()
        #expect(stepped)
        #expect(held.integer(1) == 6)
        held.reset()
      }
      #expect(try connection.query(SQL(raw: text)) == [[1, 5]])
      let stepped = try held.step()
      #expect(stepped)
      #expect(held.integer(1) == 5)
      held.release()
    }
  }

  @Test func failingWithoutUndoingKeepsTheRowsBefore() throws {
    let connection = try connection()
    try connection.execute("INSERT INTO T(id, i) VALUES (-1, 40)")
    let text = Self.insert.replacing("INSERT INTO", with: "INSERT OR FAIL INTO")
    let error = sqliteError {
      try connection.transaction { _ = try connection.feed(text, rows: batch(100)) }
    }
    #expect(error?.isUniqueViolation == true)
    #expect(error?.offendingRow == 40)
    #expect(try connection.scalar("SELECT count(*) FROM T") == 1)
  }

  @Test func aStatementLeftOpenDoesNotReadABatchThatIsGone() throws {
    let connection = try connection()
    let statement = try connection.prepare("SELECT c2 FROM graphstore_feed")
    try connection.withFeed(batch(10)) { () throws in #expect(try statement.step()) }
    #expect(sqliteError { _ = try statement.step() } != nil)
  }

  @Test func aSchemaCannotUseTheFeed() throws {
    let connection = try connection()
    try connection.execute("CREATE VIEW V AS SELECT * FROM graphstore_feed")
    #expect(sqliteError { _ = try connection.query("SELECT * FROM V") } != nil)
  }

  @Test func insertsDoNotGoThroughATemporaryTable() throws {
    let connection = try connection()
    let plan = try connection.query(SQL(raw: "EXPLAIN " + Self.insert))
    let codes = plan.compactMap { $0[1].textValue }
    #expect(codes.contains("VColumn"))
    #expect(!codes.contains("OpenEphemeral"))
  }

  @Test func updatesByRowTellWhatTheyMissed() throws {
    let connection = try connection()
    _ = try connection.feed(Self.insert, rows: batch(10))
    var builder = PackedRowsBuilder(layout: Self.layout)
    for key in [3, 99, 5, 7] as [Int64] {
      builder.beginRow(key: key, version: key == 5 ? 1 : (key - 1) * 2)
      builder.set(2, text: "new \(key)")
    }
    let text = "UPDATE T SET v = v + ?1, t = ?2, r = ?3 WHERE id = ?4 AND v = ?5"
    let parameters: [FeedParameter] = [.value(1), .slot(2), .slot(1), .key, .version]
    let missed = try connection.runEach(text, rows: builder.finish(), parameters: parameters)
    #expect(missed == [1, 2])
    #expect(
      try connection.query("SELECT id, v, t, r FROM T WHERE t LIKE 'new%'") == [
        [3, 5, "new 3", nil], [7, 13, "new 7", nil],
      ])
    #expect(
      try connection.runEach(text, rows: builder.finish(), parameters: parameters, expectedChanges: nil) == []
    )
    #expect(try connection.runEach(text, rows: batch(0), parameters: parameters) == [])
  }

  @Test func errorsOfSingleRowsNameTheRow() throws {
    let connection = try connection()
    try connection.execute("INSERT INTO T(id, i) VALUES (-1, 40)")
    let error = sqliteError {
      _ = try connection.runEach(
        "INSERT INTO T(id, i) VALUES (?1, ?2)", rows: batch(100), parameters: [.key, .slot(0)])
    }
    #expect(error?.isUniqueViolation == true)
    #expect(error?.offendingRow == 40)
    #expect(
      sqliteError {
        _ = try connection.runEach("SELECT ?1", rows: batch(1), parameters: [.slot(4)])
      }?.isMisuse == true)
    #expect(
      sqliteError { _ = try connection.runEach("SELECT ?1, ?2", rows: batch(1), parameters: [.key]) }?.code
        == 25)
  }
}
