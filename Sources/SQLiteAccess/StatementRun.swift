/// What was measured of a statement while it was on loan, over all its runs.
package struct StatementRun: Sendable {
  package let text: String
  /// The time within SQLite.
  package internal(set) var duration: Duration = .zero
  /// The rows that came, or were changed.
  package internal(set) var rows = 0

  init(text: String) {
    self.text = text
  }
}
