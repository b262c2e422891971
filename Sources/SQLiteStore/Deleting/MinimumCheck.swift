import GraphModel
import GraphValues
import ObjectGraph
import SQLiteAccess

/// Checks the fewest members of owners that lose some without being looked at: where nobody has read the members, only
/// the store knows.
struct MinimumCheck {
  /// So many objects are named in a conflict.
  private static let conflictLimit = 100

  private let rules: DeletionRules
  /// The owners that lose members, by the places of the demands.
  private var losing: [Int: Set<Int64>] = [:]

  init(_ rules: DeletionRules) { self.rules = rules }

  /// Notes whose members are about to be deleted, or to be led elsewhere.
  ///
  /// - Parameters:
  ///   - members: the keys of a hierarchy's rows, ascending.
  ///   - slots: the to-ones that change; nil where the rows are deleted.
  mutating func note(
    _ members: [Int64], ofRoot root: String, slots: Set<Int>? = nil, _ connection: SQLiteConnection
  ) throws {
    for (place, demand) in rules.demands.enumerated() where demand.memberRoot == root {
      if let slots, demand.slot.map({ !slots.contains($0) }) ?? true { continue }
      var owners = losing.removeValue(forKey: place) ?? []
      try demand.owners.forEach(members, connection) { _, owner in owners.insert(owner) }
      losing[place] = owners
    }
  }

  /// Checks what is left once everything is written.
  ///
  /// - Throws: ``SaveConflict``.
  func run(_ connection: SQLiteConnection) throws {
    for (place, owners) in losing.sorted(by: { $0.key < $1.key }) where !owners.isEmpty {
      let demand = rules.demands[place]
      let names = rules.names
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
          try statement.bindInteger(Int64(demand.relationship.leastCount), at: 1)
          while try statement.step() {
            keys.append(statement.integer(0))
            numbers.append(Int(statement.integer(1)))
          }
        }
      }
      if keys.isEmpty { continue }
      throw SaveConflict.tooFewMembers(
        relationship: demand.relationship.index, keys: keys, numbers: numbers)
    }
  }
}
