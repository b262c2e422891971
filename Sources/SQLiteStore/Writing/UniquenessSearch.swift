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

  func conflict(_ rows: PackedRows, _ offending: Int?, _ connection: SQLiteConnection) -> SaveConflict {
    guard let row = offending else {
      return .uniqueness(entity: entity, properties: [], key: nil, otherKey: nil)
    }
    let key = rows.key(row)
    for properties in table.layout.uniquenessConstraints {
      let slots = properties.compactMap { name in
        table.layout.columns.first { $0.property.name == name }?.slot
      }
      // NULLs are distinct: https://sqlite.org/lang_createindex.html#unique_indexes
      if slots.contains(where: { rows.isNull($0, row: row) }) { continue }
      let other =
        pending(slots, rows, row, besides: key) ?? (try? stored(properties, slots, rows, row, connection))
      if let other {
        return .uniqueness(entity: entity, properties: properties, key: key, otherKey: other)
      }
    }
    return .uniqueness(
      entity: entity, properties: table.layout.uniquenessConstraints.first ?? [], key: key, otherKey: nil)
  }

  /// The row of this save with the same values.
  private func pending(_ slots: [Int], _ rows: PackedRows, _ row: Int, besides key: Int64) -> Int64? {
    let batches =
      changes.insertions.filter { $0.entity == entity }.map(\.rows)
      + changes.updates.filter { $0.entity == entity }.map(\.rows)
    for batch in batches {
      for other in 0..<batch.count where batch.key(other) != key {
        if slots.allSatisfy({ same($0, rows, row, batch, other) }) { return batch.key(other) }
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
    _ properties: [String], _ slots: [Int], _ rows: PackedRows, _ row: Int, _ connection: SQLiteConnection
  ) throws -> Int64? {
    let conditions = zip(properties, slots).map { name, slot -> SQL in
      "\(identifier: name) = \(bind: value(slot, rows, row))"
    }
    let found = try connection.scalar(
      """
      SELECT \(identifier: TableLayout.keyColumn) FROM \(identifier: table.layout.tableName) \
      WHERE \(sql: conditions.joined(separator: " AND ")) \
      AND \(identifier: TableLayout.keyColumn) <> \(bind: .integer(rows.key(row)))
      """)
    guard case .integer(let key) = found else { return nil }
    return key
  }

  private func value(_ slot: Int, _ rows: PackedRows, _ row: Int) -> SQLValue {
    switch rows.layout.kinds[slot] {
    case .integer: .integer(rows.integer(slot, row: row))
    case .real: .real(rows.real(slot, row: row))
    case .text: .text(rows.text(slot, row: row))
    case .blob: .blob(Array(rows.blob(slot, row: row)))
    }
  }
}
