package import GraphModel
import SQLSyntax

/// What a ranked search says of an FTS5 table. https://sqlite.org/fts5.html#fts5_auxiliary_functions
package struct FullTextSelection: Sendable {
  /// The table as FROM has it.
  package let source: String
  /// How well a row fits: the smaller, the better.
  package let rank: String
  private let columnCount: Int

  /// - Parameters:
  ///   - name: the FTS5 table's.
  ///   - weights: how much each attribute counts.
  package init(_ name: String, _ index: ResolvedFullText, weights: [String: Double]) {
    source = SQL.quoted(identifier: name)
    columnCount = index.columns.count
    rank =
      weights.isEmpty
      ? "\(source).rank"
      : "bm25(\(source), \(index.columns.map { "\(weights[$0.name] ?? 1)" }.joined(separator: ", ")))"
  }

  /// The key of a row.
  package var key: String { "\(source).rowid" }

  /// The condition that the index answers.
  package func matches(_ parameter: String) -> String { "\(source) MATCH \(parameter)" }

  /// The most telling part of the texts; the marks are the parameters 3 to 5.
  package func snippet(words: Int) -> String { "snippet(\(source), -1, ?3, ?4, ?5, \(words))" }

  /// The marked texts, a column each; the marks are the parameters 3 and 4.
  package var highlights: [String] { (0..<columnCount).map { "highlight(\(source), \($0), ?3, ?4)" } }
}
