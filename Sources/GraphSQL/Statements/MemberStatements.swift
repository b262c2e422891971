package import GraphModel
import SQLSyntax

/// The texts of the statements that read the members of a to-many relationship.
///
/// Members are in the table with the alias ``memberAlias``; conditions on them may be added, with parameters from
/// ``Owners/parameterCount`` on.
package struct MemberStatements: Sendable {
  /// The alias of the members' table.
  package static let memberAlias = "m"

  /// Whose members a statement reads.
  package enum Owners: Sendable {
    /// Those of one owner, whose key is `?1`.
    case one
    /// Those of the owners whose keys are in the JSON array `?1`.
    case list
    /// Those of the owners whose keys are between `?1` and `?2`.
    case range

    /// How many parameters it takes; further ones come after them.
    package var parameterCount: Int { self == .range ? 2 : 1 }

    fileprivate func condition(_ column: String) -> String {
      switch self {
      case .one: "\(column) = ?1"
      case .list: "\(column) IN (SELECT value FROM json_each(?1))"
      case .range: "\(column) BETWEEN ?1 AND ?2"
      }
    }
  }

  /// The slots of a member's row that hold its owner's key and its place in the owner's list; nil where a join table
  /// holds them, and statements select them before the member's columns.
  package let ownerSlot: Int?
  package let orderSlot: Int?
  /// What statements select before the members' own columns: 2, the owner's key and the place (0 where there is no
  /// order), for a join table; else 0.
  package var leadingColumns: Int { ownerSlot == nil ? 2 : 0 }
  /// The row of a link between the owner `?1` and the member `?2`; nil where there is no join table.
  package let link: String?

  private let columns: String
  private let source: Source
  private let isOrdered: Bool

  private enum Source: Sendable {
    /// The members' table, its columns of the owner and the place, and a condition that rows are members at all.
    case column(table: String, owner: String, order: String?, condition: String?)
    /// The members' table, the join table, and the ways in which its rows lead from owners to members.
    case join(table: String, join: String, sides: [Side])
  }

  private struct Side: Sendable {
    let owner: String
    let member: String
    let order: String?
    let condition: String?
  }

  /// - Parameter relationship: a to-many; nil for a to-one, and for one of another model.
  package init?(_ relationship: ResolvedRelationship, model: ResolvedModel, layout: StoreLayout) {
    let destination = model.destination(of: relationship)
    guard let table = layout.table(ofRoot: destination.rootName) else { return nil }
    let name = SQL.quoted(identifier: table.tableName)
    isOrdered = relationship.isOrdered
    columns = RowStatements.columns(of: table, alias: Self.memberAlias)
    switch relationship.storage {
    case .column: return nil
    case .inverseColumn(let slot, let orderSlot):
      guard let owner = table.column(ofSlot: slot) else { return nil }
      // Siblings' to-ones of one name share a column; rows of other siblings are no members.
      let sharing = model.relationships.filter { other in
        guard case .column(let otherSlot, _) = other.storage else { return false }
        return otherSlot == slot && model[other.owner]?.rootName == destination.rootName
      }
      ownerSlot = slot
      self.orderSlot = orderSlot
      link = nil
      source = .column(
        table: name, owner: Self.member(owner.name),
        order: orderSlot.flatMap { table.column(ofSlot: $0) }.map { Self.member($0.name) },
        condition: sharing.count > 1
          ? table.familyCondition(of: destination, alias: Self.memberAlias) : nil)
    case .join(let index, let isSource):
      guard layout.joins.indices.contains(index) else { return nil }
      let join = layout.joins[index]
      let ways = join.join.isSelfInverse ? [true, false] : [isSource]
      ownerSlot = nil
      self.orderSlot = nil
      link = LinkStatements(join).link(ownerIsSource: isSource)
      let sides = ways.map { isSource in
        Side(
          owner: SQL.quoted(identifier: JoinTableLayout.ownerColumn(isSource: isSource)),
          member: SQL.quoted(identifier: JoinTableLayout.memberColumn(isSource: isSource)),
          order: join.orderColumn(isSource: isSource).map { SQL.quoted(identifier: $0) },
          // A pair that leads to itself is one member, not two.
          condition: ways.count > 1 && !isSource
            ? "\(SQL.quoted(identifier: JoinTableLayout.sourceColumn)) <> \(SQL.quoted(identifier: JoinTableLayout.targetColumn))"
            : nil)
      }
      source = .join(table: name, join: SQL.quoted(identifier: join.tableName), sides: sides)
    }
  }

  /// Whole rows of members, by owner, then in the order of the list, then by key.
  package func rows(of owners: Owners, where conditions: [String] = []) -> String {
    let order = [ownerExpression, isOrdered ? orderExpression : nil, Self.member(TableLayout.keyColumn)]
      .compactMap { $0 }.joined(separator: ", ")
    let leading = ownerSlot == nil ? "\(ownerExpression), \(orderExpression), " : ""
    return "SELECT \(leading)\(columns) \(from(owners, conditions)) ORDER BY \(order)"
  }

  /// The number of members.
  package func count(of owners: Owners, where conditions: [String] = []) -> String {
    if case .join(_, _, let sides) = source, conditions.isEmpty {
      return "SELECT count(*) FROM (\(links(sides, owners)))"
    }
    return "SELECT count(*) \(from(owners, conditions))"
  }

  /// The greatest place in each owner's list, for those that have any: the owner's key, the place.
  package func lastOrders(of owners: Owners) -> String {
    let from =
      if case .join(_, _, let sides) = source {
        "FROM (\(links(sides, owners))) AS j"
      } else {
        from(owners, [])
      }
    return """
      SELECT \(ownerExpression), max(\(orderExpression)) \(from) \
      GROUP BY \(ownerExpression) HAVING max(\(orderExpression)) IS NOT NULL
      """
  }

  private func from(_ owners: Owners, _ conditions: [String]) -> String {
    switch source {
    case .column(let table, let owner, _, let condition):
      let all = [owners.condition(owner)] + [condition].compactMap { $0 } + conditions
      return "FROM \(table) AS \(Self.memberAlias) WHERE \(all.joined(separator: " AND "))"
    case .join(let table, _, let sides):
      let key = Self.member(TableLayout.keyColumn)
      let condition = conditions.isEmpty ? "" : " WHERE " + conditions.joined(separator: " AND ")
      return """
        FROM (\(links(sides, owners))) AS j JOIN \(table) AS \(Self.memberAlias) ON \(key) = j."member"\(condition)
        """
    }
  }

  /// The links of owners, whichever way they are stored: owner, place, member.
  private func links(_ sides: [Side], _ owners: Owners) -> String {
    guard case .join(_, let join, _) = source else { return "" }
    return sides.map { side in
      let conditions = [owners.condition(side.owner)] + [side.condition].compactMap { $0 }
      return """
        SELECT \(side.owner) AS "owner", \(side.order ?? "0") AS "place", \(side.member) AS "member" \
        FROM \(join) WHERE \(conditions.joined(separator: " AND "))
        """
    }.joined(separator: " UNION ALL ")
  }

  private var ownerExpression: String {
    if case .column(_, let owner, _, _) = source { owner } else { "j.\"owner\"" }
  }

  private var orderExpression: String {
    if case .column(_, _, let order, _) = source { order ?? "0" } else { "j.\"place\"" }
  }

  private static func member(_ column: String) -> String {
    "\(memberAlias).\(SQL.quoted(identifier: column))"
  }
}
