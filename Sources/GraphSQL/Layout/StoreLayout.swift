package import GraphModel
package import SQLSyntax

/// How a whole store lies in its file: the marks of the file, our own tables, and a table an entity hierarchy.
package struct StoreLayout: Sendable {
  /// "GRfS", in the header of every store's file.
  package static let applicationID: Int32 = 0x4752_6653
  /// The version of the layout described here, in the header of every store's file.
  package static let formatVersion: Int32 = 1
  /// Facts about the store, by name.
  package static let factsTable = "_graphstore"
  /// The next key of each hierarchy.
  package static let sequenceTable = "_graphstore_sequence"
  /// Keys from here on are not leased: a context that cannot lease takes random ones of them.
  package static let firstUnleasedKey: Int64 = 1 << 62

  /// The names in ``factsTable``.
  package enum Fact: String, CaseIterable {
    /// The store's identifier.
    case identifier
    /// The model that wrote the store, whole, as a model file.
    case model
    /// The model's name.
    case modelName
    /// The model's fingerprint.
    case fingerprint
  }

  package let tables: [TableLayout]
  private let byRoot: [String: Int]

  package init(_ model: ResolvedModel) {
    tables = model.roots.map { TableLayout($0) }
    byRoot = Dictionary(
      tables.enumerated().map { ($1.tableName, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// The table of a hierarchy.
  package func table(ofRoot root: String) -> TableLayout? {
    byRoot[root].map { tables[$0] }
  }

  /// The statements that make an empty store, to be run in one transaction.
  package func creation(facts: [(Fact, String)]) -> [SQL] {
    var statements: [SQL] = [
      "CREATE TABLE \(identifier: Self.factsTable) (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID",
      """
      CREATE TABLE \(identifier: Self.sequenceTable) (entity TEXT PRIMARY KEY, next INTEGER NOT NULL) STRICT, \
      WITHOUT ROWID
      """,
    ]
    for (fact, value) in facts {
      statements.append(
        "INSERT INTO \(identifier: Self.factsTable) VALUES (\(bind: .text(fact.rawValue)), \(bind: .text(value)))"
      )
    }
    for table in tables {
      statements.append(table.creation)
      statements.append(contentsOf: table.indexCreations)
      statements.append(
        "INSERT INTO \(identifier: Self.sequenceTable) VALUES (\(bind: .text(table.tableName)), 1)")
    }
    statements.append("PRAGMA application_id = \(literal: .integer(Int64(Self.applicationID)))")
    statements.append("PRAGMA user_version = \(literal: .integer(Int64(Self.formatVersion)))")
    return statements
  }

  /// Takes a block of keys: returns the key after its last.
  package static func lease(_ count: Int, of table: TableLayout) -> SQL {
    let key = SQL.identifier(TableLayout.keyColumn)
    return """
      UPDATE \(identifier: sequenceTable) SET next = \(bind: .integer(Int64(count))) + max(1, next, \
      (SELECT coalesce(max(\(sql: key)), 0) + 1 FROM \(identifier: table.tableName) \
      WHERE \(sql: key) < \(bind: .integer(firstUnleasedKey)))) \
      WHERE entity = \(bind: .text(table.tableName)) RETURNING next
      """
  }
}
