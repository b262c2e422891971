package import Foundation
package import GraphModel
import GraphSQL
package import GraphValues
package import ObjectGraph
import SQLSyntax
package import SQLiteAccess
import Synchronization

/// A persistent store in an SQLite file: one writer, a pool of readers.
package final class SQLiteStore: PersistentStore, Sendable {
  package let identifier: UUID
  let path: String
  let tables: [String: StoredTable]
  let readers: ReaderPool
  let writer: Writer
  /// Nil where no attribute is external.
  let external: ExternalStorage?
  let plans: QueryPlans
  let memberPlans: MemberPlans
  let rules: DeletionRules
  let layout: StoreLayout
  let setup: ConnectionSetup
  /// The open transaction that this reads and writes in; nil where each call is one of its own.
  let bound: BoundConnection?
  private let keys = KeyLeases()
  let explainer: QueryExplainer
  let schema: QuerySchema
  let fullTexts: FullTextIndexes
  private let temporaryFolder: TemporaryFolder?
  let logKeeper = LogKeeper()
  /// Tells of commits.
  let feed: CommitFeed
  /// The number of the commit whose state this reads; nil where it is no snapshot's.
  let snapshotNumber: UInt64?
  /// The store that is no transaction's; nil for itself.
  private let unbound: SQLiteStore?
  var base: SQLiteStore { unbound ?? self }

  init(
    identifier: UUID, model: ResolvedModel, layout: StoreLayout, setup: ConnectionSetup,
    connection: ConfinedConnection, external: ExternalStorage?, temporaryFolder: TemporaryFolder?
  ) {
    self.identifier = identifier
    self.temporaryFolder = temporaryFolder
    self.layout = layout
    self.setup = setup
    bound = nil
    snapshotNumber = nil
    unbound = nil
    feed = CommitFeed(setup)
    let names = StoredNames(model: model, layout: layout)
    schema = QuerySchema(model, joinTables: layout.joins.map(\.tableName), search: layout.search)
    plans = QueryPlans(schema)
    fullTexts = FullTextIndexes(layout.search)
    memberPlans = MemberPlans(names)
    rules = DeletionRules(names)
    explainer = QueryExplainer(model: model, layout: layout, scanLimit: setup.options.fullScanLimit)
    self.external = external
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
    setup.statementListener?.connect(readers)
  }

  /// The same store within an open transaction.
  convenience init(_ store: SQLiteStore, bound: BoundConnection) {
    self.init(store, bound, Writer(path: store.path, bound: bound), snapshot: nil)
  }

  /// The same store within an open transaction that only reads.
  convenience init(_ store: SQLiteStore, snapshot bound: BoundConnection, number: UInt64) {
    self.init(store, bound, Writer(path: store.path, refusal: "a snapshot is only read"), snapshot: number)
  }

  private init(_ store: SQLiteStore, _ bound: BoundConnection, _ writer: Writer, snapshot: UInt64?) {
    identifier = store.identifier
    path = store.path
    tables = store.tables
    readers = ReaderPool(setup: store.setup, bound: bound)
    self.writer = writer
    feed = store.feed
    snapshotNumber = snapshot
    unbound = store.base
    external = store.external
    plans = store.plans
    memberPlans = store.memberPlans
    rules = store.rules
    explainer = store.explainer
    schema = store.schema
    fullTexts = store.fullTexts
    layout = store.layout
    setup = store.setup
    temporaryFolder = store.temporaryFolder
    self.bound = bound
  }

  // MARK: Reading

  package func fetch(_ query: StoreQuery, isKnown: ((Int64, Int64) -> Bool)?) throws -> CollectedRows {
    let table = try table(query.entity.rootName)
    let query = Self.resolved(query)
    return try readers.query { connection in
      let plan = try plans.plan(for: query, table)
      try explainer.checkScans(of: query, plan, connection)
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
    let query = Self.resolved(query)
    return try readers.query { connection in
      let plan = try plans.plan(for: query, table, counts: true)
      try explainer.checkScans(of: query, plan, connection)
      let bindings = plan.bindings(query)
      return try connection.withStatement(plan.text) { statement in
        try statement.bind(bindings)
        return try statement.step() ? Int(statement.integer(0)) : 0
      }
    }
  }

  package func explain(_ query: StoreQuery, counts: Bool) throws -> QueryExplanation {
    let table = try table(query.entity.rootName)
    let query = Self.resolved(query)
    return try readers.read { connection in
      let plan = try plans.plan(for: query, table, counts: counts)
      return try explainer.explanation(of: query, plan, connection)
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
    let reader = try memberReader(query)
    return try readers.read { try reader.rows(of: Self.ascending(query.owners), $0, isKnown: isKnown) }
  }

  package func memberCount(_ query: MemberQuery) throws -> Int {
    guard let owner = query.owners.first else { return 0 }
    let reader = try memberReader(query)
    return try readers.read { try reader.count(of: owner, $0) }
  }

  package func hasLink(_ relationship: ResolvedRelationship, owner: Int64, member: Int64) throws -> Bool {
    let text = memberPlans.text(.link, relationship)
    return try readers.read { connection in
      try connection.withStatement(text) { statement in
        try statement.bind([.integer(owner), .integer(member)])
        return try statement.step()
      }
    }
  }

  package func lastOrders(_ relationship: ResolvedRelationship, owners: [Int64]) throws -> [Int64: Int64] {
    guard relationship.isOrdered, !owners.isEmpty else { return [:] }
    return try answers(memberPlans.text(.lastOrder, relationship), owners)
  }

  package func memberCounts(_ relationship: ResolvedRelationship, owners: [Int64]) throws -> [Int64: Int] {
    try answers(memberPlans.text(.count, relationship), owners).mapValues { Int($0) }
  }

  package func firstMembers(_ relationship: ResolvedRelationship, owners: [Int64]) throws -> [Int64: Int64] {
    try answers(memberPlans.text(.first, relationship), owners)
  }

  /// What a statement finds for each of the owners that are fed to it, nulls left out.
  private func answers(_ text: String, _ owners: [Int64]) throws -> [Int64: Int64] {
    try readers.read { connection in
      try connection.withFeed(KeyFeed.rows(Self.ascending(owners))) {
        try connection.withStatement(text) { statement in
          var answers: [Int64: Int64] = [:]
          while try statement.step() {
            if !statement.isNull(1) { answers[statement.integer(0)] = statement.integer(1) }
          }
          return answers
        }
      }
    }
  }

  package func externalValue(_ reference: ExternalReference) throws -> Data {
    guard let external else {
      throw StoreError(.missingFile, "the store has no external attributes", path: path)
    }
    return try external.value(reference)
  }

  private func memberReader(_ query: MemberQuery) throws -> MemberReader {
    let root = memberPlans.names.root(of: query.relationship.destination)
    return MemberReader(
      plans: memberPlans, table: try table(root), relationship: query.relationship,
      excluded: query.excludedKeys.isEmpty ? nil : KeySet(query.excludedKeys),
      doomed: query.doomed)
  }

  package func doomedKeys(_ closure: DeletionClosure) throws -> [String: [Int64]] {
    try readers.read { connection in
      var search = DeletionSearch(closure, rules)
      try search.run(connection)
      return search.doomed
    }
  }

  /// The query without what a deletion dooms.
  static func resolved(_ query: StoreQuery) -> StoreQuery {
    guard let doomed = query.doomed else { return query }
    var query = query
    query.excludedKeys += doomed.keys
    return query
  }

  /// The keys in ascending order, each once.
  private static func ascending(_ keys: [Int64]) -> [Int64] {
    if zip(keys, keys.dropFirst()).allSatisfy({ $0 < $1 }) { return keys }
    return Set(keys).sorted()
  }

  // MARK: Writing

  package func save(_ changes: ChangeSet) throws -> SaveOutcome {
    guard let external else {
      let operation = SaveOperation(changes: changes, tables: tables, rules: rules)
      readers.releaseSnapshots()
      return try writer.write(changes.origin) { connection in try operation.run(connection) }
    }
    let writes = external.writes(for: changes)
    let operation = SaveOperation(changes: writes.changes, tables: tables, rules: rules)
    readers.releaseSnapshots()
    var outcome = try writer.write(changes.origin) { connection in
      let outcome = try external.save(writes) { try operation.run(connection, beforeCommit: $0) }
      if bound == nil { external.tidyAfterSave(connection) }
      return outcome
    }
    outcome.rewrittenRows = writes.rewrittenRows
    return outcome
  }

  package func leaseKeys(ofRoot root: String, atLeast count: Int) throws -> Range<Int64> {
    try keys.take(count, of: root) { try leaseExactly($0, ofRoot: root) }
  }

  /// A run of so many keys.
  func leaseExactly(_ count: Int, ofRoot root: String) throws -> Range<Int64> {
    let table = try table(root)
    return try writer.write { connection in
      let keys = try connection.transactionOrSavepoint {
        guard case .integer(let end) = try connection.scalar(StoreLayout.lease(count, of: table.layout))
        else {
          throw StoreError(.corrupt, "the sequence of \"\(root)\" is missing", path: path)
        }
        return end - Int64(count)..<end
      }
      bound?.noteLease(keys, ofRoot: root)
      return keys
    }
  }

  /// Closes all connections; what is called afterwards throws.
  package func close() {
    feed.close()
    readers.close()
    tidy()
    writer.close()
  }

  /// Settles and removes files of external attributes, as far as it is time.
  package func tidy() {
    if let external { try? writer.write { external.tidyAtRest($0) } }
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

  func table(_ root: String) throws -> StoredTable {
    guard let table = tables[root] else {
      throw StoreError(.corrupt, "the store has no table \"\(root)\"", path: path)
    }
    return table
  }
}
