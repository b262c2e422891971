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
    // Rows of the run that are still there have another version, the others are gone; which of them this
    // statement deleted is not known, but all of it is undone.
    throw SaveConflict.version(entity: deletion.entity, keys: try conflicting(run, connection))
  }

  private func conflicting(_ run: Range<Int>, _ connection: SQLiteConnection) throws -> [Int64] {
    let left = try connection.withStatement(table.statements.keyed) { statement in
      try statement.bindText(JSONKeys.text(Array(deletion.keys[run])), at: 1)
      var keys: [Int64] = []
      while try statement.step() { keys.append(statement.integer(0)) }
      return keys
    }
    return left.isEmpty ? [deletion.keys[run.lowerBound]] : left
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
