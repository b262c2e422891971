/// What a fetch sorts by: a property, a direction and, for strings, how they are compared.
///
/// nil is smaller than every value. Strings are ordered by their UTF-8 bytes unless options say otherwise.
public struct SortKey: Sendable, Hashable {
  /// The key path of the property.
  public var keyPath: String
  /// Whether small values come first.
  public var ascending: Bool
  /// How strings are compared.
  public var options: StringComparisonOptions

  /// Sorts by a property.
  ///
  /// - Parameters:
  ///   - keyPath: the property's name.
  ///   - ascending: whether small values come first.
  ///   - options: how strings are compared.
  public init(_ keyPath: String, ascending: Bool = true, options: StringComparisonOptions = []) {
    self.keyPath = keyPath
    self.ascending = ascending
    self.options = options
  }

  /// Reads sort keys from text: `"newsid desc, nickname[cd]"`.
  ///
  /// Each key is a property, perhaps with `[c]`, `[d]` or `[cd]`, and perhaps `asc` or `desc`.
  /// - Throws: ``QueryError`` with the place of the mistake.
  public static func parse(_ text: String) throws(QueryError) -> [SortKey] {
    var result: [SortKey] = []
    var offset = 0
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      result.append(try key(part, in: text, offset: offset))
      offset += part.utf8.count + 1
    }
    return result
  }

  private static func key(_ part: Substring, in text: String, offset: Int) throws(QueryError) -> SortKey {
    func mistake(_ message: String) -> QueryError {
      QueryError(.syntax, message, text: text, position: offset)
    }
    var words = part.split(whereSeparator: \.isWhitespace)
    guard !words.isEmpty else { throw mistake("expected a property to sort by") }
    var ascending = true
    if words.count > 1, let last = words.last?.lowercased() {
      switch last {
      case "asc", "ascending": break
      case "desc", "descending": ascending = false
      default: throw mistake("expected \"asc\" or \"desc\" after the property")
      }
      words.removeLast()
    }
    guard words.count == 1 else { throw mistake("expected one property, \"asc\" or \"desc\" and a comma") }
    var name = words[0]
    var options: StringComparisonOptions = []
    if let bracket = name.firstIndex(of: "[") {
      guard name.last == "]" else { throw mistake("expected \"]\"") }
      for letter in name[name.index(after: bracket)...].dropLast() {
        switch letter.lowercased() {
        case "c": options.insert(.caseInsensitive)
        case "d": options.insert(.diacriticInsensitive)
        case "n": options.insert(.normalized)
        default: throw mistake("sorting by \"[\(letter)]\" is not supported yet")
        }
      }
      name = name[..<bracket]
    }
    guard !name.isEmpty else { throw mistake("expected a property to sort by") }
    return SortKey(String(name), ascending: ascending, options: options)
  }
}

extension SortKey: CustomStringConvertible {
  /// The key as ``parse(_:)`` reads it.
  public var description: String {
    keyPath + (options.isEmpty ? "" : "[\(options.letters)]") + (ascending ? "" : " desc")
  }
}
