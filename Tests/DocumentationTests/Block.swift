/// A fenced block of a page.
struct Block: CustomStringConvertible {
  /// What a comment before the block says of it.
  enum Note: Equatable {
    /// `<!-- continues -->`: it goes on where the block before it ended.
    case continues
    /// `<!-- file -->`: declarations of a file, not statements.
    case file
    /// `<!-- configuration -->`: a `model-codegen.json`.
    case configuration
    /// `<!-- given ... -->`: Swift that goes before it, and is not shown.
    case given(String)
  }

  /// The page's path below the package's folder.
  let page: String
  /// The line of its first line of text, counted from 1.
  let line: Int
  let language: String
  let text: String
  let notes: [Note]

  var description: String { "\(page):\(line)" }

  /// Swift that goes before the block, and is not shown.
  var given: String? {
    for case .given(let text) in notes { return text }
    return nil
  }

  /// Whether it is a package's manifest.
  var isManifest: Bool { language == "swift" && text.hasPrefix("// swift-tools-version") }

  var lines: [Substring] { text.split(separator: "\n", omittingEmptySubsequences: false) }
}
