package import Foundation
package import GraphModel
import GraphSQL
package import GraphValues
package import ObjectGraph
import SQLSyntax
package import SQLiteAccess
import Synchronization

/// A persistent store in an SQLite file: one writer, a pool of readers.
package final class SQLiteStore: PersistentStore {
  package let identifier: UUID
  let path: String
  let tables: [String: StoredTable]
  let readers: ReaderPool
  let writer: Writer
  private let model: ResolvedModel
  private let plans: QueryPlans
  private let memberPlans: MemberPlans
  private let keys = KeyLeases()
  private let temporaryFolder: TemporaryFolder?

  init(
    identifier: UUID, model: ResolvedModel, layout: StoreLayout, setup: ConnectionSetup,
    connection: ConfinedConnection, temporaryFolder: TemporaryFolder?
  ) {
    self.identifier = identifier
    self.temporaryFolder = temporaryFolder
    self.model = model
    let names = SchemaNames(model: model)
    plans = QueryPlans(model)
    memberPlans = MemberPlans(names)
    path = setup.path
    tables = Dictionary(
      layout.tables.map { ($0.tableName, StoredTable($0)) }, uniquingKeysWith: { first, _ in first })
    if setup.options.isReadOnly {
      readers = ReaderPool(setup: setup, first: connection)
      writer = Writer(path: setup.path, connection: nil)
    } else {
      readers = ReaderPool(setup: setup, first: nil)
      writer = Writer(path: setup.path, connection: connection)
    }
  }

  // MARK: Reading

  package func fetch(_ query: StoreQuery, isKnown: ((Int64, Int64) -> Bool)?) throws -> CollectedRows {
    let table = try table(query.entity.rootName)
    return try readers.read { connection in
      var query = query
      query.excludedKeys = try excludedKeys(
        query.excludedKeys, query.closure, ofRoot: query.entity.rootName, connection)
      let plan = try plans.plan(for: query, table)
      let bindings = plan.bindings(query)
      if query.keysOnly { return CollectedRows(batches: [], keys: try connection.keys(plan.text, bindings)) }
      let rows = try connection.collect(
        plan.text, bindings: bindings, layout: table.layout.rows, nullable: table.layout.nullable,
        expectsFewRows: plan.expectsFewRows, isKnown: isKnown)
      plan.found(rows.count)
      return rows
    }
  }

  package func count(_ query: StoreQuery) throws -> Int {
    let table = try table(query.entity.rootName)
    return try readers.read { connection in
      var query = query
      query.excludedKeys = try excludedKeys(
        query.excludedKeys, query.closure, ofRoot: query.entity.rootName, connection)
      let plan = try plans.plan(for: query, table, counts: true)
      let bindings = plan.bindings(query)
      return try connection.withStatement(plan.text) { statement in
        try statement.bind(bindings)
        return try statement.step() ? Int(statement.integer(0)) : 0
      }
    }
  }

  package func rows(ofRoot root: String, keys: [Int64]) throws -> CollectedRows {
    let table = try table(root)
    let isSingle = keys.count == 1
    let text = isSingle ? table.statements.single : table.statements.keyed
    let binding: SQLValue = isSingle ? .integer(keys[0]) : .text(JSONKeys.text(keys))
    return try readers.read { connection in
      try connection.collect(
        text, bindings: [binding], layout: table.layout.rows, nullable: table.layout.nullable,
        expectsFewRows: keys.count < 64)
    }
  }

  package func members(_ query: MemberQuery, isKnown: ((Int64, Int64) -> Bool)?) throws -> MemberRows {
    let reader = try memberReader(query.relationship)
    return try readers.read { connection in
      let excludedKeys = try excludedKeys(
        query.excludedKeys, query.closure, ofRoot: reader.table.layout.tableName, connection)
      return try reader.rows(
        of: Self.ascending(query.owners), excluding: excludedKeys, connection, isKnown: isKnown)
    }
  }

  package func memberCount(_ query: MemberQuery) throws -> Int {
    guard let owner = query.owners.first else { return 0 }
    let reader = try memberReader(query.relationship)
    return try readers.read { connection in
      let excludedKeys = try excludedKeys(
        query.excludedKeys, query.closure, ofRoot: reader.table.layout.tableName, connection)
      return try reader.count(of: owner, excluding: excludedKeys, connection)
    }
  }

  package func hasLink(_ relationship: ResolvedRelationship, owner: Int64, member: Int64) throws -> Bool {
    let text = memberPlans.linkText(relationship)
    return try readers.read { connection in
      try connection.withStatement(text) { statement in
        try statement.bind([.integer(owner), .integer(member)])
        return try statement.step()
      }
    }
  }

  package func lastOrders(_ relationship: ResolvedRelationship, owners: [Int64]) throws -> [Int64: Int64] {
    guard relationship.isOrdered, !owners.isEmpty else { return [:] }
    let text = memberPlans.lastOrderText(relationship)
    return try readers.read { connection in
      try connection.withFeed(KeyFeed.rows(Self.ascending(owners))) {
        try connection.withStatement(text) { statement in
          var orders: [Int64: Int64] = [:]
          while try statement.step() {
            if !statement.isNull(1) { orders[statement.integer(0)] = statement.integer(1) }
          }
          return orders
        }
      }
    }
  }

  private func memberReader(_ relationship: ResolvedRelationship) throws -> MemberReader {
    let table = try table(memberPlans.names.root(of: relationship.destination))
    return MemberReader(plans: memberPlans, table: table, relationship: relationship)
  }

  /// The keys that are left out of a hierarchy's rows, those that a deletion dooms with them.
  private func excludedKeys(
    _ keys: [Int64], _ closure: DeletionClosure?, ofRoot root: String, _ connection: SQLiteConnection
  ) throws -> [Int64] {
    guard let closure, !closure.isEmpty else { return keys }
    throw StoreError(.other, "deletions by rule are not followed yet", path: path)
  }

  /// The keys in ascending order, each once.
  private static func ascending(_ keys: [Int64]) -> [Int64] {
    if zip(keys, keys.dropFirst()).allSatisfy({ $0 < $1 }) { return keys }
    return Set(keys).sorted()
  }

  // MARK: Writing

  package func save(_ changes: ChangeSet) throws -> SaveOutcome {
    let operation = SaveOperation(changes: changes, tables: tables)
    readers.releaseSnapshots()
    return try writer.write { connection in try operation.run(connection) }
  }

  package func leaseKeys(ofRoot root: String, atLeast count: Int) throws -> Range<Int64> {
    let table = try table(root)
    return try keys.take(count, of: root) { size in
      try writer.write { connection in
        try connection.transaction(.immediate) {
          guard case .integer(let end) = try connection.scalar(StoreLayout.lease(size, of: table.layout))
          else {
            throw StoreError(.corrupt, "the sequence of \"\(root)\" is missing", path: path)
          }
          return end - Int64(size)..<end
        }
      }
    }
  }

  /// Closes all connections; what is called afterwards throws.
  package func close() {
    readers.close()
    writer.close()
  }

  /// Moves what the log holds into the file, as far as readers allow.
  package func checkpoint() throws {
    readers.releaseSnapshots()
    try writer.write { connection in _ = try connection.checkpoint(.passive) }
  }

  /// What the connections have done so far.
  package var statistics: SQLiteStatistics {
    var sum = readers.statistics
    sum.add(writer.statistics)
    return sum
  }

  private func table(_ root: String) throws -> StoredTable {
    guard let table = tables[root] else {
      throw StoreError(.corrupt, "the store has no table \"\(root)\"", path: path)
    }
    return table
  }
}
