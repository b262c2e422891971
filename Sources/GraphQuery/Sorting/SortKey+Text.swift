extension SortKey {
  /// Reads sort keys from text: `"newsid desc, nickname[cd], likes + shares desc"`.
  ///
  /// Each key is a property or an expression as the format language has it, perhaps with `[c]`, `[d]`, `[cd]` or, for
  /// numbers in texts, `[#]` behind it, and perhaps `asc` or `desc`.
  /// - Throws: ``QueryError`` with the place of the mistake.
  public static func parse(_ text: String) throws(QueryError) -> [SortKey] {
    var result: [SortKey] = []
    for part in parts(of: text) { result.append(try key(part, in: text)) }
    return result
  }

  /// What stands between the commas that are in no parentheses and no quotation marks.
  private static func parts(of text: String) -> [Substring] {
    var parts: [Substring] = []
    var start = text.startIndex
    var depth = 0
    var quote: Character?
    for index in text.indices {
      let character = text[index]
      if let open = quote {
        if character == open { quote = nil }
        continue
      }
      switch character {
      case "\"", "'": quote = character
      case "(", "{": depth += 1
      case ")", "}": depth -= 1
      case "," where depth == 0:
        parts.append(text[start..<index])
        start = text.index(after: index)
      default: break
      }
    }
    parts.append(text[start...])
    return parts
  }

  private static func key(_ part: Substring, in text: String) throws(QueryError) -> SortKey {
    let offset = text.utf8.distance(from: text.startIndex, to: part.startIndex)
    func mistake(_ message: String) -> QueryError {
      QueryError(.syntax, message, text: text, position: offset)
    }
    var words = part.split(whereSeparator: \.isWhitespace)
    guard !words.isEmpty else { throw mistake("expected a property to sort by") }
    var ascending = true
    if words.count > 1, let last = words.last?.lowercased() {
      switch last {
      case "asc", "ascending": words.removeLast()
      case "desc", "descending":
        ascending = false
        words.removeLast()
      default: break
      }
    }
    guard let first = words.first, let last = words.last else {
      throw mistake("expected a property to sort by")
    }
    var name = text[first.startIndex..<last.endIndex]
    var options: StringComparisonOptions = []
    if name.last == "]", let bracket = name.lastIndex(of: "[") {
      for letter in name[name.index(after: bracket)...].dropLast() {
        switch letter.lowercased() {
        case "c": options.insert(.caseInsensitive)
        case "d": options.insert(.diacriticInsensitive)
        case "n": options.insert(.normalized)
        case "#": options.insert(.numeric)
        default: throw mistake("sorting by \"[\(letter)]\" is not supported yet")
        }
      }
      name = name[..<bracket]
    } else if name.contains("["), !name.contains("]") {
      throw mistake("expected \"]\"")
    }
    guard !name.isEmpty else { throw mistake("expected a property to sort by") }
    if name.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "_" || $0 == "." }) {
      return SortKey(String(name), ascending: ascending, options: options)
    }
    if words.count > 1, let word = words.last, word.allSatisfy(\.isLetter),
      words.dropLast().last?.last?.isLetter == true
    {
      throw mistake("expected \"asc\" or \"desc\" after the property")
    }
    return SortKey(
      expression: try expression(name, in: text, offset), ascending: ascending, options: options)
  }

  private static func expression(
    _ name: Substring, in text: String, _ offset: Int
  ) throws(QueryError) -> QueryExpression {
    guard let expression = try? QueryExpression(format: String(name)) else {
      throw QueryError(
        .syntax, "expected a property or an expression to sort by, \"asc\" or \"desc\" and a comma",
        text: text, position: offset)
    }
    return expression
  }
}

extension SortKey: CustomStringConvertible {
  /// The key as ``parse(_:)`` reads it.
  public var description: String {
    keyPath + (options.isEmpty ? "" : "[\(options.letters)]") + (ascending ? "" : " desc")
  }
}
