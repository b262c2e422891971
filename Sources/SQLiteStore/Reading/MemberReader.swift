import GraphModel
import GraphSQL
import GraphValues
import ObjectGraph
import SQLSyntax
import SQLiteAccess

/// Reads the members of to-many relationships.
struct MemberReader {
  let plans: MemberPlans
  let table: StoredTable
  let relationship: ResolvedRelationship
  /// Members that are left out.
  let excluded: KeySet?
  let doomed: KeySet?

  /// - Parameter owners: ascending, each once.
  func rows(
    of owners: [Int64], _ connection: SQLiteConnection, isKnown: ((Int64, Int64) -> Bool)?
  ) throws -> MemberRows {
    guard let first = owners.first, let last = owners.last else {
      return MemberRows(rows: CollectedRows(batches: [], keys: []), owners: [])
    }
    let form = try OwnerForm(owners) { try extent(connection) }
    let plan = plans.plan(relationship, form, .rows, table)
    let bindings: [SQLValue] =
      switch form {
      case .one: [.integer(first)]
      case .range, .scan: [.integer(first), .integer(last)]
      case .list: []
      }
    let repeats = if case .join = relationship.storage { true } else { false }
    // A range may hold foreign owners.
    let isRange = form == .range || form == .scan
    let isOwner = isRange && Int64(owners.count) <= last - first ? Self.lookup(owners) : nil
    func collect() throws -> LinkedRows {
      try connection.collectLinked(
        plan.text, bindings: bindings, layout: table.layout.rows, nullable: table.layout.nullable,
        isOrdered: relationship.isOrdered, repeats: repeats, expectsFewRows: plan.expectsFewRows,
        accepts: { owner, member in isOwner?(owner) != false && includes(member) }, isKnown: isKnown)
    }
    let linked =
      form == .list ? try connection.withFeed(KeyFeed.rows(owners)) { try collect() } : try collect()
    plan.found(linked.owners.count)
    return MemberRows(linked)
  }

  func count(of owner: Int64, _ connection: SQLiteConnection) throws -> Int {
    let counts = excluded == nil && doomed == nil
    let text = plans.plan(relationship, .one, counts ? .count : .keys, table).text
    return try connection.withStatement(text) { statement in
      try statement.bindInteger(owner, at: 1)
      if counts { return try statement.step() ? Int(statement.integer(0)) : 0 }
      var count = 0
      while try statement.step() {
        if includes(statement.integer(0)) { count += 1 }
      }
      return count
    }
  }

  private func includes(_ member: Int64) -> Bool {
    excluded?.contains(member) != true && doomed?.contains(member) != true
  }

  /// Tells whether a key within the range of ascending keys is one of them.
  private static func lookup(_ keys: [Int64]) -> (Int64) -> Bool {
    guard let first = keys.first, let last = keys.last else { return { _ in false } }
    var isMember = [Bool](repeating: false, count: Int(last - first) + 1)
    for key in keys { isMember[Int(key - first)] = true }
    return { [isMember] key in isMember[Int(key - first)] }
  }

  /// The smallest and the greatest owner that there is; nil where a scan is out of the question.
  private func extent(_ connection: SQLiteConnection) throws -> ClosedRange<Int64>? {
    guard case .inverseColumn(let slot, _) = relationship.storage else { return nil }
    let column = plans.names.column(slot, of: relationship.destination)
    let from = "FROM \(table.statements.table)"
    return try connection.withStatement(
      "SELECT (SELECT min(\(column)) \(from)), (SELECT max(\(column)) \(from))"
    ) { statement in
      guard try statement.step(), !statement.isNull(0), statement.integer(0) <= statement.integer(1) else {
        return nil
      }
      return statement.integer(0)...statement.integer(1)
    }
  }
}
