import GraphSQL
import SQLSyntax
import SQLiteAccess

/// Whether the tables of a store are there as its model says; other tools may have changed them.
///
/// What reading and saving rely on is checked: the columns, their types and what may be null, and the indexes
/// that keep values unique. Other tables, columns and indexes are left alone.
struct TableCheck {
  private struct Column: Equatable {
    let type: String
    let isRequired: Bool
    let isKey: Bool
  }

  let layout: StoreLayout

  func run(_ connection: SQLiteConnection) throws {
    let found = try columns(connection)
    let uniques = try uniqueIndexes(connection)
    for table in layout.tables {
      guard let columns = found[table.tableName] else {
        throw damaged("the table \"\(table.tableName)\" is missing, or not STRICT", connection)
      }
      for (name, wanted) in Self.columns(of: table) where columns[name] != wanted {
        throw damaged(
          "the column \"\(table.tableName)\".\"\(name)\" is missing, or not "
            + "\(wanted.type)\(wanted.isKey ? " PRIMARY KEY" : wanted.isRequired ? " NOT NULL" : "")",
          connection)
      }
      for constraint in table.uniqueness where constraint.index.condition == nil {
        let names = constraint.index.terms.map(\.column)
        if uniques[table.tableName]?.contains(names) == true { continue }
        throw damaged(
          "the unique index of \"\(table.tableName)\" (\(names.joined(separator: ", "))) is missing",
          connection)
      }
    }
    try checkSequences(connection)
  }

  private static func columns(of table: TableLayout) -> [(String, Column)] {
    let key = (TableLayout.keyColumn, Column(type: "INTEGER", isRequired: false, isKey: true))
    let version = (TableLayout.versionColumn, Column(type: "INTEGER", isRequired: true, isKey: false))
    return [key, version]
      + table.columns.map { column in
        (column.name, Column(type: column.type, isRequired: !table.nullable[column.slot], isKey: false))
      }
  }

  /// The columns of all STRICT tables.
  private func columns(_ connection: SQLiteConnection) throws -> [String: [String: Column]] {
    var result: [String: [String: Column]] = [:]
    let rows = try connection.query(
      """
      SELECT t.name, c.name, c.type, c."notnull", c.pk FROM pragma_table_list AS t \
      JOIN pragma_table_info(t.name) AS c WHERE t.schema = 'main' AND t.type = 'table' AND t.strict
      """)
    for row in rows {
      guard case .text(let table) = row[0], case .text(let name) = row[1], case .text(let type) = row[2]
      else {
        continue
      }
      let isKey = row[4] == .integer(1)
      result[table, default: [:]][name] = Column(
        type: type, isRequired: !isKey && row[3] == .integer(1), isKey: isKey)
    }
    return result
  }

  /// The columns of each unique index that covers all rows of its table.
  private func uniqueIndexes(_ connection: SQLiteConnection) throws -> [String: Set<[String]>] {
    var byIndex: [String: (table: String, columns: [String])] = [:]
    let rows = try connection.query(
      """
      SELECT m.name, i.name, c.name FROM sqlite_schema AS m JOIN pragma_index_list(m.name) AS i \
      JOIN pragma_index_info(i.name) AS c WHERE m.type = 'table' AND i."unique" AND NOT i.partial \
      ORDER BY i.name, c.seqno
      """)
    for row in rows {
      guard case .text(let table) = row[0], case .text(let index) = row[1] else { continue }
      // An expression has no name.
      let column = if case .text(let name) = row[2] { name } else { "" }
      byIndex[index, default: (table, [])].columns.append(column)
    }
    var result: [String: Set<[String]>] = [:]
    for (table, columns) in byIndex.values { result[table, default: []].insert(columns) }
    return result
  }

  private func checkSequences(_ connection: SQLiteConnection) throws {
    let entities: [[SQLValue]]
    do {
      entities = try connection.query("SELECT entity FROM \(identifier: StoreLayout.sequenceTable)")
    } catch let error as SQLiteError where error.message.hasPrefix("no such") {
      throw damaged("the table \"\(StoreLayout.sequenceTable)\" is missing", connection)
    }
    for table in layout.tables where !entities.contains([.text(table.tableName)]) {
      throw damaged("the sequence of \"\(table.tableName)\" is missing", connection)
    }
  }

  private func damaged(_ reason: String, _ connection: SQLiteConnection) -> StoreError {
    StoreError(.corrupt, "the store is damaged: \(reason)", path: connection.path)
  }
}
