import Foundation

/// Where the repository's own files lie.
enum Repository {
  /// The package's folder.
  static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  static let models = root.appending(path: "Models")

  static let corpus = root.appending(path: "Tests/GraphModelTests/Corpus")

  /// The model files of a folder.
  static func modelFiles(in folder: URL) throws -> [URL] {
    try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
      .filter { $0.pathExtension == "json" && !$0.lastPathComponent.hasSuffix(".schema.json") }
      .sorted { $0.path < $1.path }
  }
}
