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

  /// - Parameters:
  ///   - owners: ascending, each once.
  ///   - excludedKeys: members that are left out.
  func rows(
    of owners: [Int64], excluding excludedKeys: [Int64], _ connection: SQLiteConnection,
    isKnown: ((Int64, Int64) -> Bool)?
  ) throws -> MemberRows {
    guard let first = owners.first, let last = owners.last else {
      return MemberRows(rows: CollectedRows(batches: [], keys: []), owners: [])
    }
    let form = try OwnerForm(owners) { try extent(connection) }
    let text = plans.text(relationship, form, excludes: !excludedKeys.isEmpty, counts: false, table)
    var bindings: [SQLValue] =
      switch form {
      case .one: [.integer(first)]
      case .range, .scan: [.integer(first), .integer(last)]
      case .list: []
      }
    if !excludedKeys.isEmpty { bindings.append(.text(JSONKeys.text(excludedKeys))) }
    let repeats = if case .join = relationship.storage { true } else { false }
    let accepts: (Int64) -> Bool =
      if form == .range || form == .scan, Int64(owners.count) <= last - first {
        Self.lookup(owners)
      } else {
        { _ in true }
      }
    func collect() throws -> LinkedRows {
      try connection.collectLinked(
        text, bindings: bindings, layout: table.layout.rows, nullable: table.layout.nullable,
        isOrdered: relationship.isOrdered, repeats: repeats, expectsFewRows: owners.count < 8,
        accepts: accepts, isKnown: isKnown)
    }
    let linked =
      form == .list ? try connection.withFeed(KeyFeed.rows(owners)) { try collect() } : try collect()
    return MemberRows(linked)
  }

  func count(of owner: Int64, excluding excludedKeys: [Int64], _ connection: SQLiteConnection) throws -> Int {
    let text = plans.text(relationship, .one, excludes: !excludedKeys.isEmpty, counts: true, table)
    return try connection.withStatement(text) { statement in
      try statement.bindInteger(owner, at: 1)
      if !excludedKeys.isEmpty { try statement.bindText(JSONKeys.text(excludedKeys), at: 2) }
      return try statement.step() ? Int(statement.integer(0)) : 0
    }
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
