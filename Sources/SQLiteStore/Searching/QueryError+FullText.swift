import GraphQuery
import SQLiteAccess

extension QueryError {
  /// The mistake in the expression of a full-text search; nil where SQLite reports something else.
  init?(malformedSearch error: SQLiteError) {
    guard error.isGeneric, error.sql?.contains(" MATCH ?") == true else { return nil }
    let beginnings = ["fts5:", "unterminated string", "unknown special query", "no such column"]
    guard beginnings.contains(where: { error.message.hasPrefix($0) }) else { return nil }
    let reason = error.message.hasPrefix("fts5: ") ? String(error.message.dropFirst(6)) : error.message
    self.init(.fullText, "the full-text search is malformed: \(reason)")
  }
}
