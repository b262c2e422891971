package import Foundation
import GraphModel
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
  private let plans = QueryPlans()
  private let keys = KeyLeases()
  private let temporaryFolder: TemporaryFolder?

  init(
    identifier: UUID, model: ResolvedModel, layout: StoreLayout, setup: ConnectionSetup,
    connection: ConfinedConnection, temporaryFolder: TemporaryFolder?
  ) {
    self.identifier = identifier
    self.temporaryFolder = temporaryFolder
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

  package func fetch(_ query: StoreQuery, isKnown: ((Int64, Int64) -> Bool)?) throws -> CollectedRows {
    let table = try table(query.entity.rootName)
    let plan = try plans.plan(for: query, table)
    let bindings = plan.bindings(query)
    return try readers.read { connection in
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
    let plan = try plans.plan(for: query, table, counts: true)
    let bindings = plan.bindings(query)
    return try readers.read { connection in
      try connection.withStatement(plan.text) { statement in
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

  package func save(_ changes: ChangeSet) throws {
    let operation = SaveOperation(changes: changes, tables: tables)
    readers.releaseSnapshots()
    try writer.write { connection in try operation.run(connection) }
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
