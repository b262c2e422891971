import GraphModel
import GraphSQL
import ObjectGraph
import SQLSyntax

/// The statements that read a to-many relationship's members, for one form of owners.
struct MemberPlan: Sendable {
  struct Key: Hashable {
    let relationship: Int
    let form: OwnerForm
    let excludes: Bool
    let counts: Bool
  }

  let text: String

  init(_ key: Key, _ relationship: ResolvedRelationship, _ table: StoredTable, _ names: SchemaNames) {
    let columns = key.counts ? nil : names.rowColumns(of: table.layout, alias: "m")
    var conditions: [String] = []
    if let family = names.family(relationship.destination, alias: "m") { conditions.append(family) }
    if key.excludes {
      let parameter = key.form == .range || key.form == .scan ? 3 : key.form == .one ? 2 : 1
      conditions.append("m.\(SchemaNames.key) NOT IN (SELECT value FROM json_each(?\(parameter)))")
    }
    switch relationship.storage {
    case .column:
      preconditionFailure("\(relationship.name) leads to one object: it has no members to be read.")
    case .inverseColumn(let slot, let orderSlot):
      let owner = "m.\(names.column(slot, of: relationship.destination))"
      let order = orderSlot.map { "m.\(names.column($0, of: relationship.destination))" }
      let from = Self.from(key.form, "\(table.statements.table) AS m", owner: owner)
      text = Self.select(
        columns, owner: owner, order: order, from: from.text, conditions: from.conditions + conditions)
    case .join(let index, let isSource):
      let join = names.model.joins[index]
      let links = JoinSide.sides(join, isSource: isSource).enumerated().map { position, side in
        let from = Self.from(key.form, "\(names.table(join)) AS j", owner: "j.\(side.owner)")
        // An object that is its own member is one pair, and found once.
        let once = position == 0 ? [] : ["j.\(SchemaNames.source) <> j.\(SchemaNames.target)"]
        return Self.statement(
          "j.\(side.owner) AS o, \(side.order.map { "j.\($0)" } ?? "0") AS r, j.\(side.member) AS k",
          from.text,
          from.conditions + once)
      }
      text = Self.select(
        columns, owner: "l.o", order: relationship.isOrdered ? "l.r" : nil,
        from: "(\(links.joined(separator: " UNION ALL "))) AS l CROSS JOIN \(table.statements.table) AS m "
          + "ON m.\(SchemaNames.key) = l.k",
        conditions: conditions)
    }
  }

  /// FROM with the owners, and the conditions that go with it.
  private static func from(
    _ form: OwnerForm, _ table: String, owner: String
  ) -> (text: String, conditions: [String]) {
    switch form {
    case .one: (table, ["\(owner) = ?1"])
    case .range: (table, ["\(owner) BETWEEN ?1 AND ?2"])
    // SQLite takes no index for an expression: https://sqlite.org/optoverview.html#disqualifying_where_clause_terms_using_unary_
    case .scan: (table, ["+\(owner) BETWEEN ?1 AND ?2"])
    case .list: ("\(SchemaNames.feed) AS f CROSS JOIN \(table) ON \(owner) = f.key", [])
    }
  }

  private static func select(
    _ columns: String?, owner: String, order: String?, from: String, conditions: [String]
  ) -> String {
    guard let columns else { return statement("count(*)", from, conditions) }
    let order = order.map { "ifnull(\($0), \(MemberRows.missingOrder))" } ?? "0"
    return statement("\(owner), \(order), \(columns)", from, conditions)
  }

  private static func statement(_ columns: String, _ from: String, _ conditions: [String]) -> String {
    "SELECT \(columns) FROM \(from)"
      + (conditions.isEmpty ? "" : " WHERE " + conditions.joined(separator: " AND "))
  }
}
