package import GraphModel
package import SQLSyntax

/// How a whole store lies in its file: the marks of the file, our own tables, a table an entity hierarchy, and a table
/// a relationship that is to-many on both sides.
package struct StoreLayout: Sendable {
  /// "GRfS", in the header of every store's file.
  package static let applicationID: Int32 = 0x4752_6653
  /// The version of the layout described here, in the header of every store's file.
  ///
  /// Format 1 had no relationships, no inheritance and no derived attributes: a store of a model without them is the
  /// same in both.
  package static let formatVersion: Int32 = 2
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
  /// The join tables, by the index of their join.
  package let joins: [JoinTableLayout]
  /// The triggers that keep derived counts and sums.
  package let triggers: [TriggerLayout]
  /// The full-text and spatial indexes.
  package let search: SearchLayout
  /// Nil where no attribute is external.
  package let external: ExternalLayout?
  private let byRoot: [String: Int]

  package init(_ model: ResolvedModel) {
    let ownTables = [Self.factsTable, Self.sequenceTable, ExternalLayout.listTable]
    var names = SchemaNames(taken: ownTables + model.roots.map(\.name))
    // Names do not depend on the order of the model's file, as the fingerprint does not.
    var joins: [Int: JoinTableLayout] = [:]
    for join in model.joins.sorted(by: { Self.place(of: $0, in: model) < Self.place(of: $1, in: model) }) {
      joins[join.index] = JoinTableLayout(join, in: model, names: &names)
    }
    self.joins = model.joins.compactMap { joins[$0.index] }
    tables = model.roots.map { TableLayout($0, in: model, names: &names) }
    external = ExternalLayout(tables)
    search = SearchLayout(model, tables, names: &names)
    byRoot = Dictionary(
      tables.enumerated().map { ($1.tableName, $0) }, uniquingKeysWith: { first, _ in first })
    var triggerNames = SchemaNames()
    triggers = DerivationTriggers(
      model: model,
      tables: Dictionary(tables.map { ($0.tableName, $0) }, uniquingKeysWith: { first, _ in first }),
      joins: self.joins
    ).triggers(names: &triggerNames)
  }

  private static func place(of join: JoinDescription, in model: ResolvedModel) -> (String, String, String) {
    let source = model.relationships[join.source]
    return (join.tableName, source.owner, source.name)
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
    for join in joins {
      statements.append(join.creation)
      statements.append(join.index.creation)
    }
    for table in tables {
      statements.append(table.creation)
      statements.append(contentsOf: table.indexCreations)
      statements.append(
        "INSERT INTO \(identifier: Self.sequenceTable) VALUES (\(bind: .text(table.tableName)), 1)")
    }
    statements.append(contentsOf: triggers.map { SQL(raw: $0.creation) })
    statements.append(contentsOf: search.creation)
    statements.append(contentsOf: external?.creations.map(\.creation) ?? [])
    statements.append("PRAGMA application_id = \(literal: .integer(Int64(Self.applicationID)))")
    statements.append("PRAGMA user_version = \(literal: .integer(Int64(Self.formatVersion)))")
    return statements
  }

  /// Leaves out all keys before one.
  package static func skipKeys(to end: Int64, of root: String) -> SQL {
    """
    UPDATE \(identifier: sequenceTable) SET next = max(next, \(bind: .integer(end))) \
    WHERE entity = \(bind: .text(root))
    """
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
