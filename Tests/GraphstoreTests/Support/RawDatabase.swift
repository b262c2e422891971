import Foundation
import SQLSyntax
import SQLiteAccess

/// A store's file as another tool sees it: SQL on its tables.
struct RawDatabase {
  let url: URL

  /// Runs statements; the file is not open afterwards.
  func execute(_ sql: String) throws {
    let connection = try SQLiteConnection(path: url.path, mode: .readWriteCreate)
    defer { connection.close() }
    connection.busyTimeout = .seconds(5)
    try connection.execute(sql)
  }

  /// Runs statements as most tools do: with a schema whose triggers may write to virtual tables.
  func executeTrusted(_ sql: String) throws {
    let connection = try SQLiteConnection(path: url.path, mode: .readWrite)
    defer { connection.close() }
    try connection.trustSchema()
    try connection.execute(sql)
  }

  /// All rows of a query.
  func query(_ sql: String) throws -> [[SQLValue]] {
    let connection = try SQLiteConnection(path: url.path, mode: .readWrite)
    defer { connection.close() }
    connection.busyTimeout = .seconds(5)
    return try connection.query(SQL(raw: sql))
  }

  /// The first column of all rows, as text.
  func texts(_ sql: String) throws -> [String] {
    try query(sql).map { row in
      switch row.first {
      case .text(let text): text
      case .integer(let number): String(number)
      case .real(let number): String(number)
      case .blob(let bytes): bytes.map { String($0, radix: 16) }.joined()
      case .null, nil: "NULL"
      }
    }
  }

  /// What SQLite's own check says.
  func integrity() throws -> [String] { try texts("PRAGMA integrity_check") }

  /// The files that SQLite keeps beside a database, as far as they are there.
  var companions: [String] {
    ["-wal", "-shm", "-journal"].filter { FileManager.default.fileExists(atPath: url.path + $0) }
  }
}
