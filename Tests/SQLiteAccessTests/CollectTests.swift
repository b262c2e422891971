import GraphValues
import SQLSyntax
import SQLiteAccess
import Testing

@Suite("Collecting packed rows")
struct CollectTests {
  static let layout = RowLayout(kinds: [.integer, .real, .text, .blob])
  static let nullable = [true, true, true, true]

  private func table(rows: Int) throws -> SQLiteConnection {
    let connection = try memoryConnection()
    try connection.execute("CREATE TABLE T(id INTEGER PRIMARY KEY, v, i, r, t, b)")
    try connection.execute(
      """
      WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n WHERE x < \(bind: .integer(Int64(rows))))
      INSERT INTO T SELECT x, x * 2, iif(x % 3 = 0, NULL, x * 7), iif(x % 5 = 0, NULL, x / 4.0),
        iif(x % 7 = 0, NULL, 'text ' || x || ' 猫'), iif(x % 11 = 0, NULL, CAST(x AS BLOB)) FROM n
        WHERE \(bind: .integer(Int64(rows))) > 0
      """ as SQL)
    return connection
  }

  /// The rows as values: key, version, entity number, slots.
  static func unpack(_ rows: CollectedRows) -> [[SQLValue]] {
    var result: [[SQLValue]] = []
    rows.forEachRow { key, location in
      if location.isKnown {
        result.append([.integer(key)])
        return
      }
      let batch = rows.batches[Int(location.batch)]
      result.append(unpack(batch, row: Int(location.row)))
    }
    return result
  }

  static func unpack(_ batch: PackedRows, row: Int) -> [SQLValue] {
    var values: [SQLValue] = [
      .integer(batch.key(row)), .integer(batch.version(row)), .integer(Int64(batch.entityNumber(row))),
    ]
    for (slot, kind) in batch.layout.kinds.enumerated() {
      if batch.isNull(slot, row: row) {
        values.append(.null)
        continue
      }
      switch kind {
      case .integer: values.append(.integer(batch.integer(slot, row: row)))
      case .real: values.append(.real(batch.real(slot, row: row)))
      case .text: values.append(.text(batch.text(slot, row: row)))
      case .blob: values.append(.blob(Array(batch.blob(slot, row: row))))
      }
    }
    return values
  }

  @Test(arguments: [0, 1, 2, 255, 256, 257, 512, 1000], [false, true])
  func rowsEqualThoseOfAQuery(rows: Int, expectsFewRows: Bool) throws {
    let connection = try table(rows: rows)
    let text = "SELECT id, v, 5, i, r, t, b FROM T"
    let expected = try connection.query(SQL(raw: text))
    connection.resetStatistics()
    let collected = try connection.collect(
      text, layout: Self.layout, nullable: Self.nullable, expectsFewRows: expectsFewRows)
    #expect(Self.unpack(collected) == expected)
    #expect(collected.keys.count == expected.count)
    #expect(collected.batches.count == (expected.count + 255) / 256)
    #expect(connection.statistics.rowsStepped == expected.count)
    #expect(connection.statistics.statementsRun == 1)
    _ = try connection.collect(
      text, layout: Self.layout, nullable: Self.nullable, expectsFewRows: expectsFewRows)
    #expect(connection.statistics.statementsPrepared <= 1)
  }

  @Test(
    arguments: [
      "ORDER BY id DESC", "ORDER BY t, id", "ORDER BY r DESC NULLS FIRST, id DESC", "ORDER BY i % 10, id",
      "ORDER BY t COLLATE NOCASE DESC, id LIMIT 100 OFFSET 7", "ORDER BY id LIMIT 3",
      "GROUP BY id ORDER BY -id", "ORDER BY 4, 1",
    ])
  func orderIsKept(order: String) throws {
    let connection = try table(rows: 700)
    for index in ["", "CREATE INDEX I ON T(t, r)"] {
      try connection.execute(index)
      for text in [
        "SELECT id, v, 0, i, r, t, b FROM T \(order)",
        "SELECT id, v, 0, i, r, t, b FROM T WHERE v > 20 OR i IS NULL \(order)",
        "WITH w AS (SELECT * FROM T) SELECT id, v, 0, i, r, t, b FROM w \(order)",
        "SELECT T.id, v, 0, i, r, t, b FROM T LEFT JOIN (SELECT id AS other FROM T) ON other = T.id "
          + order.replacing("id", with: "T.id"),
      ] {
        let expected = try connection.query(SQL(raw: text))
        let collected = try connection.collect(text, layout: Self.layout, nullable: Self.nullable)
        #expect(Self.unpack(collected) == expected, "\(text)")
      }
    }
  }

