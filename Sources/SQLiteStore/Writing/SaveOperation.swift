import GraphModel
import GraphSQL
import GraphValues
import ObjectGraph
import SQLiteAccess

/// Writes a change set in one transaction: what delete rules ask for, deletions, updates, links that go, insertions,
/// then links that stay or come.
struct SaveOperation {
  let changes: ChangeSet
  let tables: [String: StoredTable]
  let rules: DeletionRules

  private var names: StoredNames { rules.names }

  /// - Parameter beforeCommit: runs at the end of the transaction, when all rows are written.
  /// - Returns: what delete rules did beyond the change set.
  func run(_ connection: SQLiteConnection, beforeCommit: () throws -> Void = {}) throws -> SaveOutcome {
    do {
      do {
        return try attempt(connection, parks: false, beforeCommit)
      } catch is NeedsParking {
        return try attempt(connection, parks: true, beforeCommit)
      }
    } catch let unmet as UnmetDeletion {
      throw try unmet.conflict(connection)
    } catch let error as SQLiteError {
      throw DerivedOverflow(names: names).conflict(error) ?? error
    }
  }

  /// An update met a row that this very save may yet move out of the way.
  private struct NeedsParking: Error {}

  private func attempt(
    _ connection: SQLiteConnection, parks: Bool, _ beforeCommit: () throws -> Void
  ) throws -> SaveOutcome {
    var outcome = SaveOutcome()
    return try connection.transactionOrSavepoint { error in
      // Foreign keys are deferred: they are checked here and nowhere before.
      guard error.isForeignKeyViolation else { return nil }
      return ReferenceSearch(changes: changes, outcome: outcome, names: names).conflict(connection)
    } _: {
      outcome = try write(connection, parks: parks)
      try beforeCommit()
      return outcome
    }
  }

  private func write(_ connection: SQLiteConnection, parks: Bool) throws -> SaveOutcome {
    var outcome = SaveOutcome()
    var updates = changes.updates
    var minimums = MinimumCheck(rules)
    if let closure = changes.closure, !closure.isEmpty {
      let pending = PendingRows(changes, names)
      let (ruled, unwritten) = try RuleWriter(rules: rules, closure: closure, pending: pending).run(
        connection, &minimums)
      outcome = ruled
      // Another writer may have led to rows since the context asked.
      for (root, keys) in unwritten {
        updates = updates.map { names.root(of: $0.entity) == root ? $0.leavingOut(keys) : $0 }
      }
    }
    for deletion in changes.deletions { try delete(deletion, connection) }
    try write(updates, connection, parks: parks)
    let links = changes.links.map { LinkWriter($0, names) }
    for links in links { try links.remove(connection) }
    for insertion in changes.insertions {
      guard let table = table(of: insertion.entity) else { continue }
      try insert(insertion.rows, insertion.entity, table, connection)
    }
    for links in links {
      try links.reorder(connection)
      try links.add(connection)
    }
    try minimums.run(connection)
    return outcome
  }

  private func table(of entity: String) -> StoredTable? { tables[names.root(of: entity)] }

  private func delete(_ deletion: ChangeSet.Deletion, _ connection: SQLiteConnection) throws {
    guard let table = table(of: deletion.entity) else { return }
    let root = names.root(of: deletion.entity)
    let links = rules.rules(ofRoot: root).links
    if !links.isEmpty {
      // Those of the closure's roots are gone.
      let done = KeySet(changes.closure?.roots[root] ?? [])
      let keys = deletion.keys.filter { !done.contains($0) }
      for links in links { try links.run(keys, connection) }
    }
    try DeletionWriter(deletion: deletion, table: table).run(connection)
  }

  private func write(_ updates: [ChangeSet.Update], _ connection: SQLiteConnection, parks: Bool) throws {
    if parks {
      // Rows that exchange unique values: none of them may be in the way of another.
      var parking = Parking()
      for update in updates {
        guard let entity = names.model[update.entity], let table = table(of: update.entity) else { continue }
        try parking.park(update, of: entity, table.layout, connection)
      }
    }
    for update in updates {
      guard let table = table(of: update.entity) else { continue }
      try self.update(update, table, connection, parks: parks)
    }
  }

  private func insert(
    _ rows: PackedRows, _ entity: String, _ table: StoredTable, _ connection: SQLiteConnection
  ) throws {
    do {
      _ = try connection.feed(table.statements.insertion, rows: rows)
    } catch let error as SQLiteError where error.isUniqueViolation {
      throw UniquenessSearch(changes: changes, entity: entity, table: table, names: names)
        .conflict(rows, error.offendingRow, connection)
    }
  }

  private func update(
    _ update: ChangeSet.Update, _ table: StoredTable, _ connection: SQLiteConnection, parks: Bool
  ) throws {
    let parameters: [FeedParameter] =
      update.slots.map { .slot($0) } + [.version, .key, .previousVersion]
    do {
      func write() throws -> [Int] {
        try connection.runEach(
          RowStatements.update(update.slots, of: table.layout), rows: update.rows, parameters: parameters)
      }
      let entity = names.model[update.entity]?.number ?? 0
      let missed =
        try connection.changeCapture?.expecting(
          updatesOf: table.layout.tableName, slots: update.slots, entity: entity, write) ?? write()
      if !missed.isEmpty {
        throw SaveConflict.version(entity: update.entity, keys: missed.map { update.rows.key($0) })
      }
    } catch let error as SQLiteError where error.isUniqueViolation {
      if !parks { throw NeedsParking() }
      throw UniquenessSearch(changes: changes, entity: update.entity, table: table, names: names)
        .conflict(update.rows, error.offendingRow, connection)
    }
  }
}

extension ChangeSet.Update {
  /// The update without the rows of some keys.
  fileprivate func leavingOut(_ keys: KeySet) -> ChangeSet.Update {
    let rest = (0..<rows.count).filter { !keys.contains(rows.key($0)) }
    if rest.count == rows.count { return self }
    var builder = PackedRowsBuilder(layout: rows.layout, reserving: rest.count)
    for row in rest { builder.beginRow(copying: rows.buffer, row: row, version: rows.version(row)) }
    return ChangeSet.Update(entity: entity, slots: slots, rows: builder.finish())
  }
}
