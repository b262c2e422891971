import Foundation

/// Makes a Swift file of a page's blocks: each block a function, so that one may use the names of another.
struct SwiftSource {
  /// What every block may use without saying where it is from.
  static let parameters = "container: PersistentContainer, context: ObjectContext, note: Note"

  let name: String
  let text: String

  /// - Parameter page: a page; its manifests are left out.
  init(_ page: Page) {
    let blocks = page.blocks.filter { $0.language == "swift" && !$0.isManifest }
    var imports: Set<String> = ["import Foundation", "import Graphstore"]
    var body = ""
    for (index, block) in blocks.enumerated() {
      let continued = index + 1 < blocks.count && blocks[index + 1].notes.contains(.continues)
      body += Self.text(of: block, isContinued: continued, &imports)
    }
    name = page.path.replacing("/", with: "-").replacing(".md", with: ".swift")
    text = imports.sorted().joined(separator: "\n") + "\n\n" + body
  }

  private static func text(
    of block: Block, isContinued: Bool, _ imports: inout Set<String>
  ) -> String {
    // What is given needs no place of its own in messages: that of the block will do.
    var text = "#sourceLocation(file: \"\(block.page)\", line: \(block.line))\n"
    if let given = block.given { text = lines(of: given, &imports) + "\n" + text }
    text += lines(of: block.text, &imports) + "\n#sourceLocation()\n"
    if block.notes.contains(.file) { return text + "\n" }
    if !block.notes.contains(.continues) {
      text = "func block\(abs(block.page.hashValue))_\(block.line)(\(parameters)) async throws {\n" + text
    }
    return isContinued ? text : text + "}\n\n"
  }

  /// The lines without imports, which belong to the top of the file.
  private static func lines(of text: String, _ imports: inout Set<String>) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      guard line.hasPrefix("import ") || line.contains(" import ") && line.hasPrefix("@") else { return line }
      imports.insert(String(line))
      return ""
    }.joined(separator: "\n")
  }
}
