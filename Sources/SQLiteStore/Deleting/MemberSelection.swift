import GraphModel
import GraphValues
import SQLiteAccess

/// Statements that select pairs of keys, an owner's and a member's, by the owners.
struct MemberSelection: Sendable {
  /// For owners that are fed.
  private let list: String
  /// For all owners from `?1` to `?2`.
  private let range: String

  /// The members that a relationship leads to.
  init(_ relationship: ResolvedRelationship, _ names: StoredNames) {
    switch relationship.storage {
    case .inverseColumn(let slot, _):
      self.init(referringBy: names.model.inverse(of: relationship), slot, names)
    case .column(let slot, _):
      // The reference may dangle where the model allows it.
      let owner = "o.\(StoredNames.key)"
      let member = "o.\(names.column(slot, of: relationship.owner))"
      let table = "\(names.table(of: relationship.owner)) AS o"
      let rest =
        " CROSS JOIN \(names.table(of: relationship.destination)) AS m ON m.\(StoredNames.key) = \(member)"
      let conditions = [
        names.family(relationship.owner, alias: "o"), names.family(relationship.destination, alias: "m"),
      ].compactMap { $0 }
      self.init { Self.select(owner, member, table, rest, conditions, isRange: $0) }
    case .join(let index, let isSource):
      let family = names.family(relationship.destination, alias: "m").map { [$0] } ?? []
      self.init { isRange in
        names.sides(index, isSource: isSource).map { side in
          Self.select(
            "j.\(side.owner)", "j.\(side.member)", "\(side.table) AS j",
            " CROSS JOIN \(names.table(of: relationship.destination)) AS m "
              + "ON m.\(StoredNames.key) = j.\(side.member)", family, isRange: isRange)
        }.joined(separator: " UNION ALL ")
      }
    }
  }

  /// The objects that refer to others by a to-one.
  init(referringBy toOne: ResolvedRelationship, _ slot: Int, _ names: StoredNames) {
    let owner = "m.\(names.column(slot, of: toOne.owner))"
    let table = "\(names.table(of: toOne.owner)) AS m"
    let family = names.family(toOne.owner, alias: "m").map { [$0] } ?? []
    self.init { Self.select(owner, "m.\(StoredNames.key)", table, "", family, isRange: $0) }
  }

  private init(_ text: (_ isRange: Bool) -> String) {
    list = text(false)
    range = text(true)
  }

  private static func select(
    _ owner: String, _ member: String, _ table: String, _ rest: String, _ conditions: [String], isRange: Bool
  ) -> String {
    let from =
      isRange ? table : "\(StoredNames.feed) AS f CROSS JOIN \(table) ON \(owner) = f.key"
    let all = (isRange ? ["\(owner) BETWEEN ?1 AND ?2"] : []) + conditions
    return "SELECT \(owner), \(member) FROM \(from)\(rest)"
      + (all.isEmpty ? "" : " WHERE " + all.joined(separator: " AND "))
  }

  /// Both statements, for tests of how SQLite runs them.
  var texts: [String] { [list, range] }

  /// Calls a body with every pair.
  ///
  /// - Parameter owners: ascending, each once.
  func forEach(
    _ owners: [Int64], _ connection: SQLiteConnection,
    _ body: (_ owner: Int64, _ member: Int64) throws -> Void
  ) throws {
    guard let first = owners.first, let last = owners.last else { return }
    func run(_ text: String, bind: (SQLiteStatement) throws -> Void) throws {
      try connection.withStatement(text) { statement in
        try bind(statement)
        while try statement.step() { try body(statement.integer(0), statement.integer(1)) }
      }
    }
    if KeyRuns.isRun(first, last, count: owners.count) {
      try run(range) { statement in
        try statement.bindInteger(first, at: 1)
        try statement.bindInteger(last, at: 2)
      }
    } else {
      try connection.withFeed(KeyFeed.rows(owners)) { try run(list) { _ in } }
    }
  }
}
