extension Selection {
  /// Reads a column from text: an expression as the format language has it, or an aggregate of one, perhaps with a
  /// name behind it.
  ///
  /// `author.name`, `likes + 1 AS more`, `sum(likes)`, `average(likes)`, `min(likes)`, `max(likes)`, `count(text)`,
  /// `count(distinct author)`, and `count()` for the number of objects. `sum:(likes)` is the same as `sum(likes)`.
  ///
  /// - Throws: ``QueryError`` where the text is none of these.
  public init(_ text: String) throws(QueryError) {
    let (column, name) = Self.splitName(text)
    if let (function, argument) = Self.call(column) {
      var argument = argument
      var isDistinct = false
      let words = argument.split(maxSplits: 1, whereSeparator: \.isWhitespace)
      if function == .count, words.count == 2, words[0].lowercased() == "distinct" {
        isDistinct = true
        argument = words[1]
      }
      if argument.allSatisfy(\.isWhitespace) || argument == "*" {
        guard function == .count else {
          throw QueryError(
            .syntax, "\(function.rawValue) takes what it is worked out from", text: text, position: 0)
        }
        self.init(.aggregate(.count, nil, isDistinct: false), name: name)
        return
      }
      self.init(
        .aggregate(function, try QueryExpression(format: String(argument)), isDistinct: isDistinct),
        name: name)
      return
    }
    self.init(.value(try QueryExpression(format: String(column))), name: name)
  }

  /// The column's text and its name: what follows the last `AS` that stands by itself.
  private static func splitName(_ text: String) -> (Substring, String?) {
    var words = text.split(omittingEmptySubsequences: true, whereSeparator: \.isWhitespace)
    guard words.count > 2, let name = words.popLast(), words.last?.lowercased() == "as",
      let end = words.dropLast().last?.endIndex, !name.contains(where: { "\"')".contains($0) })
    else { return (text[...], nil) }
    return (text[..<end], String(name))
  }

  private static func call(_ text: Substring) -> (CollectionAggregate.Function, Substring)? {
    let text = text.drop(while: \.isWhitespace)
    let name = text.prefix { $0.isLetter }
    let function: CollectionAggregate.Function
    switch name.lowercased() {
    case "count": function = .count
    case "sum": function = .sum
    case "average", "avg": function = .average
    case "min", "minimum": function = .minimum
    case "max", "maximum": function = .maximum
    default: return nil
    }
    var rest = text[name.endIndex...]
    if rest.first == ":" { rest = rest.dropFirst() }
    while rest.last?.isWhitespace == true { rest = rest.dropLast() }
    guard rest.first == "(", rest.last == ")", closesAtEnd(rest) else { return nil }
    return (function, rest.dropFirst().dropLast())
  }

  /// Whether the parenthesis at the beginning is closed by the one at the end.
  private static func closesAtEnd(_ text: Substring) -> Bool {
    var depth = 0
    for index in text.indices {
      if text[index] == "(" { depth += 1 }
      if text[index] == ")" { depth -= 1 }
      if depth == 0 { return text.index(after: index) == text.endIndex }
    }
    return false
  }
}
