import GraphModel
import GraphSQL
import ObjectGraph
import SQLSyntax
import Synchronization

/// The statement that reads a to-many relationship's members, for one form of owners.
final class MemberPlan: Sendable {
  struct Key: Hashable {
    let relationship: Int
    let form: OwnerForm
    let result: Result
  }

  /// What a statement gives.
  enum Result: Hashable, Sendable {
    /// The owner, the order and the member's row.
    case rows
    /// The members' keys.
    case keys
    /// Their number.
    case count
  }

  let text: String
  /// The rows that the last run found; runs of one form are mostly alike.
  private let lastCount: Atomic<Int>

  init(_ key: Key, _ relationship: ResolvedRelationship, _ table: StoredTable, _ names: StoredNames) {
    lastCount = Atomic(key.form == .one ? 0 : .max)
    let conditions = names.family(relationship.destination, alias: "m").map { [$0] } ?? []
    func select(owner: String, order: String?, from: String, conditions: [String]) -> String {
      switch key.result {
      case .keys: return Self.statement("m.\(StoredNames.key)", from, conditions)
      case .count: return Self.statement("count(*)", from, conditions)
      case .rows:
        let order = order.map { "ifnull(\($0), \(MemberRows.missingOrder))" } ?? "0"
        let columns = RowStatements.columns(of: table.layout, alias: "m")
        return Self.statement("\(owner), \(order), \(columns)", from, conditions)
      }
    }
    switch relationship.storage {
    case .column:
      preconditionFailure("\(relationship.name) leads to one object: it has no members to be read.")
    case .inverseColumn(let slot, let orderSlot):
      let owner = "m.\(names.column(slot, of: relationship.destination))"
      let order = orderSlot.map { "m.\(names.column($0, of: relationship.destination))" }
      let from = Self.from(key.form, "\(table.statements.table) AS m", owner: owner)
      text = select(
        owner: owner, order: order, from: from.text, conditions: from.conditions + conditions)
    case .join(let index, let isSource):
      let links = names.sides(index, isSource: isSource).enumerated().map { position, side in
        let from = Self.from(key.form, "\(side.table) AS j", owner: "j.\(side.owner)")
        // An object that is its own member is one pair, and found once.
        let once = position == 0 ? [] : ["j.\(StoredNames.source) <> j.\(StoredNames.target)"]
        return Self.statement(
          "j.\(side.owner) AS o, \(side.order.map { "j.\($0)" } ?? "0") AS r, j.\(side.member) AS k",
          from.text,
          from.conditions + once)
      }
      text = select(
        owner: "l.o", order: relationship.isOrdered ? "l.r" : nil,
        from: "(\(links.joined(separator: " UNION ALL "))) AS l CROSS JOIN \(table.statements.table) AS m "
          + "ON m.\(StoredNames.key) = l.k",
        conditions: conditions)
    }
  }

  /// Whether stepping from row to row is the cheaper way.
  var expectsFewRows: Bool { lastCount.load(ordering: .relaxed) < 32 }

  func found(_ count: Int) { lastCount.store(count, ordering: .relaxed) }

  /// FROM with the owners, and the conditions that go with it.
  private static func from(
    _ form: OwnerForm, _ table: String, owner: String
  ) -> (text: String, conditions: [String]) {
    switch form {
    case .one: (table, ["\(owner) = ?1"])
    case .range: (table, ["\(owner) BETWEEN ?1 AND ?2"])
    // SQLite takes no index for an expression: https://sqlite.org/optoverview.html#disqualifying_where_clause_terms_using_unary_
    case .scan: (table, ["+\(owner) BETWEEN ?1 AND ?2"])
    case .list: ("\(StoredNames.feed) AS f CROSS JOIN \(table) ON \(owner) = f.key", [])
    }
  }

  private static func statement(_ columns: String, _ from: String, _ conditions: [String]) -> String {
    "SELECT \(columns) FROM \(from)"
      + (conditions.isEmpty ? "" : " WHERE " + conditions.joined(separator: " AND "))
  }
}
