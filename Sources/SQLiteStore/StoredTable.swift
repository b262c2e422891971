import GraphSQL

/// A table's layout with the texts of its statements.
final class StoredTable: Sendable {
  let layout: TableLayout
  let statements: RowStatements

  init(_ layout: TableLayout) {
    self.layout = layout
    statements = RowStatements(layout, feedTable: "graphstore_feed")
  }
}
