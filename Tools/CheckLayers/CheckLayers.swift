import Foundation

/// Fails where a module imports what its layer may not.
///
/// SwiftPM lets a target import any module that its dependencies bring along; the table here is the one that
/// counts, and each row of it is a decision.
@main
struct CheckLayers {
  /// What each module may import of ours, and nothing else.
  static let table: [String: Set<String>] = [
    "GraphValues": [],
    "SQLSyntax": [],
    "GraphModel": ["GraphValues"],
    "GraphQuery": ["GraphValues", "GraphModel"],
    "GraphCodegen": ["GraphValues", "GraphModel", "GraphQuery"],
    "SQLiteAccess": ["CSQLite", "SQLSyntax", "GraphValues"],
    "ObjectGraph": ["GraphValues", "GraphModel", "GraphQuery"],
    "GraphSQL": ["GraphValues", "GraphModel", "GraphQuery", "SQLSyntax"],
    "SQLiteStore": [
      "GraphValues", "GraphModel", "GraphQuery", "SQLSyntax", "SQLiteAccess", "ObjectGraph", "GraphSQL",
    ],
    "Graphstore": ["GraphValues", "GraphModel", "GraphQuery", "ObjectGraph", "SQLiteStore"],
  ]

  static func main() throws {
    let sources = URL(filePath: CommandLine.arguments.dropFirst().first ?? "Sources")
    let violations = try check(sources)
    for violation in violations {
      FileHandle.standardError.write(Data((violation + "\n").utf8))
    }
    if !violations.isEmpty { exit(1) }
    print("layers: \(table.count) modules import what they may")
  }

  /// The forbidden imports below a folder that holds a folder a module.
  static func check(_ sources: URL) throws -> [String] {
    let ours = Set(table.keys).union(["CSQLite"])
    var violations: [String] = []
    for module in try FileManager.default.contentsOfDirectory(atPath: sources.path).sorted() {
      if module == "CSQLite" { continue }
      guard let allowed = table[module] else {
        violations.append("Sources/\(module): the module is not in the table of layers")
        continue
      }
      let folder = sources.appending(path: module)
      for file in FileManager.default.enumerator(atPath: folder.path)?.compactMap({ $0 as? String }) ?? [] {
        guard file.hasSuffix(".swift") else { continue }
        let text = try String(contentsOf: folder.appending(path: file), encoding: .utf8)
        for (number, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
          guard let imported = importedModule(line), ours.contains(imported), !allowed.contains(imported)
          else { continue }
          violations.append("Sources/\(module)/\(file):\(number + 1): \(module) may not import \(imported)")
        }
      }
    }
    return violations
  }

  private static func importedModule(_ line: Substring) -> String? {
    var words = line.split(separator: " ").map(String.init)[...]
    while let word = words.first,
      word.hasPrefix("@") || ["public", "package", "internal", "fileprivate", "private"].contains(word)
    {
      words = words.dropFirst()
    }
    guard words.first == "import" else { return nil }
    words = words.dropFirst()
    let kinds = ["struct", "class", "enum", "protocol", "func", "var", "let", "typealias"]
    if let kind = words.first, kinds.contains(kind) { words = words.dropFirst() }
    return words.first.flatMap { $0.split(separator: ".").first.map(String.init) }
  }
}
