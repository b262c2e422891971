import Foundation
import GraphstoreTestSupport
import SQLSyntax
import SQLiteAccess

extension TemporaryFolder {
  func path(_ name: String = "test.sqlite") -> String { url.appending(path: name).path }

  func connection(
    _ name: String = "test.sqlite", mode: SQLiteConnection.OpenMode = .readWriteCreate
  ) throws -> SQLiteConnection {
    try SQLiteConnection(path: path(name), mode: mode)
  }
}

func memoryConnection() throws -> SQLiteConnection {
  try SQLiteConnection(path: ":memory:", mode: .readWriteCreate)
}

/// The SQLite error that a body throws.
func sqliteError(_ body: () throws -> Void) -> SQLiteError? {
  do {
    try body()
    return nil
  } catch {
    return error as? SQLiteError
  }
}
