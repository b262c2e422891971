import GraphModel
import GraphSQL
import ObjectGraph
import SQLSyntax
import SQLiteAccess

/// Reads the plans of a store's queries, and refuses those that look at more than is allowed.
struct QueryExplainer: Sendable {
  private let adviser: IndexAdviser
  private let tables: Set<String>
  /// The most rows of a table that a query may look at whole; nil for any number.
  private let scanLimit: Int?

  init(model: ResolvedModel, layout: StoreLayout, scanLimit: Int?) {
    adviser = IndexAdviser(model: model, layout: layout)
    tables = Set(layout.tables.map(\.tableName) + layout.joins.map(\.tableName))
    self.scanLimit = scanLimit
  }

  func explanation(
    of query: StoreQuery, _ plan: QueryPlan, _ connection: SQLiteConnection
  ) throws -> QueryExplanation {
    let lines = try PlanLine.plan(of: plan.text, connection)
    return QueryExplanation(
      sql: plan.text, bindings: plan.bindings(query).map(QueryExplanation.BindingType.init),
      plan: lines.map(\.step),
      scans: try scanned(lines).map { table in
        QueryExplanation.TableScan(table: table, rows: try Self.count(of: table, connection))
      }, advice: adviser.advice(for: query, plan.text, lines, connection))
  }

  /// Refuses a query that would look at the whole of a large table to find a part of it.
  func checkScans(of query: StoreQuery, _ plan: QueryPlan, _ connection: SQLiteConnection) throws {
    guard let scanLimit, !query.allowsFullScan else { return }
    let isBounded = query.limit != nil
    if query.predicate == nil && !isBounded { return }
    let lines = try plan.lines(connection)
    // Without a condition and sorted by an index, the first rows are the ones wanted.
    if query.predicate == nil && !lines.contains(where: { $0.access == .temporarySort }) { return }
    for table in scanned(lines) {
      if try Self.count(of: table, upTo: scanLimit, connection) <= scanLimit { continue }
      let advice = adviser.advice(for: query, plan.text, lines, connection)
      let remedy =
        advice.isEmpty
        ? "no index would serve it; narrow the condition, or set allowsFullScan"
        : advice.map(\.description).joined(separator: "; ")
      throw StoreError(
        .fullScan,
        "the query would look at the whole of \"\(table)\", which has more than \(scanLimit) rows: \(remedy)",
        path: connection.path, sql: plan.text)
    }
  }

  private func scanned(_ lines: [PlanLine]) -> [String] {
    var result: [String] = []
    for line in lines where line.looksAtAll {
      if let table = line.table, tables.contains(table), !result.contains(table) { result.append(table) }
    }
    return result
  }

  private static func count(of table: String, _ connection: SQLiteConnection) throws -> Int {
    guard case .integer(let count) = try connection.scalar("SELECT count(*) FROM \(identifier: table)") else {
      return 0
    }
    return Int(count)
  }

  /// The rows of a table, or one more than a limit where there are more.
  private static func count(
    of table: String, upTo limit: Int, _ connection: SQLiteConnection
  ) throws -> Int {
    let most = limit == .max ? limit : max(0, limit) + 1
    guard
      case .integer(let count) = try connection.scalar(
        """
        SELECT count(*) FROM (SELECT 1 FROM \(identifier: table) LIMIT \(bind: .integer(Int64(most))))
        """)
    else { return 0 }
    return Int(count)
  }
}

extension QueryExplanation.BindingType {
  fileprivate init(_ value: SQLValue) {
    self =
      switch value {
      case .null: .null
      case .integer: .integer
      case .real: .real
      case .text: .text
      case .blob: .blob
      }
  }
}
