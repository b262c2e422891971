import GraphModel
import GraphSQL
import ObjectGraph
import SQLSyntax
import SQLiteAccess

/// The statements of a ranked search.
struct SearchStatement {
  private let selection: FullTextSelection
  private let excerpts: SearchExcerpts?
  private let columnCount: Int

  init(name: String, index: ResolvedFullText, weights: [String: Double], excerpts: SearchExcerpts?) {
    self.excerpts = excerpts
    columnCount = index.columns.count
    selection = FullTextSelection(name, index, weights: weights)
  }

  /// The keys and ranks of the rows that are found.
  ///
  /// The index is asked first and the rows after it, so that no other index comes in between.
  ///
  /// - Parameter conditions: what else has to hold of a row.
  func text(
    table: String, conditions: [String], order: String?, limit: (limit: String, offset: String)?
  ) -> String {
    let table = SQL.quoted(identifier: table)
    let key = "\(table).\(SQL.quoted(identifier: TableLayout.keyColumn))"
    let all = [selection.matches("?1")] + conditions
    return """
      SELECT \(key), \(selection.rank) FROM \(selection.source) CROSS JOIN \(table) \
      ON \(key) = \(selection.key) WHERE \(all.joined(separator: " AND ")) \
      \(order ?? "ORDER BY \(selection.rank), \(key)")\
      \(limit.map { " LIMIT \($0.limit) OFFSET \($0.offset)" } ?? "")
      """
  }

  /// The excerpts of a row, worked out for those alone that are wanted; a sort would work them out for all.
  func excerptText(isKeyed: Bool) -> String {
    var columns = ["1"]
    if let excerpts {
      columns = [selection.snippet(words: excerpts.snippetWords)]
      if excerpts.highlights { columns += selection.highlights }
    }
    return "SELECT \(columns.joined(separator: ", ")) FROM \(selection.source) "
      + "WHERE \(selection.matches("?1"))\(isKeyed ? " AND \(selection.key) = ?2" : "")"
  }

  func excerptBindings(_ match: String, key: Int64?) -> [SQLValue] {
    var bindings: [SQLValue] = [.text(match)]
    guard let excerpts else { return bindings + (key.map { [.integer($0)] } ?? []) }
    bindings.append(key.map { .integer($0) } ?? .null)
    return bindings + [.text(excerpts.opening), .text(excerpts.closing), .text(excerpts.ellipsis)]
  }

  /// The hit of a row of ``excerptText(isKeyed:)``.
  func hit(key: Int64, rank: Double, _ run: SQLiteStatement) -> FullTextHit {
    guard let excerpts else { return FullTextHit(key: key, rank: rank, snippet: "", highlights: []) }
    let highlights =
      excerpts.highlights
      ? (1...columnCount).map { run.isNull($0) ? nil : run.text($0) } : []
    return FullTextHit(key: key, rank: rank, snippet: run.text(0), highlights: highlights)
  }
}
