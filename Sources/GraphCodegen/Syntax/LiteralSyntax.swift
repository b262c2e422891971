/// A literal.
package enum LiteralSyntax: Sendable, Hashable {
  /// `nil`.
  case `nil`
  /// `true` or `false`.
  case boolean(Bool)
  /// A whole number.
  case integer(Int64)
  /// A finite number, in the shortest digits that give it back.
  case number(String)
  /// Text on one line.
  case string(String)
  /// Text that is kept as it is, over several lines.
  case text(String)
}
