/// Spells documentation as line comments, which no text can close.
enum DocumentationRenderer {
  /// The comment's lines without indentation; empty for a text that says nothing.
  static func lines(_ text: String, width: Int) -> [String] {
    let paragraphs = text.split(omittingEmptySubsequences: false) { $0.isNewline }
    var lines: [String] = []
    for paragraph in paragraphs {
      lines += wrap(clean(paragraph), width: width)
    }
    while lines.last == "" { lines.removeLast() }
    let firstLine = lines.firstIndex { $0 != "" } ?? lines.endIndex
    return lines[firstLine...].map { $0.isEmpty ? "///" : "/// \($0)" }
  }

  /// A line without what cannot be seen.
  private static func clean(_ line: Substring) -> String {
    var result = String.UnicodeScalarView()
    for scalar in line.unicodeScalars {
      result.append(InvisibleScalars.contains(scalar) ? " " : scalar)
    }
    while let last = result.last, last.properties.isWhitespace { result.removeLast() }
    return String(result)
  }

  /// Breaks a line between words; leading spaces, which mean something in Markdown, are kept.
  private static func wrap(_ line: String, width: Int) -> [String] {
    guard line.count > width else { return [line] }
    let indentation = line.prefix { $0 == " " }
    var lines: [String] = []
    var current = String(indentation)
    var isEmpty = true
    for word in line.dropFirst(indentation.count).split(separator: " ") {
      if !isEmpty, current.count + 1 + word.count > width {
        lines.append(current)
        current = String(indentation)
        isEmpty = true
      }
      if !isEmpty { current += " " }
      current += word
      isEmpty = false
    }
    return lines + [current]
  }
}
