package import GraphModel
package import GraphValues

/// How one entity hierarchy lies in its table: the only place that spells its names.
package struct TableLayout: Sendable {
  /// The column of the object's key: the table's integer primary key.
  package static let keyColumn = "_id"
  /// The column of the row's version, for optimistic locking.
  package static let versionColumn = "_version"

  /// A column of a property.
  package struct Column: Sendable {
    package let property: StoredProperty
    package let slot: Int

    package var name: String { TableLayout.columnName(of: property) }

    /// The column's type in a STRICT table.
    package var type: String {
      switch property.slotKind {
      case .integer: "INTEGER"
      case .real: "REAL"
      case .text: "TEXT"
      case .blob: "BLOB"
      }
    }
  }

  package let tableName: String
  package let rows: RowLayout
  package let columns: [Column]
  /// Whether each slot may be null.
  package let nullable: [Bool]
  package let uniquenessConstraints: [[String]]
  package let indexes: [IndexDescription]

  package init(_ entity: ResolvedEntity) {
    tableName = entity.rootName
    rows = entity.layout
    columns = entity.properties.filter(\.isPersistent).map { Column(property: $0, slot: $0.slot) }
    var nullable = [Bool](repeating: true, count: entity.layout.kinds.count)
    for column in columns where !column.property.isOptional { nullable[column.slot] = false }
    self.nullable = nullable
    uniquenessConstraints = entity.uniquenessConstraints
    indexes = entity.description.indexes
  }

  package static func columnName(of property: StoredProperty) -> String { property.name }
}
