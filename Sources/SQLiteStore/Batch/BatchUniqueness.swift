import GraphModel
import GraphSQL
import GraphValues
import ObjectGraph
import SQLSyntax
import SQLiteAccess

/// Finds which uniqueness constraint an update of many rows has met, and of which objects; nothing is updated yet, or
/// any more.
struct BatchUniqueness {
  let update: BatchUpdate
  let table: StoredTable
  let store: SQLiteStore

  func conflict(_ connection: SQLiteConnection) throws -> SaveConflict {
    let entity = update.query.entity.name
    for constraint in concerned {
      guard let found = try pair(constraint, connection) else { continue }
      return .uniqueness(
        entity: entity, properties: constraint.properties, key: found.first, otherKey: found.other)
    }
    return .uniqueness(
      entity: entity, properties: concerned.first?.properties ?? [], key: nil, otherKey: nil)
  }

  /// The constraints of which the update sets a part.
  private var concerned: [UniquenessLayout] {
    table.layout.uniqueness.filter { constraint in
      update.assignments.contains { constraint.slots.contains($0.slot) }
    }
  }

  /// Two rows that would have the same values: both selected, or one that is there already.
  private func pair(
    _ constraint: UniquenessLayout, _ connection: SQLiteConnection
  ) throws -> (first: Int64, other: Int64)? {
    var condition = try RowCondition(update.query, table, store.plans.schema)
    var values: [String] = []
    var plain: [String] = []
    for slot in constraint.slots {
      guard let column = table.layout.column(ofSlot: slot) else { return nil }
      let name = SQL.quoted(identifier: column.name)
      plain.append(name)
      if let assignment = update.assignments.last(where: { $0.slot == slot }) {
        let value: SQLValue? =
          if case .reference(let id) = assignment.value { .integer(id.key) } else {
            column.property.attribute?.codec.sqlValue(assignment.value)
          }
        guard let value, !value.isNull else { return nil }
        values.append(condition.bind(value))
      } else {
        values.append(name)
      }
    }
    let covered = constraint.index.condition.map { " WHERE \($0)" } ?? ""
    let new = constraint.slots.indices.map { "\(values[$0]) AS c\($0)" }.joined(separator: ", ")
    let old = constraint.slots.indices.map { "\(plain[$0]) AS c\($0)" }.joined(separator: ", ")
    let same = constraint.slots.indices.map { "n.c\($0) = o.c\($0)" }.joined(separator: " AND ")
    let selected =
      "SELECT \(StoredNames.key) AS k, \(new) FROM \(table.statements.table)\(condition.whereText)"
    let text = """
      WITH n AS MATERIALIZED (\(selected)), \
      o AS (SELECT k, \(constraint.slots.indices.map { "c\($0)" }.joined(separator: ", ")) FROM n UNION ALL \
      SELECT \(StoredNames.key), \(old) FROM \(table.statements.table)\(covered)) \
      SELECT n.k, o.k FROM n JOIN o ON \(same) AND n.k <> o.k LIMIT 1
      """
    return try connection.withStatement(text) { statement in
      try statement.bind(condition.bindings)
      return try statement.step() ? (statement.integer(0), statement.integer(1)) : nil
    }
  }
}
