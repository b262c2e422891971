package import Foundation

/// A folder of its own for one test, removed with the last reference to it.
package final class TemporaryFolder: Sendable {
  /// Where it is.
  package let url: URL

  /// Makes the folder.
  package init() throws {
    url = FileManager.default.temporaryDirectory.appending(path: "graphstore-tests-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  /// A file in the folder.
  package func file(_ name: String = "store.sqlite") -> URL { url.appending(path: name) }

  deinit {
    try? FileManager.default.removeItem(at: url)
  }
}
