package import GraphModel
import GraphValues
import SQLSyntax

/// The texts of the statements that read and write the rows of one table; made once a store.
package struct RowStatements: Sendable {
  /// The key, the version, the entity's number, slot 0, slot 1 and so on: what packed rows are made from.
  package let columns: String
  /// The table's quoted name.
  package let table: String
  /// Inserts the rows that are fed, within a transaction: OR FAIL spares SQLite the journal that would undo the
  /// statement alone.
  package let insertion: String
  /// Deletes the row of a key (`?1`) and a version (`?2`).
  package let deletion: String
  /// Deletes the rows of keys between `?1` and `?2` with the version `?3`.
  package let rangeDeletion: String
  /// Deletes the row of a key (`?1`) whatever its version.
  package let uncheckedDeletion: String
  /// The rows of the keys in a JSON array (`?1`).
  package let keyed: String
  /// The row of a key (`?1`).
  package let single: String

  private static let key = SQL.quoted(identifier: TableLayout.keyColumn)
  private static let version = SQL.quoted(identifier: TableLayout.versionColumn)

  package init(_ layout: TableLayout, feedTable: String) {
    let key = Self.key
    let version = Self.version
    table = SQL.quoted(identifier: layout.tableName)
    columns = Self.columns(of: layout)
    insertion = Self.insertion(of: layout, feedTable: feedTable, verb: "INSERT OR FAIL", where: "")
    deletion = "DELETE FROM \(table) WHERE \(key) = ?1 AND \(version) = ?2"
    rangeDeletion = "DELETE FROM \(table) WHERE \(key) BETWEEN ?1 AND ?2 AND \(version) = ?3"
    uncheckedDeletion = "DELETE FROM \(table) WHERE \(key) = ?1"
    keyed =
      "SELECT \(columns) FROM \(table) WHERE \(key) IN (SELECT value FROM json_each(?1)) ORDER BY \(key)"
    single = "SELECT \(columns) FROM \(table) WHERE \(key) = ?1"
  }

  /// Inserts the rows that are fed; an upsert clause may follow.
  package static func insertion(of layout: TableLayout, feedTable: String) -> String {
    // SQLite would take ON for a join's without the condition: https://sqlite.org/lang_upsert.html#parsing_ambiguity
    insertion(of: layout, feedTable: feedTable, verb: "INSERT", where: " WHERE 1")
  }

  private static func insertion(
    of layout: TableLayout, feedTable: String, verb: String, where condition: String
  ) -> String {
    let written = layout.columns.filter { !$0.isKeptByTriggers }
    let entity = layout.hasEntityColumn ? [SQL.quoted(identifier: TableLayout.entityColumn)] : []
    let names = ([key, version] + entity + written.map { SQL.quoted(identifier: $0.name) })
      .joined(separator: ", ")
    let fed = (["key", "version"] + entity.map { _ in "entity" } + written.map { "c\($0.slot)" })
      .joined(separator: ", ")
    return "\(verb) INTO \(SQL.quoted(identifier: layout.tableName)) (\(names)) SELECT \(fed) "
      + "FROM \(feedTable)\(condition)"
  }

  /// An upsert clause: the row that has the values of a uniqueness constraint already takes those of the new row in
  /// the given slots, unless it has them.
  ///
  /// A row of another entity fails the statement: its entity's number would become NULL.
  package static func updateClause(
    of layout: TableLayout, _ constraint: UniquenessLayout, slots: [Int], entity: ResolvedEntity
  ) -> String {
    let table = SQL.quoted(identifier: layout.tableName)
    let columns = constraint.slots.compactMap { layout.column(ofSlot: $0) }
      .map { SQL.quoted(identifier: $0.name) }.joined(separator: ", ")
    let now = Set(entity.derivations.compactMap { if case .now = $0.kind { $0.slot } else { nil } })
    var assignments: [String] = []
    var differences: [String] = []
    for column in layout.columns
    where slots.contains(column.slot) && !constraint.slots.contains(column.slot) && !column.isKeptByTriggers {
      let name = SQL.quoted(identifier: column.name)
      assignments.append("\(name) = excluded.\(name)")
      if !now.contains(column.slot) { differences.append("\(table).\(name) IS NOT excluded.\(name)") }
      guard let order = column.reference?.orderColumn.map({ SQL.quoted(identifier: $0) }) else { continue }
      // A member that stays keeps its place.
      assignments.append(
        "\(order) = CASE WHEN \(table).\(name) IS excluded.\(name) THEN \(table).\(order) ELSE excluded.\(order) END"
      )
    }
    assignments.append("\(version) = \(table).\(version) + 1")
    if layout.hasEntityColumn {
      let number = SQL.quoted(identifier: TableLayout.entityColumn)
      assignments.append(
        "\(number) = CASE WHEN \(table).\(number) = excluded.\(number) THEN excluded.\(number) END")
      differences.append("\(table).\(number) <> excluded.\(number)")
    }
    let condition = constraint.index.condition.map { " WHERE \($0)" } ?? ""
    return " ON CONFLICT (\(columns))\(condition) DO UPDATE SET \(assignments.joined(separator: ", ")) "
      + "WHERE \(differences.isEmpty ? "0" : differences.joined(separator: " OR "))"
  }

  /// The key, the version, the entity's number, and what stands for each slot: a column, or the literal default of a
  /// transient attribute, NULL where it has none that is a plain value.
  ///
  /// - Parameter alias: the table's alias in the statement, where it has one.
  package static func columns(of layout: TableLayout, alias: String? = nil) -> String {
    let prefix = alias.map { SQL.quoted(identifier: $0) + "." } ?? ""
    var slots = [String](repeating: "NULL", count: layout.rows.kinds.count)
    for property in layout.transientProperties {
      guard let attribute = property.attribute, case .value(let value)? = attribute.defaultValue,
        let literal = attribute.codec.sqlValue(value)
      else { continue }
      let sql = if case .real(let number) = literal { SQL.exact(number) } else { SQL.literal(literal) }
      slots[property.slot] = sql.render().text
    }
    for column in layout.columns { slots[column.slot] = prefix + SQL.quoted(identifier: column.name) }
    let entity = layout.hasEntityColumn ? prefix + SQL.quoted(identifier: TableLayout.entityColumn) : "0"
    return ([prefix + key, prefix + version, entity] + slots).joined(separator: ", ")
  }

  /// Updates the given slots of a row: the slots' values are `?1` and on, then come the new version, the key and
  /// the expected version.
  ///
  /// Slots without a column, and those that triggers keep, are not written; their parameters stay.
  package static func update(_ slots: [Int], of layout: TableLayout) -> String {
    var assignments: [String] = []
    for (index, slot) in slots.enumerated() {
      guard let column = layout.column(ofSlot: slot), !column.isKeptByTriggers else { continue }
      assignments.append("\(SQL.quoted(identifier: column.name)) = ?\(index + 1)")
    }
    let next = slots.count + 1
    assignments.append("\(version) = ?\(next)")
    return """
      UPDATE \(SQL.quoted(identifier: layout.tableName)) SET \(assignments.joined(separator: ", ")) \
      WHERE \(key) = ?\(next + 1) AND \(version) = ?\(next + 2)
      """
  }
}
