import GraphValues
import SQLSyntax

/// The texts of the statements that read and write the rows of one table; made once a store.
package struct RowStatements: Sendable {
  /// `_id, _version, entity, slot 0, slot 1 ...`: what packed rows are made from.
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
    var slots = [String](repeating: "NULL", count: layout.rows.kinds.count)
    for column in layout.columns { slots[column.slot] = SQL.quoted(identifier: column.name) }
    let names = ([key, version] + layout.columns.map { SQL.quoted(identifier: $0.name) })
      .joined(separator: ", ")
    let fed = (["key", "version"] + layout.columns.map { "c\($0.slot)" }).joined(separator: ", ")
    table = SQL.quoted(identifier: layout.tableName)
    columns = ([key, version, "0"] + slots).joined(separator: ", ")
    insertion = "INSERT OR FAIL INTO \(table) (\(names)) SELECT \(fed) FROM \(feedTable)"
    deletion = "DELETE FROM \(table) WHERE \(key) = ?1 AND \(version) = ?2"
    rangeDeletion = "DELETE FROM \(table) WHERE \(key) BETWEEN ?1 AND ?2 AND \(version) = ?3"
    uncheckedDeletion = "DELETE FROM \(table) WHERE \(key) = ?1"
    keyed =
      "SELECT \(columns) FROM \(table) WHERE \(key) IN (SELECT value FROM json_each(?1)) ORDER BY \(key)"
    single = "SELECT \(columns) FROM \(table) WHERE \(key) = ?1"
  }

  /// Updates the given slots of a row: the slots' values are `?1` and on, then come the new version, the key and
  /// the expected version.
  package static func update(_ slots: [Int], of layout: TableLayout) -> String {
    var assignments: [String] = []
    for slot in slots {
      guard let column = layout.columns.first(where: { $0.slot == slot }) else { continue }
      assignments.append("\(SQL.quoted(identifier: column.name)) = ?\(assignments.count + 1)")
    }
    let next = assignments.count + 1
    assignments.append("\(version) = ?\(next)")
    return """
      UPDATE \(SQL.quoted(identifier: layout.tableName)) SET \(assignments.joined(separator: ", ")) \
      WHERE \(key) = ?\(next + 1) AND \(version) = ?\(next + 2)
      """
  }
}
