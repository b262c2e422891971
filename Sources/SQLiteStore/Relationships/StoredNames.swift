import GraphModel
import GraphSQL
import SQLSyntax

/// The quoted names of a store's tables and columns, as the statements about relationships need them.
struct StoredNames: Sendable {
  static let key = SQL.quoted(identifier: TableLayout.keyColumn)
  static let version = SQL.quoted(identifier: TableLayout.versionColumn)
  static let source = SQL.quoted(identifier: JoinTableLayout.sourceColumn)
  static let target = SQL.quoted(identifier: JoinTableLayout.targetColumn)
  /// The name of the table that shows a batch of keys.
  static let feed = "graphstore_feed"

  let model: ResolvedModel
  let layout: StoreLayout

  func root(of entity: String) -> String { model[entity]?.rootName ?? entity }

  func table(ofRoot root: String) -> String { SQL.quoted(identifier: root) }

  func table(of entity: String) -> String { table(ofRoot: root(of: entity)) }

  /// The quoted column of a slot of an entity's hierarchy; NULL for a slot that has none.
  func column(_ slot: Int, of entity: String) -> String {
    let column = layout.table(ofRoot: root(of: entity))?.column(ofSlot: slot)
    return column.map { SQL.quoted(identifier: $0.name) } ?? "NULL"
  }

  /// The condition that a row is of an entity or inherits from it; nil where all rows of its table are.
  func family(_ entity: String, alias: String) -> String? {
    guard let entity = model[entity] else { return nil }
    return layout.table(ofRoot: entity.rootName)?.familyCondition(of: entity, alias: alias)
  }

  /// The sides on which the owner of a relationship with a join table may stand: both, where it is its own inverse.
  func sides(_ join: Int, isSource: Bool) -> [JoinSide] {
    let table = layout.joins[join]
    return table.join.isSelfInverse
      ? [JoinSide(table, isSource: true), JoinSide(table, isSource: false)]
      : [JoinSide(table, isSource: isSource)]
  }
}

/// One side of a join table, quoted: which column holds what.
struct JoinSide: Sendable {
  let table: String
  /// The column of the owner's key, of the member's, and of the member's place in the owner's list.
  let owner: String
  let member: String
  let order: String?

  init(_ layout: JoinTableLayout, isSource: Bool) {
    table = SQL.quoted(identifier: layout.tableName)
    owner = SQL.quoted(identifier: JoinTableLayout.ownerColumn(isSource: isSource))
    member = SQL.quoted(identifier: JoinTableLayout.memberColumn(isSource: isSource))
    order = layout.orderColumn(isSource: isSource).map { SQL.quoted(identifier: $0) }
  }
}
