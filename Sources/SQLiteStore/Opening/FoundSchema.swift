import SQLSyntax
import SQLiteAccess

/// What a database's schema holds, as far as a store relies on it.
struct FoundSchema {
  struct Column {
    let type: String
    let isRequired: Bool
    /// Its place in the primary key, from 1 on; 0 where it is not in it.
    let keyPlace: Int
    /// The text of its default.
    let defaultText: String?
  }

  struct ForeignKey: Hashable {
    let column: String
    let table: String
    let isOfKey: Bool
    let hasActions: Bool
  }

  struct Table {
    var columns: [String: Column] = [:]
    var foreignKeys: Set<ForeignKey> = []
    var indexes: [Index] = []
    let hasRowID: Bool
    /// The statement that creates it.
    var creation = ""
  }

  struct Index {
    let isUnique: Bool
    var columns: [String]
    /// Which of the columns are in descending order.
    var descending: [Bool]
    /// The statement that creates it; nil for what a table's own definition makes.
    let creation: String?
    let isPartial: Bool

    /// Whether it covers the rows of a condition, and no others.
    func covers(_ condition: String?) -> Bool {
      guard let condition else { return !isPartial }
      return isPartial && creation?.hasSuffix(" WHERE \(condition)") == true
    }
  }

  /// The STRICT tables by name.
  private(set) var tables: [String: Table] = [:]
  /// The statements that create the virtual tables, by name.
  private(set) var virtualTables: [String: String] = [:]
  /// The statements that create the triggers, by name.
  private(set) var triggers: [String: String] = [:]

  init(_ connection: SQLiteConnection, keyColumn: String) throws {
    try readColumns(connection)
    try readForeignKeys(connection, keyColumn)
    try readIndexes(connection)
    for row in try connection.query("SELECT name, sql FROM sqlite_schema WHERE type = 'table'") {
      guard case .text(let name) = row[0], case .text(let text) = row[1] else { continue }
      tables[name]?.creation = text
      if text.hasPrefix("CREATE VIRTUAL TABLE ") { virtualTables[name] = text }
    }
    for row in try connection.query("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'") {
      if case .text(let name) = row[0], case .text(let text) = row[1] { triggers[name] = text }
    }
  }

  private mutating func readColumns(_ connection: SQLiteConnection) throws {
    let rows = try connection.query(
      """
      SELECT t.name, c.name, c.type, c."notnull", c.pk, c.dflt_value, t.wr FROM pragma_table_list AS t \
      JOIN pragma_table_info(t.name) AS c WHERE t.schema = 'main' AND t.type = 'table' AND t.strict
      """)
    for row in rows {
      guard case .text(let table) = row[0], case .text(let name) = row[1], case .text(let type) = row[2],
        case .integer(let place) = row[4]
      else { continue }
      tables[table, default: Table(hasRowID: row[6] == .integer(0))].columns[name] = Column(
        type: type, isRequired: row[3] == .integer(1), keyPlace: Int(place), defaultText: row[5].textValue)
    }
  }

  private mutating func readForeignKeys(_ connection: SQLiteConnection, _ keyColumn: String) throws {
    let rows = try connection.query(
      """
      SELECT m.name, f."from", f."table", f."to", f.on_update, f.on_delete FROM sqlite_schema AS m \
      JOIN pragma_foreign_key_list(m.name) AS f WHERE m.type = 'table'
      """)
    for row in rows {
      guard case .text(let table) = row[0], case .text(let column) = row[1], case .text(let target) = row[2]
      else { continue }
      let actions = [row[4], row[5]].contains { $0 != .text("NO ACTION") }
      tables[table]?.foreignKeys.insert(
        ForeignKey(
          column: column, table: target, isOfKey: row[3].isNull || row[3] == .text(keyColumn),
          hasActions: actions))
    }
  }

  private mutating func readIndexes(_ connection: SQLiteConnection) throws {
    var byName: [String: (table: String, index: Index)] = [:]
    let rows = try connection.query(
      """
      SELECT m.name, i.name, c.name, i.partial, s.sql, i."unique", c.desc FROM sqlite_schema AS m \
      JOIN pragma_index_list(m.name) AS i JOIN pragma_index_xinfo(i.name) AS c \
      LEFT JOIN sqlite_schema AS s ON s.type = 'index' AND s.name = i.name \
      WHERE m.type = 'table' AND c.key ORDER BY i.name, c.seqno
      """)
    for row in rows {
      guard case .text(let table) = row[0], case .text(let name) = row[1] else { continue }
      let new = Index(
        isUnique: row[5] == .integer(1), columns: [], descending: [], creation: row[4].textValue,
        isPartial: row[3] == .integer(1))
      // An expression has no name.
      byName[name, default: (table, new)].index.columns.append(row[2].textValue ?? "")
      byName[name]?.index.descending.append(row[6] == .integer(1))
    }
    for (table, index) in byName.values { tables[table]?.indexes.append(index) }
  }
}
