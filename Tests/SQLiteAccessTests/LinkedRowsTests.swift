import GraphValues
import SQLSyntax
import SQLiteAccess
import Testing

@Suite("Collecting rows that belong to owners")
struct LinkedRowsTests {
  private static let layout = RowLayout(kinds: [.text])

  /// Rows 1 to 600, each of two owners: its tens, and the negative of that.
  private func collect(
    ordered: Bool, repeats: Bool, few: Bool, accepts: @escaping (Int64, Int64) -> Bool = { _, _ in true },
    isKnown: ((Int64, Int64) -> Bool)? = nil
  ) throws -> LinkedRows {
    let connection = try memoryConnection()
    return try connection.collectLinked(
      """
      WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n WHERE x < 600), s(f) AS (VALUES (1), (-1))
      SELECT s.f * (x / 10), x * 3, x, 7, 2, 'text ' || x FROM s CROSS JOIN n
      """,
      layout: Self.layout, nullable: [true], isOrdered: ordered, repeats: repeats, expectsFewRows: few,
      accepts: accepts, isKnown: isKnown)
  }

  @Test("owners and orders stand beside the rows", arguments: [false, true])
  func owners(few: Bool) throws {
    let linked = try collect(ordered: true, repeats: true, few: few)
    let keys = (1...600).map { Int64($0) }
    #expect(linked.rows.keys == keys + keys)
    #expect(linked.owners == keys.map { $0 / 10 } + keys.map { -($0 / 10) })
    #expect(linked.orders == (keys + keys).map { $0 * 3 })
    #expect(linked.rows.knownRows == Array(600..<1200), "a row that comes again is not read again")
    linked.rows.forEachRow { key, location in
      guard !location.isKnown else { return }
      let rows = linked.rows.batches[Int(location.batch)]
      #expect(rows.text(0, row: Int(location.row)) == "text \(key)")
      #expect(rows.version(Int(location.row)) == 7)
      #expect(rows.entityNumber(Int(location.row)) == 2)
    }
  }

  @Test("rows of other owners are left out, known rows are not read", arguments: [false, true])
  func filtered(few: Bool) throws {
    let linked = try collect(ordered: false, repeats: false, few: few) {
      ($0 == 3 || $0 == 5) && $1 != 39
    } isKnown: { key, version in
      key % 2 == 0 && version == 7
    }
    #expect(linked.rows.keys == Array(30...38) + Array(50...59))
    #expect(linked.owners == Array(repeating: 3, count: 9) + Array(repeating: 5, count: 10))
    #expect(linked.orders.isEmpty)
    #expect(linked.rows.knownRows == [0, 2, 4, 6, 8, 9, 11, 13, 15, 17])
  }

  @Test("rows keep their values in another order, read where they come first")
  func reordered() throws {
    let linked = try collect(ordered: false, repeats: true, few: false) { owner, _ in abs(owner) < 3 }
    let order = Array(linked.rows.keys.indices.reversed())
    let rows = linked.rows.reordered(order)
    #expect(rows.keys == linked.rows.keys.reversed())
    #expect(rows.knownRows == Array(29..<58))
    rows.forEachRow { key, location in
      guard !location.isKnown else { return }
      #expect(rows.batches[Int(location.batch)].text(0, row: Int(location.row)) == "text \(key)")
    }
  }
}
