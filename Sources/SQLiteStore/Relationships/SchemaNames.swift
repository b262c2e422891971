import GraphModel
import GraphSQL
import GraphValues
import SQLSyntax

/// The quoted names of a model's tables and columns, as the statements about relationships need them.
struct SchemaNames: Sendable {
  static let key = SQL.quoted(identifier: TableLayout.keyColumn)
  static let version = SQL.quoted(identifier: TableLayout.versionColumn)
  static let entity = SQL.quoted(identifier: "_entity")
  static let source = SQL.quoted(identifier: "source")
  static let target = SQL.quoted(identifier: "target")
  static let sourceOrder = SQL.quoted(identifier: "source_order")
  static let targetOrder = SQL.quoted(identifier: "target_order")
  /// The name of the table that shows a batch of keys.
  static let feed = "graphstore_feed"

  let model: ResolvedModel

  func root(of entity: String) -> String { model[entity]?.rootName ?? entity }

  func table(ofRoot root: String) -> String { SQL.quoted(identifier: root) }

  func table(of entity: String) -> String { table(ofRoot: root(of: entity)) }

  func table(_ join: JoinDescription) -> String { SQL.quoted(identifier: join.tableName) }

  /// The column of a slot of an entity's hierarchy.
  func column(_ slot: Int, of entity: String) -> String {
    let properties = model.hierarchyProperties(ofRoot: root(of: entity))
    return SQL.quoted(identifier: TableLayout.columnName(of: properties[slot]))
  }

  /// The condition that a row is of an entity or inherits from it; nil where all rows of its table are.
  func family(_ entity: String, alias: String) -> String? {
    model[entity].flatMap { Self.family($0, in: model, alias: alias) }
  }

  /// The condition that a row is of an entity's family, or of the entity itself; nil where all rows of its
  /// table are.
  static func family(
    _ entity: ResolvedEntity, in model: ResolvedModel, alias: String? = nil, includesSubentities: Bool = true
  ) -> String? {
    let all = model.family(ofRoot: entity.rootName).count
    let numbers = includesSubentities ? entity.familyNumbers : [entity.number]
    guard numbers.count < all, let first = numbers.first, let last = numbers.last else { return nil }
    let column = alias.map { "\($0).\(Self.entity)" } ?? Self.entity
    return first == last ? "\(column) = \(first)" : "\(column) BETWEEN \(first) AND \(last)"
  }

  /// What packed rows are made from, of a table with an alias.
  func rowColumns(of table: TableLayout, alias: String) -> String {
    let hasEntity = model.family(ofRoot: table.tableName).count > 1
    var slots = [String](repeating: "NULL", count: table.rows.kinds.count)
    for column in table.columns { slots[column.slot] = "\(alias).\(SQL.quoted(identifier: column.name))" }
    let header = [
      "\(alias).\(Self.key)", "\(alias).\(Self.version)", hasEntity ? "\(alias).\(Self.entity)" : "0",
    ]
    return (header + slots).joined(separator: ", ")
  }
}

/// One side of a join table: which column holds what.
struct JoinSide: Sendable {
  let join: JoinDescription
  /// The column of the owner's key, of the member's, and of the member's place in the owner's list.
  let owner: String
  let member: String
  let order: String?

  init(_ join: JoinDescription, isSource: Bool) {
    self.join = join
    owner = isSource ? SchemaNames.source : SchemaNames.target
    member = isSource ? SchemaNames.target : SchemaNames.source
    let isOrdered = isSource ? join.sourceIsOrdered : join.targetIsOrdered
    order = isOrdered ? (isSource ? SchemaNames.sourceOrder : SchemaNames.targetOrder) : nil
  }

  /// The sides on which an owner of a relationship may stand: both, where it is its own inverse.
  static func sides(_ join: JoinDescription, isSource: Bool) -> [JoinSide] {
    join.isSelfInverse
      ? [JoinSide(join, isSource: true), JoinSide(join, isSource: false)]
      : [JoinSide(join, isSource: isSource)]
  }
}
