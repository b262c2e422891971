import Foundation
import Graphstore

/// Makes the files that the operations start from, with Graphstore: tables, indexes and page size are its own, and the
/// same for both sides because they work on copies.
enum StoreFiles {
  static func makeEmpty(at url: URL) throws {
    try make(at: url, rows: [])
  }

  static func makeFilled(at url: URL, rows: [InputRow]) throws {
    try make(at: url, rows: rows)
  }

  private static func make(at url: URL, rows: [InputRow]) throws {
    let store = try GraphstoreStore(opening: url, synchronous: .normal)
    if !rows.isEmpty { try store.insert(rows) }
    try store.container.checkpoint()
    store.close()
    guard !FileManager.default.fileExists(atPath: url.path + "-wal") else {
      throw BenchmarkError("closing \(url.lastPathComponent) has left its log behind")
    }
  }
}
