import Foundation

/// The package's folder and the pages in it.
enum Repository {
  static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// The paths of all pages that describe the package, below its folder.
  static let pagePaths: [String] =
    ["README.md", "CHANGELOG.md", "CONTRIBUTING.md"] + markdown(below: "Documentation")
    + markdown(below: catalog)

  static let catalog = "Sources/Graphstore/Graphstore.docc"

  static let manifest =
    (try? String(contentsOf: root.appending(path: "Package.swift"), encoding: .utf8)) ?? ""

  static func pages() throws -> [Page] { try pagePaths.map { try Page(path: $0) } }

  static func exists(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: root.appending(path: path).path)
  }

  private static func markdown(below folder: String) -> [String] {
    let files = FileManager.default.enumerator(atPath: root.appending(path: folder).path)?
      .compactMap { $0 as? String }
    return (files ?? []).filter { $0.hasSuffix(".md") }.map { "\(folder)/\($0)" }.sorted()
  }
}
