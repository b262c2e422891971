import Foundation
import Testing

/// The data beside the repository, in `../shared/data`.
enum SharedData {
  /// The lines of a table of tab-separated values without its head; nil, with a record of it, where the data is
  /// missing.
  static func rows(_ path: String) throws -> [[String]]? {
    var root = URL(filePath: #filePath)
    while root.path != "/",
      !FileManager.default.fileExists(atPath: root.appending(path: "Package.swift").path)
    {
      root.deleteLastPathComponent()
    }
    // A worktree lies a folder deeper than a clone.
    for up in ["..", "../.."] {
      let file = root.appending(path: "\(up)/shared/data/\(path)")
      if let text = try? String(contentsOf: file, encoding: .utf8) {
        return text.split(separator: "\n").dropFirst().map {
          $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
        }
      }
    }
    let message: Comment = "SKIPPED: ../shared/data/\(path) is missing"
    if ProcessInfo.processInfo.environment["CI"] == "true" {
      Issue.record(message)
    } else {
      print(message)
    }
    return nil
  }
}
