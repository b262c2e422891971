import Foundation

/// A page of the documentation, taken apart.
struct Page: CustomStringConvertible {
  /// Its path below the package's folder.
  let path: String
  let text: String
  let blocks: [Block]

  var description: String { path }

  init(path: String) throws {
    try self.init(
      path: path, text: String(contentsOf: Repository.root.appending(path: path), encoding: .utf8))
  }

  /// - Throws: ``Malformed`` where a block or a comment has no end, or a comment has a word that means nothing.
  init(path: String, text: String) throws {
    self.path = path
    self.text = text
    var blocks: [Block] = []
    var notes: [Block.Note] = []
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    var index = 0
    while index < lines.count {
      let line = lines[index]
      if line.hasPrefix("<!--") {
        guard let end = lines[index...].firstIndex(where: { $0.hasSuffix("-->") }) else {
          throw Malformed(place: "\(path):\(index + 1)", message: "the comment has no end")
        }
        notes.append(try Self.note(lines[index...end], place: "\(path):\(index + 1)"))
        index = end + 1
      } else if line.hasPrefix("```") {
        guard let end = lines[(index + 1)...].firstIndex(where: { $0.hasPrefix("```") }) else {
          throw Malformed(place: "\(path):\(index + 1)", message: "the block has no end")
        }
        blocks.append(
          Block(
            page: path, line: index + 2, language: String(line.dropFirst(3)),
            text: lines[(index + 1)..<end].joined(separator: "\n"), notes: notes))
        notes = []
        index = end + 1
      } else {
        if !line.isEmpty { notes = [] }
        index += 1
      }
    }
    self.blocks = blocks
  }

  struct Malformed: Error, CustomStringConvertible {
    let place: String
    let message: String

    var description: String { "\(place): \(message)" }
  }

  private static func note(_ lines: ArraySlice<String>, place: String) throws -> Block.Note {
    let text = lines.joined(separator: "\n").dropFirst(4).dropLast(3)
    let words = text.trimmingCharacters(in: .whitespacesAndNewlines)
    switch words {
    case "continues": return .continues
    case "file": return .file
    case "configuration": return .configuration
    default:
      guard words.hasPrefix("given\n") else {
        throw Malformed(
          place: place, message: "a comment says continues, file, configuration or given and Swift below it")
      }
      return .given(String(words.dropFirst(6)))
    }
  }
}
