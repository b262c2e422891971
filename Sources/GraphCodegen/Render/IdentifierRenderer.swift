/// Spells identifiers, with backticks where the language keeps the word for itself.
package enum IdentifierRenderer {
  /// The words that cannot be used as names without backticks, or that mean something else at the beginning of
  /// a statement.
  package static let keywords: Set<String> = [
    "Any", "Self", "actor", "any", "as", "associatedtype", "async", "await", "borrowing", "break", "case",
    "catch", "class", "consume", "consuming", "continue", "copy", "default", "defer", "deinit", "discard",
    "do",
    "dynamic", "each", "else", "enum", "extension", "fallthrough", "false", "fileprivate", "for", "func",
    "guard", "if", "import", "in", "init", "inout", "internal", "is", "let", "macro", "mutating", "nil",
    "nonisolated", "nonmutating", "open", "operator", "override", "package", "precedencegroup", "private",
    "protocol", "public", "repeat", "rethrows", "return", "self", "some", "static", "struct", "subscript",
    "super", "switch", "then", "throw", "throws", "true", "try", "typealias", "unsafe", "var", "weak",
    "where",
    "while", "yield",
  ]

  /// The words that need backticks after a dot, where all others are free.
  private static let memberKeywords: Set<String> = ["init", "self", "Self", "Type", "Protocol"]

  /// The word that cannot be the label of an argument without backticks.
  private static let labelKeywords: Set<String> = ["inout"]

  /// An identifier where it is declared, or used by itself.
  static func name(_ text: String) -> String {
    keywords.contains(text) ? "`\(text)`" : text
  }

  /// An identifier after a dot.
  static func member(_ text: String) -> String {
    memberKeywords.contains(text) ? "`\(text)`" : text
  }

  /// An identifier before the colon of an argument.
  static func label(_ text: String) -> String {
    labelKeywords.contains(text) ? "`\(text)`" : text
  }
}
