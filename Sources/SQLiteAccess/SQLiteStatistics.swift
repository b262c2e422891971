/// What a connection did since it was opened or its statistics were reset; deterministic, for tests and
/// benchmarks.
package struct SQLiteStatistics: Sendable, Hashable {
  /// Statements compiled.
  package var statementsPrepared = 0
  /// Statements begun: first steps.
  package var statementsRun = 0
  /// Rows that statements gave.
  package var rowsStepped = 0
  /// Rows inserted, updated and deleted.
  package var rowsChanged = 0

  package init() {}
}
