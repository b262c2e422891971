import GraphSQL
import GraphValues
import ObjectGraph
import SQLSyntax
import SQLiteAccess

/// Deletes rows: runs of consecutive keys with one version in one statement each.
struct DeletionWriter {
  let deletion: ChangeSet.Deletion
  let table: StoredTable

  func run(_ connection: SQLiteConnection) throws {
    var start = 0
    while start < deletion.keys.count {
      let end = endOfRun(from: start)
      if end - start > 1 {
        try deleteRun(start..<end, connection)
      } else {
        try deleteOne(start, connection)
      }
      start = end
    }
  }

  private func endOfRun(from start: Int) -> Int {
    var end = start + 1
    // Version 0 is a fault's, whose row was never read and is not checked.
    guard deletion.versions[start] != 0 else { return end }
    while end < deletion.keys.count, deletion.keys[end] == deletion.keys[end - 1] + 1,
      deletion.versions[end] == deletion.versions[start]
    {
      end += 1
    }
    return end
  }

  private func deleteRun(_ run: Range<Int>, _ connection: SQLiteConnection) throws {
    try connection.withStatement(table.statements.rangeDeletion) { statement in
      try statement.bindInteger(deletion.keys[run.lowerBound], at: 1)
      try statement.bindInteger(deletion.keys[run.upperBound - 1], at: 2)
      try statement.bindInteger(deletion.versions[run.lowerBound], at: 3)
      _ = try statement.step()
    }
    guard connection.changes != run.count else { return }
    throw UnmetDeletion(keys: deletion.keys[run], version: deletion.versions[run.lowerBound], writer: self)
  }

  private func deleteOne(_ index: Int, _ connection: SQLiteConnection) throws {
    let version = deletion.versions[index]
    let text = version == 0 ? table.statements.uncheckedDeletion : table.statements.deletion
    try connection.withStatement(text) { statement in
      try statement.bindInteger(deletion.keys[index], at: 1)
      if version != 0 { try statement.bindInteger(version, at: 2) }
      _ = try statement.step()
    }
    if version != 0, connection.changes != 1 {
      throw SaveConflict.version(entity: deletion.entity, keys: [deletion.keys[index]])
    }
  }
}

/// Rows to delete are gone, or have another version; which ones is seen once the deletion of the others is undone.
struct UnmetDeletion: Error {
  let keys: ArraySlice<Int64>
  let version: Int64
  let writer: DeletionWriter

  /// The conflict, found outside of the transaction.
  func conflict(_ connection: SQLiteConnection) throws -> SaveConflict {
    let met = try connection.withStatement(writer.table.statements.keyed) { statement in
      try statement.bindText(JSONKeys.text(Array(keys)), at: 1)
      var met: Set<Int64> = []
      while try statement.step() {
        if statement.integer(1) == version { met.insert(statement.integer(0)) }
      }
      return met
    }
    let unmet = keys.filter { !met.contains($0) }
    return .version(entity: writer.deletion.entity, keys: unmet.isEmpty ? Array(keys.prefix(1)) : unmet)
  }
}
