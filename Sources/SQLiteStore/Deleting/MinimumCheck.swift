import GraphModel
import GraphValues
import ObjectGraph
import SQLiteAccess

/// Checks the fewest members of owners that lose some to delete rules: where nobody has read the members, only the store
/// knows.
struct MinimumCheck {
  /// So many objects are named in a conflict.
  private static let conflictLimit = 100

  /// A to-many that may not become too small.
  private struct Demand {
    let relationship: ResolvedRelationship
    let least: Int
    /// The root of the members' hierarchy.
    let memberRoot: String
    /// Finds the owners of members.
    let owners: MemberSelection
  }

  private let names: StoredNames
  private let demands: [Demand]
  /// The owners that lose members, by the places of the demands.
  private var losing: [Int: Set<Int64>] = [:]

  init(_ names: StoredNames) {
    self.names = names
    demands = names.model.relationships.compactMap { relationship in
      let least = relationship.minimumCount ?? (relationship.isOptional ? 0 : 1)
      guard relationship.isToMany, !relationship.isImplicit, least > 0 else { return nil }
      return Demand(
        relationship: relationship, least: least, memberRoot: names.root(of: relationship.destination),
        owners: MemberSelection(names.model.inverse(of: relationship), names))
    }
  }

  /// Notes whose members are about to be deleted.
  ///
  /// - Parameter doomed: the keys of a hierarchy's rows that a rule deletes, ascending.
  mutating func note(_ doomed: [Int64], ofRoot root: String, _ connection: SQLiteConnection) throws {
    for (place, demand) in demands.enumerated() where demand.memberRoot == root {
      var owners = losing.removeValue(forKey: place) ?? []
      try demand.owners.forEach(doomed, connection) { _, owner in owners.insert(owner) }
      losing[place] = owners
    }
  }

  /// Checks what is left once everything is written.
  ///
  /// - Throws: ``SaveConflict``.
  func run(_ connection: SQLiteConnection) throws {
    for (place, owners) in losing.sorted(by: { $0.key < $1.key }) where !owners.isEmpty {
      let demand = demands[place]
      let counts = RelationshipStatements(names).text(.count, demand.relationship)
      let owner = names.table(of: demand.relationship.owner)
      let family = names.family(demand.relationship.owner, alias: "o").map { " AND \($0)" } ?? ""
      let text =
        "SELECT c.key, c.number FROM (\(counts)) AS c CROSS JOIN \(owner) AS o ON o.\(StoredNames.key) = c.key\(family) "
        + "WHERE c.number < ?1 ORDER BY 1 LIMIT \(Self.conflictLimit)"
      var keys: [Int64] = []
      var numbers: [Int] = []
      try connection.withFeed(KeyFeed.rows(owners.sorted())) {
        try connection.withStatement(text) { statement in
          try statement.bindInteger(Int64(demand.least), at: 1)
          while try statement.step() {
            keys.append(statement.integer(0))
            numbers.append(Int(statement.integer(1)))
          }
        }
      }
      if keys.isEmpty { continue }
      throw SaveConflict.tooFewMembers(
        relationship: demand.relationship.index, keys: keys, numbers: numbers, least: demand.least)
    }
  }
}
