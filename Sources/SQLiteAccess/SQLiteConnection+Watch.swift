internal import CSQLite
internal import Foundation

/// The rows that statements have changed, by table and row ID.
///
/// SQLite tells of rows of tables that have row IDs only, and not of those that REPLACE takes away:
/// https://sqlite.org/c3ref/update_hook.html
package struct ChangedRows: Sendable {
  package fileprivate(set) var inserted: [String: [Int64]] = [:]
  package fileprivate(set) var updated: [String: [Int64]] = [:]
  package fileprivate(set) var deleted: [String: [Int64]] = [:]

  package init() {}
}

extension SQLiteConnection {
  /// Runs a body, and notes which rows it changes.
  package func watchingChanges<T>(_ body: () throws -> T) throws -> (result: T, changes: ChangedRows) {
    let database = try handle.openDatabase()
    let watch = ChangeWatch()
    sqlite3_update_hook(
      database,
      { context, operation, _, table, row in
        guard let context, let table else { return }
        Unmanaged<ChangeWatch>.fromOpaque(context).takeUnretainedValue().note(operation, table, row)
      }, Unmanaged.passUnretained(watch).toOpaque())
    defer { sqlite3_update_hook(database, nil, nil) }
    let result = try withExtendedLifetime(watch) { try body() }
    return (result, watch.changes)
  }
}

private final class ChangeWatch {
  private(set) var changes = ChangedRows()
  /// The table of the last row: mostly many rows of one table follow one another.
  private var last: (pointer: UnsafePointer<CChar>, name: String)?

  func note(_ operation: Int32, _ table: UnsafePointer<CChar>, _ row: Int64) {
    let name: String
    if let last, last.pointer == table, strcmp(last.name, table) == 0 {
      name = last.name
    } else {
      name = String(cString: table)
      last = (table, name)
    }
    switch operation {
    case SQLITE_INSERT: changes.inserted[name, default: []].append(row)
    case SQLITE_UPDATE: changes.updated[name, default: []].append(row)
    default: changes.deleted[name, default: []].append(row)
    }
  }
}