  @Test func orderIsKeptWhereItIsNotRecognized() throws {
    // The wrapped form, which is for queries without an order, keeps one nevertheless.
    let connection = try table(rows: 700)
    let text = "SELECT id, v, 0, i, r, t, b FROM T ORDER /* */ BY t, id DESC"
    let expected = try connection.query(SQL(raw: text))
    let collected = try connection.collect(text, layout: Self.layout, nullable: Self.nullable)
    #expect(Self.unpack(collected) == expected)
  }

  @Test func collectionsNest() throws {
    let connection = try table(rows: 300)
    let text = "SELECT id, v, 0, i, r, t, b FROM T"
    let expected = try connection.query(SQL(raw: text))
    try connection.createFunction("counted", argumentCount: 0) { _ in
      let rows = try connection.collect(
        text + " WHERE id < 10", layout: Self.layout, nullable: Self.nullable)
      return .integer(Int64(rows.count))
    }
    let collected = try connection.collect(
      "SELECT id, v, counted() - 9, i, r, t, b FROM T", layout: Self.layout, nullable: Self.nullable)
    #expect(Self.unpack(collected) == expected)
  }

  @Test func compoundSelectsKeepTheirOrder() throws {
    let connection = try table(rows: 300)
    let text = """
      SELECT id, v, 0, i, r, t, b FROM T WHERE id < 100
      UNION ALL SELECT id, v, 1, i, r, t, b FROM T WHERE id > 200 ORDER BY 1 DESC
      """
    let expected = try connection.query(SQL(raw: text))
    let collected = try connection.collect(text, layout: Self.layout, nullable: Self.nullable)
    #expect(Self.unpack(collected) == expected)
  }

  @Test(arguments: [false, true])
  func bindingsAndKnownRows(expectsFewRows: Bool) throws {
    let connection = try table(rows: 600)
    let collected = try connection.collect(
      "SELECT id, v, 0, i, r, t, b FROM T WHERE id > ?1 ORDER BY id DESC", bindings: [100],
      layout: Self.layout, nullable: Self.nullable, expectsFewRows: expectsFewRows
    ) { key, version in
      #expect(version == key * 2)
      return key % 2 == 0
    }
    #expect(collected.keys == (101...600).reversed().map(Int64.init))
    #expect(collected.knownRows.count == 250)
    let locations = collected.locations
    #expect(locations.count == 500)
    for (key, location) in zip(collected.keys, locations) {
      #expect(location.isKnown == (key % 2 == 0))
      if !location.isKnown {
        #expect(collected.batches[Int(location.batch)].key(Int(location.row)) == key)
      }
    }
  }

