package import GraphModel
package import GraphValues
import SQLSyntax

/// How one entity hierarchy lies in its table: the only place that spells its names.
package struct TableLayout: Sendable {
  /// The column of the object's key: the table's integer primary key.
  package static let keyColumn = "_id"
  /// The column of the row's version, for optimistic locking.
  package static let versionColumn = "_version"
  /// The column of the entity's number, in tables of several entities.
  package static let entityColumn = "_entity"

  /// A column of a property.
  package struct Column: Sendable {
    package let property: StoredProperty
    package let slot: Int
    /// What a to-one leads to; nil for other properties.
    package let reference: Reference?
    /// Whether triggers keep its value, so that rows are written without it.
    package let isKeptByTriggers: Bool

    package var name: String { TableLayout.columnName(of: property) }

    /// The default of what triggers keep: rows are written without it, and triggers add to what is there.
    package var defaultText: String? {
      isKeptByTriggers ? (property.slotKind == .real ? "0.0" : "0") : nil
    }

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

  /// What the column of a to-one leads to.
  package struct Reference: Sendable, Hashable {
    /// The table that holds the other object.
    package let table: String
    /// Whether it is a foreign key; not where references may dangle.
    package let isForeignKey: Bool
    /// The column of the place in the other object's list, where that is ordered.
    package let orderColumn: String?
  }

  /// What an entity beneath the root requires of its rows.
  struct Requirement: Sendable {
    let column: String
    let family: ClosedRange<Int>
  }

  package let tableName: String
  package let rows: RowLayout
  /// The columns of the whole hierarchy's properties, hidden ones too.
  package let columns: [Column]
  /// The slots of transient attributes, which have no column.
  let transientProperties: [StoredProperty]
  /// Whether each slot may be null.
  package let nullable: [Bool]
  /// Whether the table has a column for the entity's number.
  package let hasEntityColumn: Bool
  let requirements: [Requirement]
  package let uniqueness: [UniquenessLayout]
  /// The indexes that are not unique: those of to-ones, and those that the model asks for.
  package let plainIndexes: [IndexLayout]
  private let families: [String: Family]
  private let wholeFamily: ClosedRange<Int>

  /// An entity's number and those of all that inherit from it.
  private struct Family {
    let number: Int
    let numbers: ClosedRange<Int>
  }

  init(_ root: ResolvedEntity, in model: ResolvedModel, names: inout SchemaNames) {
    let family = model.family(ofRoot: root.name)
    let properties = model.hierarchyProperties(ofRoot: root.name)
    let references = ReferenceColumns(family, in: model)
    let kept = Set(family.flatMap(\.derivations).filter(\.isKeptByTriggers).map(\.slot))
    let columns = properties.filter(\.isPersistent).map { property in
      Column(
        property: property, slot: property.slot, reference: references.reference(inSlot: property.slot),
        isKeptByTriggers: kept.contains(property.slot))
    }
    let required = Set(root.properties.filter { !$0.isOptional && $0.isPersistent }.map(\.slot))
    tableName = root.name
    rows = root.layout
    self.columns = columns
    transientProperties = properties.filter { !$0.isPersistent }
    nullable = root.layout.kinds.indices.map { !required.contains($0) }
    hasEntityColumn = family.count > 1
    requirements = family.dropFirst().flatMap { entity in
      entity.properties
        .filter { $0.owner == entity.name && !$0.isOptional && $0.isPersistent }
        .map { Requirement(column: Self.columnName(of: $0), family: entity.familyRange) }
    }
    families = Dictionary(
      family.map { ($0.name, Family(number: $0.number, numbers: $0.familyRange)) },
      uniquingKeysWith: { first, _ in first })
    wholeFamily = root.familyRange
    let indexes = TableIndexes(root, family, columns, names: &names)
    uniqueness = indexes.uniqueness
    plainIndexes = indexes.plain
  }

  package static func columnName(of property: StoredProperty) -> String { property.name }

  /// The properties of each uniqueness constraint.
  package var uniquenessConstraints: [[String]] { uniqueness.map(\.properties) }

  /// The column of a slot; nil for a transient attribute's.
  package func column(ofSlot slot: Int) -> Column? { columns.first { $0.slot == slot } }

  // MARK: Entities

  /// The condition that selects an entity's rows in the table of its hierarchy; nil where all rows are its own.
  ///
  /// The numbers are spelled out, so that SQLite knows a partial index to cover them.
  ///
  /// - Parameters:
  ///   - includesSubentities: whether rows of entities that inherit from it are selected as well.
  ///   - alias: the table's alias in the statement, where it has one.
  package func familyCondition(
    of entity: ResolvedEntity, includesSubentities: Bool = true, alias: String? = nil
  ) -> String? {
    guard let family = families[entity.name] else { return nil }
    return familyCondition(
      includesSubentities ? family.numbers : family.number...family.number,
      prefix: alias.map { SQL.quoted(identifier: $0) + "." } ?? "")
  }

  /// The condition that selects rows of a range of entities; nil where all rows are.
  func familyCondition(_ numbers: ClosedRange<Int>, prefix: String = "") -> String? {
    hasEntityColumn && numbers != wholeFamily ? Self.condition(numbers, prefix: prefix) : nil
  }

  /// The condition that selects rows by the number of their entity.
  static func condition(_ numbers: ClosedRange<Int>, prefix: String) -> String {
    let column = prefix + SQL.quoted(identifier: entityColumn)
    return numbers.count == 1
      ? "\(column) = \(numbers.lowerBound)"
      : "\(column) BETWEEN \(numbers.lowerBound) AND \(numbers.upperBound)"
  }
}

extension ResolvedEntity {
  /// The numbers of this entity and all that inherit from it, which are consecutive.
  var familyRange: ClosedRange<Int> { number...max(number, familyNumbers.last ?? number) }
}
