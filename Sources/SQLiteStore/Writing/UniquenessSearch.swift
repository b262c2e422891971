import GraphModel
import GraphSQL
import GraphValues
import ObjectGraph
import SQLSyntax
import SQLiteAccess

/// Finds which objects a broken uniqueness constraint is about.
struct UniquenessSearch {
  let changes: ChangeSet
  let entity: String
  let table: StoredTable
  let names: StoredNames

  /// - Parameter offending: the row at which writing failed. SQLite cannot tell where triggers make it copy the rows
  ///   before it inserts them: then all are searched.
  func conflict(_ rows: PackedRows, _ offending: Int?, _ connection: SQLiteConnection) -> SaveConflict {
    for row in offending.map({ $0..<$0 + 1 }) ?? 0..<rows.count {
      let key = rows.key(row)
      for constraint in table.layout.uniqueness where covers(constraint, rows, row) {
        // NULLs are distinct: https://sqlite.org/lang_createindex.html#unique_indexes
        if constraint.slots.contains(where: { rows.isNull($0, row: row) }) { continue }
        let other =
          pending(constraint, rows, row, besides: key) ?? (try? stored(constraint, rows, row, connection))
        if let other {
          return .uniqueness(entity: entity, properties: constraint.properties, key: key, otherKey: other)
        }
      }
    }
    let constraint = offending.flatMap { row in table.layout.uniqueness.first { covers($0, rows, row) } }
    return .uniqueness(
      entity: entity, properties: constraint?.properties ?? [], key: offending.map { rows.key($0) },
      otherKey: nil)
  }

  /// Whether a constraint holds for a row: it does for those of its entity and all that inherit from it.
  private func covers(_ constraint: UniquenessLayout, _ rows: PackedRows, _ row: Int) -> Bool {
    names.model[constraint.entity]?.familyNumbers.contains(rows.entityNumber(row)) == true
  }

  /// The row of this save with the same values.
  private func pending(
    _ constraint: UniquenessLayout, _ rows: PackedRows, _ row: Int, besides key: Int64
  ) -> Int64? {
    func isInTable(_ entity: String) -> Bool { names.root(of: entity) == table.layout.tableName }
    let batches =
      changes.insertions.filter { isInTable($0.entity) }.map(\.rows)
      + changes.updates.filter { isInTable($0.entity) }.map(\.rows)
    for batch in batches {
      for other in 0..<batch.count where batch.key(other) != key && covers(constraint, batch, other) {
        if constraint.slots.allSatisfy({ same($0, rows, row, batch, other) }) { return batch.key(other) }
      }
    }
    return nil
  }

  private func same(_ slot: Int, _ left: PackedRows, _ row: Int, _ right: PackedRows, _ other: Int) -> Bool {
    if right.isNull(slot, row: other) { return false }
    switch left.layout.kinds[slot] {
    case .integer, .real: return left.word(slot, row: row) == right.word(slot, row: other)
    case .text, .blob: return left.blob(slot, row: row).elementsEqual(right.blob(slot, row: other))
    }
  }

  /// The stored row with the same values.
  private func stored(
    _ constraint: UniquenessLayout, _ rows: PackedRows, _ row: Int, _ connection: SQLiteConnection
  ) throws -> Int64? {
    var conditions = constraint.slots.compactMap { slot in
      table.layout.column(ofSlot: slot).map { column -> SQL in
        "\(identifier: column.name) = \(bind: rows.sqlValue(slot, row: row))"
      }
    }
    if let condition = constraint.index.condition { conditions.append(SQL(raw: condition)) }
    let found = try connection.scalar(
      """
      SELECT \(identifier: TableLayout.keyColumn) FROM \(identifier: table.layout.tableName) \
      WHERE \(sql: conditions.joined(separator: " AND ")) \
      AND \(identifier: TableLayout.keyColumn) <> \(bind: .integer(rows.key(row)))
      """)
    guard case .integer(let key) = found else { return nil }
    return key
  }
}
