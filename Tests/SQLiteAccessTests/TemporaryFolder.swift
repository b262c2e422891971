import Foundation
import SQLSyntax
import SQLiteAccess

/// A folder that is removed with its last reference.
final class TemporaryFolder {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory.appending(path: "graphstore-tests-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(at: url)
  }

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
