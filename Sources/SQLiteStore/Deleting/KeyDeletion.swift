import GraphValues
import SQLiteAccess

/// Statements that delete the rows of a table by the keys in one of its columns.
struct KeyDeletion: Sendable {
  /// So many keys have to follow one another on average that ranges are the faster way.
  private static let averageRun = 4

  private let range: String
  private let list: String

  /// - Parameters:
  ///   - table: quoted.
  ///   - column: quoted.
  init(table: String, column: String) {
    range = "DELETE FROM \(table) WHERE \(column) BETWEEN ?1 AND ?2"
    list = "DELETE FROM \(table) WHERE \(column) IN (SELECT key FROM \(StoredNames.feed))"
  }

  /// - Parameter keys: ascending, each once.
  func run(_ keys: [Int64], _ connection: SQLiteConnection) throws {
    if keys.isEmpty { return }
    guard let runs = KeyRuns.runs(keys, atLeast: Self.averageRun) else {
      _ = try connection.feed(list, rows: KeyFeed.rows(keys))
      return
    }
    try connection.withStatement(range) { statement in
      for run in runs {
        try statement.bindInteger(run.lowerBound, at: 1)
        try statement.bindInteger(run.upperBound, at: 2)
        _ = try statement.step()
        statement.reset()
      }
    }
  }
}
