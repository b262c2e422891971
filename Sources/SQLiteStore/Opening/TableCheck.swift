import GraphSQL
import SQLSyntax
import SQLiteAccess

/// Whether the tables of a store are there as its model says; other tools may have changed them.
struct TableCheck {
  let layout: StoreLayout

  func run(_ connection: SQLiteConnection) throws {
    var found: [String: [String: String]] = [:]
    let rows = try connection.query(
      """
      SELECT m.name, c.name, c.type FROM sqlite_schema AS m JOIN pragma_table_info(m.name) AS c \
      WHERE m.type = 'table'
      """)
    for row in rows {
      if case .text(let table) = row[0], case .text(let column) = row[1], case .text(let type) = row[2] {
        found[table, default: [:]][column] = type
      }
    }
    for table in layout.tables {
      guard let columns = found[table.tableName] else {
        throw damaged("the table \"\(table.tableName)\" is missing", connection)
      }
      for column in table.columns where columns[column.name] != column.type {
        throw damaged(
          "the column \"\(table.tableName)\".\"\(column.name)\" is missing or not of type \(column.type)",
          connection)
      }
    }
    if found[StoreLayout.sequenceTable] == nil {
      throw damaged("the table \"\(StoreLayout.sequenceTable)\" is missing", connection)
    }
  }

  private func damaged(_ reason: String, _ connection: SQLiteConnection) -> StoreError {
    StoreError(.corrupt, "the store is damaged: \(reason)", path: connection.path)
  }
}