  @Test(arguments: [63, 64, 65, 124, 125, 200])
  func manySlots(count: Int) throws {
    let connection = try memoryConnection()
    let layout = RowLayout(kinds: (0..<count).map { $0 % 2 == 0 ? .integer : .text })
    let slots = (0..<count).map { slot in
      slot % 5 == 0 ? "NULL" : slot % 2 == 0 ? "x * \(slot)" : "'t' || x || '\(slot)'"
    }.joined(separator: ", ")
    let text = """
      WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n WHERE x < 300)
      SELECT x, 1, 0, \(slots) FROM n
      """
    let expected = try connection.query(SQL(raw: text))
    let collected = try connection.collect(
      text, layout: layout, nullable: Array(repeating: true, count: count))
    #expect(Self.unpack(collected) == expected)
    // As a batch that was built in memory, to the bits after the last slot.
    var builder = PackedRowsBuilder(layout: layout)
    builder.beginRow(key: 1, version: 1)
    let first = try #require(collected.batches.first)
    #expect(
      first.words[layout.firstSlot - 1] >> UInt64(count % 64)
        == (count % 64 == 0 ? first.words[layout.firstSlot - 1] : UInt64.max >> UInt64(count % 64)))
  }

  @Test func largeValuesEndBatches() throws {
    let connection = try memoryConnection()
    try connection.execute("CREATE TABLE T(id INTEGER PRIMARY KEY, t, b)")
    for (id, size) in [(1, 10), (2, 1_000_000), (3, 10), (4, 200_000), (5, 100_000), (6, 10)] {
      try connection.execute(
        "INSERT INTO T VALUES (\(bind: .integer(Int64(id))), hex(zeroblob(\(bind: .integer(Int64(size / 2))))), x'07')"
          as SQL)
    }
    let layout = RowLayout(kinds: [.text, .blob])
    let collected = try connection.collect(
      "SELECT id, 0, 0, t, b FROM T ORDER BY id", layout: layout, nullable: [false, false])
    #expect(collected.batches.map(\.count) == [1, 1, 3, 1])
    #expect(collected.locations.map(\.batch) == [0, 1, 2, 2, 2, 3])
    #expect(Self.unpack(collected) == (try connection.query("SELECT id, 0, 0, t, b FROM T ORDER BY id")))
  }

  @Test(arguments: [false, true])
  func otherTypesAreConverted(expectsFewRows: Bool) throws {
    let connection = try memoryConnection()
    let collected = try connection.collect(
      "SELECT 'x', NULL, 'y', '12abc', 3, 4.5, 'blob' UNION ALL SELECT 1, 2, 3, NULL, 'z', x'4142', 9",
      layout: Self.layout, nullable: [false, false, false, false], expectsFewRows: expectsFewRows)
    #expect(
      Self.unpack(collected) == [
        [0, 0, 0, 12, 3.0, "4.5", .blob(Array("blob".utf8))],
        [1, 2, 3, 0, 0.0, "AB", .blob(Array("9".utf8))],
      ])
  }

  @Test(arguments: [false, true])
  func emptyAndNullTextsAndBlobsDiffer(expectsFewRows: Bool) throws {
    let connection = try memoryConnection()
    let text = "SELECT 1, 0, 0, 0, 0.0, '', x'' UNION ALL SELECT 2, 0, 0, NULL, NULL, NULL, NULL"
    let expected = try connection.query(SQL(raw: text))
    let collected = try connection.collect(
      text, layout: Self.layout, nullable: Self.nullable, expectsFewRows: expectsFewRows)
    #expect(Self.unpack(collected) == expected)
  }

  @Test func utf16DatabasesGiveUTF8() throws {
    let connection = try memoryConnection()
    try connection.execute(
      "PRAGMA encoding='UTF-16'; CREATE TABLE T(a); INSERT INTO T VALUES ('猫é\u{1F408}')")
    let collected = try connection.collect(
      "SELECT 1, 0, 0, a FROM T", layout: RowLayout(kinds: [.text]), nullable: [false])
    #expect(Self.unpack(collected) == [[1, 0, 0, "猫é\u{1F408}"]])
  }

  @Test func errorsAreThrownAndTheNextCollectionWorks() throws {
    let connection = try table(rows: 10)
    for few in [false, true] {
      #expect(
        sqliteError {
          _ = try connection.collect(
            "SELECT id, v FROM T", layout: Self.layout, nullable: Self.nullable, expectsFewRows: few)
        } != nil)
      #expect(
        sqliteError {
          _ = try connection.collect(
            "SELECT id, v, 0, abs(-9223372036854775807 - 1), r, t, b FROM T", layout: Self.layout,
            nullable: Self.nullable, expectsFewRows: few)
        }?.message == "integer overflow")
      #expect(
        sqliteError {
          _ = try connection.collect(
            "SELECT", layout: Self.layout, nullable: Self.nullable, expectsFewRows: few)
        } != nil)
    }
    #expect(
      sqliteError {
        _ = try connection.collect("SELECT 1, 2, 3", layout: RowLayout(kinds: []), nullable: [true])
      }?.isMisuse == true)
    let none = try connection.collect("SELECT id, v, 0 FROM T", layout: RowLayout(kinds: []), nullable: [])
    #expect(none.count == 10)
    #expect(sqliteError { _ = try connection.query("SELECT graphstore_collect(1, 2, 3)") } != nil)
  }
}
