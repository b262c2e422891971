import GraphModel

/// The texts of small statements about relationships.
struct RelationshipStatements {
  let names: StoredNames

  init(_ names: StoredNames) { self.names = names }

  /// Finds whether an owner (`?1`) has a member (`?2`).
  func link(_ relationship: ResolvedRelationship) -> String {
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

  /// The owners that are fed, each with the greatest order in its list.
  func lastOrder(_ relationship: ResolvedRelationship) -> String {
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
}
