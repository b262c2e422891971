import Foundation
import GraphValues

/// A piece of format text.
struct FormatToken {
  enum Kind {
    /// A name or a keyword; `isEscaped` where `#` or backticks make a keyword a name.
    case word(String, isEscaped: Bool)
    case literal(AttributeValue)
    /// `%@`, `%d` and so on, without the percent sign.
    case placeholder(String)
    case variable(String)
    /// `@count` and its like, without the at sign.
    case aggregate(String)
    /// Operators and brackets.
    case symbol(String)
    case end
  }

  let kind: Kind
  /// The offset of its first byte in the text.
  let offset: Int

  /// The word in upper case where it may be a keyword.
  let keyword: String?

  init(kind: Kind, offset: Int) {
    self.kind = kind
    self.offset = offset
    if case .word(let word, isEscaped: false) = kind, word.utf8.count <= 14 {
      keyword = word.uppercased()
    } else {
      keyword = nil
    }
  }

  func isSymbol(_ text: String) -> Bool {
    if case .symbol(let symbol) = kind { symbol == text } else { false }
  }

  var isNumber: Bool {
    guard case .literal(let value) = kind else { return false }
    switch value {
    case .int, .double, .decimal: return true
    default: return false
    }
  }

  /// What it is, for messages.
  var phrase: String {
    switch kind {
    case .word(let word, _): "\"\(word.prefix(40))\""
    case .literal: "a constant"
    case .placeholder(let name): "\"%\(name)\""
    case .variable(let name): "\"$\(name.prefix(40))\""
    case .aggregate(let name): "\"@\(name.prefix(40))\""
    case .symbol(let symbol): "\"\(symbol)\""
    case .end: "the end"
    }
  }
}
