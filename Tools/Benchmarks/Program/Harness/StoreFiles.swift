import Foundation
import Graphstore

/// Makes the files that the operations start from, with Graphstore: tables, indexes and page size are its own, and the
/// same for both sides because they work on copies.
enum StoreFiles {
  static func makeEmpty(at url: URL) throws {
    try make(at: url) { _ in }
  }

  static func makeFilled(at url: URL, rows: [InputRow]) throws {
    try make(at: url) { context in GraphstoreStore.insert(rows, in: context) }
  }

  /// Makes a file with what a body inserts.
  static func make(at url: URL, _ body: (ObjectContext) throws -> Void) throws {
    let store = try GraphstoreStore(opening: url, synchronous: .normal)
    do {
      let context = store.container.newContext()
      try body(context)
      try context.save()
    }
    try store.container.checkpoint()
    store.close()
    guard !FileManager.default.fileExists(atPath: url.path + "-wal") else {
      throw BenchmarkError("closing \(url.lastPathComponent) has left its log behind")
    }
  }
}
