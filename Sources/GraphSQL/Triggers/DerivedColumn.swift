import GraphModel
import SQLSyntax

/// A derived column that triggers keep, and how it is changed.
struct DerivedColumn {
  /// What is derived from the members.
  enum Value {
    case count
    /// The sum of a column; sums of reals are not exact, and what was added cannot be taken away again.
    case sum(column: String, isReal: Bool)
  }

  let entity: ResolvedEntity
  let owner: TableLayout
  let member: TableLayout
  /// The entity of the members.
  let destination: ResolvedEntity
  let column: String
  let value: Value

  static let key = SQL.quoted(identifier: TableLayout.keyColumn)

  var quotedColumn: String { SQL.quoted(identifier: column) }
  var ownerTable: String { SQL.quoted(identifier: owner.tableName) }
  var memberTable: String { SQL.quoted(identifier: member.tableName) }
  /// Whether owners and members lie in one table.
  var isReflexive: Bool { owner.tableName == member.tableName }
  var isReal: Bool { if case .sum(_, isReal: true) = value { true } else { false } }
  /// The column that is summed.
  var summedColumn: String? { if case .sum(let column, _) = value { column } else { nil } }
  /// The quoted column that is summed.
  var summed: String? { summedColumn.map { SQL.quoted(identifier: $0) } }

  /// What a member's row (`NEW`, `OLD` or an alias) adds.
  func term(_ row: String) -> String { summed.map { "coalesce(\(row).\($0), 0)" } ?? "1" }

  /// The aggregate of members' rows with an alias.
  func aggregate(_ alias: String) -> String {
    switch value {
    case .count: "count(*)"
    case .sum(let column, isReal: true): "total(\(alias).\(SQL.quoted(identifier: column)))"
    case .sum(let column, isReal: false): "coalesce(sum(\(alias).\(SQL.quoted(identifier: column))), 0)"
    }
  }

  /// Updates the column of the owners that a condition selects.
  func update(_ expression: String, where condition: String) -> String {
    let family = owner.familyCondition(of: entity).map { " AND \($0)" } ?? ""
    return "UPDATE \(ownerTable) SET \(quotedColumn) = \(expression) WHERE \(condition)\(family)"
  }

  func add(_ term: String, where condition: String) -> String {
    update("\(quotedColumn) + \(term)", where: condition)
  }

  func subtract(_ term: String, where condition: String) -> String {
    update("\(quotedColumn) - \(term)", where: condition)
  }

  /// The condition that a row (`NEW` or `OLD`) is one of the owner's entity.
  func isOwner(_ row: String) -> String? { owner.familyCondition(entity.familyRange, prefix: row + ".") }

  /// The condition that a row (`NEW`, `OLD` or an alias) is one of the members' entity.
  func isMember(_ row: String) -> String? {
    member.familyCondition(destination.familyRange, prefix: row + ".")
  }
}
