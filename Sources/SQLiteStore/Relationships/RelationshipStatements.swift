import GraphModel
import ObjectGraph

/// The texts of small statements about relationships.
struct RelationshipStatements {
  let names: StoredNames

  /// What can be asked of a relationship without reading its members.
  enum Question: Hashable {
    /// Whether an owner (`?1`) has a member (`?2`).
    case link
    /// The owners that are fed, each with the greatest order in its list.
    case lastOrder
    /// The owners that are fed, each with the number of its members.
    case count
    /// The owners that are fed, each with the key of its first member.
    case first
  }

  init(_ names: StoredNames) { self.names = names }

  func text(_ question: Question, _ relationship: ResolvedRelationship) -> String {
    switch question {
    case .link: link(relationship)
    case .lastOrder: lastOrder(relationship)
    case .count: count(relationship)
    case .first: first(relationship)
    }
  }

  private func link(_ relationship: ResolvedRelationship) -> String {
    let key = StoredNames.key
    switch relationship.storage {
    case .column(let slot, _):
      return "SELECT 1 FROM \(names.table(of: relationship.owner)) WHERE \(key) = ?1 "
        + "AND \(names.column(slot, of: relationship.owner)) = ?2"
    case .inverseColumn(let slot, _):
      let family = names.family(relationship.destination, alias: "m").map { " AND \($0)" } ?? ""
      return "SELECT 1 FROM \(names.table(of: relationship.destination)) AS m WHERE m.\(key) = ?2 "
        + "AND m.\(names.column(slot, of: relationship.destination)) = ?1\(family)"
    case .join(let index, let isSource):
      return names.sides(index, isSource: isSource).map { side in
        "SELECT 1 FROM \(side.table) WHERE \(side.owner) = ?1 AND \(side.member) = ?2"
      }.joined(separator: " UNION ALL ")
    }
  }

  private func lastOrder(_ relationship: ResolvedRelationship) -> String {
    switch relationship.storage {
    case .inverseColumn(let slot, let orderSlot?):
      let order = names.column(orderSlot, of: relationship.destination)
      let owner = names.column(slot, of: relationship.destination)
      let family = names.family(relationship.destination, alias: "m").map { " AND \($0)" } ?? ""
      return "SELECT f.key, (SELECT max(m.\(order)) FROM \(names.table(of: relationship.destination)) AS m "
        + "WHERE m.\(owner) = f.key\(family)) FROM \(StoredNames.feed) AS f"
    case .join(let index, let isSource):
      let maxima = names.sides(index, isSource: isSource).map { side in
        "(SELECT max(\(side.order ?? "0")) FROM \(side.table) AS j WHERE j.\(side.owner) = f.key)"
      }
      // The scalar max() of a NULL is NULL, the aggregate's is not.
      let order =
        maxima.count == 1
        ? maxima[0] : "coalesce(max(\(maxima.joined(separator: ", "))), \(maxima.joined(separator: ", ")))"
      return "SELECT f.key, \(order) FROM \(StoredNames.feed) AS f"
    case .column, .inverseColumn:
      return "SELECT key, NULL FROM \(StoredNames.feed) WHERE 0"
    }
  }

  private func count(_ relationship: ResolvedRelationship) -> String {
    let counts = members(relationship).enumerated().map { position, members in
      // An object that is its own member is one pair, and counted once.
      let once = position == 0 ? "" : " AND j.\(StoredNames.source) <> j.\(StoredNames.target)"
      return "(SELECT count(*) FROM \(members.from) WHERE \(members.condition)\(once))"
    }
    return "SELECT f.key AS key, \(counts.joined(separator: " + ")) AS number FROM \(StoredNames.feed) AS f"
  }

  private func first(_ relationship: ResolvedRelationship) -> String {
    let firsts = members(relationship).map { members in
      let order = members.order.map { "ifnull(\($0), \(MemberRows.missingOrder))" }
      let key = "\(order.map { "\($0), " } ?? "")\(members.key)"
      return "SELECT \(members.key) AS k, \(order ?? "0") AS r FROM \(members.from) "
        + "WHERE \(members.condition) ORDER BY \(key) LIMIT 1"
    }
    // A compound has one order: each part's own is in a query of its own.
    let all = firsts.map { "SELECT k, r FROM (\($0))" }.joined(separator: " UNION ALL ")
    return "SELECT f.key, (SELECT k FROM (\(all)) ORDER BY r, k LIMIT 1) FROM \(StoredNames.feed) AS f"
  }

  /// Where the members of the owner `f.key` are found; members that are their own owners' may be found on two sides.
  private struct Members {
    let from: String
    let condition: String
    let key: String
    let order: String?
  }

  private func members(_ relationship: ResolvedRelationship) -> [Members] {
    let table = "\(names.table(of: relationship.destination)) AS m"
    let family = names.family(relationship.destination, alias: "m").map { " AND \($0)" } ?? ""
    switch relationship.storage {
    case .column: return []
    case .inverseColumn(let slot, let orderSlot):
      return [
        Members(
          from: table, condition: "m.\(names.column(slot, of: relationship.destination)) = f.key\(family)",
          key: "m.\(StoredNames.key)",
          order: orderSlot.map { "m.\(names.column($0, of: relationship.destination))" })
      ]
    case .join(let index, let isSource):
      return names.sides(index, isSource: isSource).map { side in
        Members(
          from: "\(side.table) AS j CROSS JOIN \(table) ON m.\(StoredNames.key) = j.\(side.member)",
          condition: "j.\(side.owner) = f.key\(family)", key: "j.\(side.member)",
          order: relationship.isOrdered ? side.order.map { "j.\($0)" } : nil)
      }
    }
  }
}
