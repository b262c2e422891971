/// A word of a statement, for comparing statements that other tools may have spelled in another way.
enum SQLToken: Hashable {
  /// A keyword, a name or a number, in lower case and without quotes.
  case name(String)
  /// The content of a string or blob literal.
  case text(String)
  case symbol(Character)

  /// The words of a text; white space and comments are none.
  static func tokens(of text: String) -> [SQLToken] {
    var tokens: [SQLToken] = []
    var rest = Substring(text)
    while let first = rest.first {
      switch first {
      case "'": tokens.append(.text(quoted(&rest, "'")))
      case "\"", "`": tokens.append(.name(quoted(&rest, first).lowercased()))
      case "[": tokens.append(.name(quoted(&rest, "]").lowercased()))
      case _ where rest.hasPrefix("--"): rest = rest.drop { $0 != "\n" }
      case _ where rest.hasPrefix("/*"):
        rest = rest.dropFirst(2)
        while !rest.isEmpty, !rest.hasPrefix("*/") { rest = rest.dropFirst() }
        rest = rest.dropFirst(2)
      case _ where first.isWhitespace: rest = rest.dropFirst()
      case _ where isWordPart(first):
        let word = rest.prefix(while: isWordPart)
        tokens.append(.name(word.lowercased()))
        rest = rest.dropFirst(word.count)
      default:
        tokens.append(.symbol(first))
        rest = rest.dropFirst()
      }
    }
    return tokens
  }

  private static func isWordPart(_ character: Character) -> Bool {
    character.isLetter || character.isNumber || "_.$".contains(character)
  }

  /// Takes what stands between quotes, of which two in a row stand for one.
  private static func quoted(_ rest: inout Substring, _ end: Character) -> String {
    rest = rest.dropFirst()
    var content = ""
    while let next = rest.first {
      rest = rest.dropFirst()
      if next == end {
        guard rest.first == end, end != "]" else { break }
        rest = rest.dropFirst()
      }
      content.append(next)
    }
    return content
  }
}
