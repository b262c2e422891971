import GraphModel
package import SQLSyntax

/// How the columns of external attributes are looked after: by an index of the files they lead to, and by triggers
/// that list the files which a change of a row leaves behind, whoever changes it.
package struct ExternalLayout: Sendable {
  /// Names of files that rows have let go of, and when, in Unix time.
  package static let listTable = "_graphstore_removed_files"
  private static let timeIndex = "_graphstore_removed_files_time"
  /// What names of indexes and triggers begin with; what follows has a dot, which no entity's name has.
  private static let indexPrefix = "_graphstore_external."
  private static let deletionPrefix = "_graphstore_deleted."
  private static let updatePrefix = "_graphstore_updated."

  /// A column of an external attribute.
  package struct Column: Sendable, Hashable {
    package let table: String
    package let name: String
    package let slot: Int
  }

  package let columns: [Column]

  /// - Returns: nil where no attribute is external.
  package init?(_ tables: [TableLayout]) {
    columns = tables.flatMap { table in
      table.columns.filter { $0.property.attribute?.isExternal == true }
        .map { Column(table: table.tableName, name: $0.name, slot: $0.slot) }
    }
    if columns.isEmpty { return nil }
  }

  /// Whether a column holds a reference. It is spelled alike in the index and in queries: else SQLite would not use
  /// the index.
  private static func isReference(_ column: SQL) -> SQL { "substr(\(sql: column), 1, 1) = x'01'" }

  /// The file's name in a reference.
  private static func name(_ column: SQL) -> SQL { "substr(\(sql: column), 2, 16)" }

  /// The index and triggers by name.
  package var creations: [(name: String, creation: SQL)] {
    var result: [(String, SQL)] = [
      (
        Self.listTable,
        """
        CREATE TABLE IF NOT EXISTS \(identifier: Self.listTable) \
        (name BLOB PRIMARY KEY, removed INTEGER NOT NULL) STRICT, WITHOUT ROWID
        """
      ),
      (
        Self.timeIndex,
        "CREATE INDEX IF NOT EXISTS \(identifier: Self.timeIndex) ON \(identifier: Self.listTable) (removed)"
      ),
    ]
    for column in columns {
      let place = "\(column.table).\(column.name)"
      let plain = SQL.identifier(column.name)
      result.append(
        (
          Self.indexPrefix + place,
          """
          CREATE INDEX IF NOT EXISTS \(identifier: Self.indexPrefix + place) ON \(identifier: column.table) \
          (\(sql: Self.name(plain))) WHERE \(sql: Self.isReference(plain))
          """
        ))
      let old: SQL = "OLD.\(identifier: column.name)"
      let list: SQL = """
        BEGIN INSERT INTO \(identifier: Self.listTable) \
        VALUES (\(sql: Self.name(old)), CAST(strftime('%s', 'now') AS INTEGER)) \
        ON CONFLICT (name) DO UPDATE SET removed = excluded.removed; END
        """
      result.append(
        (
          Self.deletionPrefix + place,
          """
          CREATE TRIGGER IF NOT EXISTS \(identifier: Self.deletionPrefix + place) \
          AFTER DELETE ON \(identifier: column.table) WHEN \(sql: Self.isReference(old)) \(sql: list)
          """
        ))
      result.append(
        (
          Self.updatePrefix + place,
          """
          CREATE TRIGGER IF NOT EXISTS \(identifier: Self.updatePrefix + place) \
          AFTER UPDATE OF \(identifier: column.name) ON \(identifier: column.table) \
          WHEN \(sql: Self.isReference(old)) AND \(sql: old) IS NOT NEW.\(identifier: column.name) \(sql: list)
          """
        ))
    }
    return result
  }

  /// Whether a row leads to the file of a name (`?1`), a query a column.
  package var referenceTexts: [String] {
    columns.map { column in
      let name = SQL.identifier(column.name)
      let query: SQL = """
        SELECT 1 FROM \(identifier: column.table) \
        WHERE \(sql: Self.isReference(name)) AND \(sql: Self.name(name)) = 
        """
      return query.render().text + "?1 LIMIT 1"
    }
  }

  /// Whether the file of a name (`?1`) is in the list.
  package static let listedText = "SELECT 1 FROM \(SQL.quoted(identifier: listTable)) WHERE name = ?1"

  /// Names that were let go of up to a time (`?1`), or at a time yet to come: a clock may have been set back. At most
  /// `?3` of them; `?2` is now.
  package static let dueText = """
    SELECT name FROM \(SQL.quoted(identifier: listTable)) WHERE removed <= ?1 OR removed > ?2 + 1 LIMIT ?3
    """

  /// Takes a name (`?1`) out of the list.
  package static let unlistText = "DELETE FROM \(SQL.quoted(identifier: listTable)) WHERE name = ?1"

  /// Puts a name (`?1`) into the list, at a time (`?2`).
  package static let listText =
    "INSERT OR IGNORE INTO \(SQL.quoted(identifier: listTable)) VALUES (?1, ?2)"
}
