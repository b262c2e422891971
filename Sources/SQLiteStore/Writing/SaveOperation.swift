import GraphModel
import GraphSQL
import GraphValues
import ObjectGraph
import SQLiteAccess

/// Writes a change set in one transaction: deletions, then updates, then insertions.
struct SaveOperation {
  let changes: ChangeSet
  let tables: [String: StoredTable]

  func run(_ connection: SQLiteConnection) throws -> SaveOutcome {
    do {
      do {
        return try connection.transaction(.immediate) { try write(connection, parks: false) }
      } catch is NeedsParking {
        // Rows that exchange unique values: none of them may be in the way of another.
        return try connection.transaction(.immediate) { try write(connection, parks: true) }
      }
    } catch let unmet as UnmetDeletion {
      throw try unmet.conflict(connection)
    }
  }

  /// An update met a row that this very save may yet move out of the way.
  private struct NeedsParking: Error {}

  private func write(_ connection: SQLiteConnection, parks: Bool) throws -> SaveOutcome {
    for deletion in changes.deletions {
      guard let table = tables[deletion.entity] else { continue }
      try DeletionWriter(deletion: deletion, table: table).run(connection)
    }
    var parked: [(ChangeSet.Update, StoredTable)] = []
    for update in changes.updates {
      guard let table = tables[update.entity] else { continue }
      if parks, touchesUnique(update, table) {
        try park(update, table, connection)
        parked.append((update, table))
      } else {
        try self.update(update, table, connection, parks: parks)
      }
    }
    for (update, table) in parked {
      try insert(update.rows, update.entity, table, connection)
    }
    for insertion in changes.insertions {
      guard let table = tables[insertion.entity] else { continue }
      try insert(insertion.rows, insertion.entity, table, connection)
    }
    return SaveOutcome()
  }

  private func insert(
    _ rows: PackedRows, _ entity: String, _ table: StoredTable, _ connection: SQLiteConnection
  ) throws {
    do {
      _ = try connection.feed(table.statements.insertion, rows: rows)
    } catch let error as SQLiteError where error.isUniqueViolation {
      throw UniquenessSearch(changes: changes, entity: entity, table: table)
        .conflict(rows, error.offendingRow, connection)
    }
  }

  private func update(
    _ update: ChangeSet.Update, _ table: StoredTable, _ connection: SQLiteConnection, parks: Bool
  ) throws {
    let parameters: [FeedParameter] =
      update.slots.map { .slot($0) } + [.version, .key, .previousVersion]
    do {
      let missed = try connection.runEach(
        RowStatements.update(update.slots, of: table.layout), rows: update.rows, parameters: parameters)
      if !missed.isEmpty {
        throw SaveConflict.version(entity: update.entity, keys: missed.map { update.rows.key($0) })
      }
    } catch let error as SQLiteError where error.isUniqueViolation {
      if !parks { throw NeedsParking() }
      throw UniquenessSearch(changes: changes, entity: update.entity, table: table)
        .conflict(update.rows, error.offendingRow, connection)
    }
  }

  private func touchesUnique(_ update: ChangeSet.Update, _ table: StoredTable) -> Bool {
    table.layout.columns.contains { column in
      update.slots.contains(column.slot)
        && table.layout.uniquenessConstraints.contains { $0.contains(column.property.name) }
    }
  }

  /// Takes rows out of the table; they are inserted again, whole, once all others are out of the way.
  private func park(_ update: ChangeSet.Update, _ table: StoredTable, _ connection: SQLiteConnection) throws {
    let missed = try connection.runEach(
      table.statements.deletion, rows: update.rows, parameters: [.key, .previousVersion])
    if !missed.isEmpty {
      throw SaveConflict.version(entity: update.entity, keys: missed.map { update.rows.key($0) })
    }
  }
}
