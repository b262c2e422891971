package import Foundation

/// Data of others that some tests read: the folder `shared/data` beside the package, or further up.
///
/// Where it is missing such tests are skipped, and say so; with `CI=true` in the environment they run and fail.
package enum SharedData {
  private static let folder: URL? = {
    var folder = URL(filePath: #filePath).deletingLastPathComponent()
    while folder.path != "/" {
      folder.deleteLastPathComponent()
      let data = folder.appending(path: "shared/data")
      if FileManager.default.fileExists(atPath: data.path) { return data }
    }
    return nil
  }()

  /// Whether tests that need the data have to run.
  package static var isExpected: Bool {
    folder != nil || ProcessInfo.processInfo.environment["CI"] == "true"
  }

  /// The contents of a file.
  ///
  /// - Parameter path: its path in the folder.
  /// - Throws: where the folder or the file is missing.
  package static func contents(of path: String) throws -> Data {
    guard let folder else { throw Missing() }
    return try Data(contentsOf: folder.appending(path: path))
  }

  /// The lines of a table of tab-separated values without its head; nil, said aloud, where the data is not expected.
  ///
  /// - Throws: where the data is expected and missing.
  package static func rows(_ path: String) throws -> [[String]]? {
    guard isExpected else {
      print("SKIPPED: ../shared/data/\(path) is missing")
      return nil
    }
    return String(decoding: try contents(of: path), as: UTF8.self).split(separator: "\n").dropFirst().map {
      $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
    }
  }

  private struct Missing: Error, CustomStringConvertible {
    let description = "../shared/data is missing beside the package"
  }
}
