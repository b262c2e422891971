import GraphModel
import GraphSQL
import GraphValues
import SQLSyntax
import SQLiteAccess

/// What has to be noted of a store's tables to know what a transaction changes: those of hierarchies first, in the
/// layout's order, then those of joins.
struct CaptureTables {
  let layout: StoreLayout
  /// The slots whose values are kept of deleted rows, by table.
  var keptSlots: [String: [Int]] = [:]

  /// Looks up where the columns lie: other tools may have moved them.
  func captured(_ connection: SQLiteConnection) throws -> [CapturedTable] {
    let tables = layout.tables.map(\.tableName) + layout.joins.map(\.tableName)
    var columns: [String: [String: Int]] = [:]
    for table in tables {
      let rows = try connection.query("SELECT name, cid FROM pragma_table_info(\(bind: .text(table)))")
      for row in rows {
        if case .text(let name) = row[0], case .integer(let index) = row[1] {
          columns[table, default: [:]][name] = Int(index)
        }
      }
    }
    return layout.tables.map { captured($0, columns[$0.tableName] ?? [:]) }
      + layout.joins.map { captured($0, columns[$0.tableName] ?? [:]) }
  }

  private func captured(_ table: TableLayout, _ found: [String: Int]) -> CapturedTable {
    let kept = keptSlots[table.tableName] ?? []
    return CapturedTable(
      name: table.tableName,
      form: .rows(entityColumn: table.hasEntityColumn ? found[TableLayout.entityColumn] : nil),
      columnCount: found.count,
      columns: table.columns.compactMap { column in
        found[column.name].map { .init(index: $0, slot: column.slot, kind: column.property.captureKind) }
      },
      keptColumns: kept.compactMap { slot in table.column(ofSlot: slot).flatMap { found[$0.name] } })
  }

  private func captured(_ join: JoinTableLayout, _ found: [String: Int]) -> CapturedTable {
    CapturedTable(
      name: join.tableName,
      form: .links(
        source: found[JoinTableLayout.sourceColumn] ?? 0, target: found[JoinTableLayout.targetColumn] ?? 1),
      columnCount: found.count,
      columns: join.orderColumns.enumerated().compactMap { slot, name in
        found[name].map { .init(index: $0, slot: slot, kind: .integer) }
      })
  }
}

extension StoredProperty {
  fileprivate var captureKind: CapturedTable.Column.Kind {
    switch slotKind {
    case .integer: .integer
    case .real: .real
    case .text, .blob: .bytes
    }
  }
}
