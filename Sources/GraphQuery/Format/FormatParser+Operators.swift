/// Operators of comparisons.
extension FormatParser {
  /// The comparison operator that stands here, or nil.
  mutating func comparisonOperator() throws(QueryError) -> (
    ComparisonOperator, StringComparisonOptions, SourcePlace
  )? {
    guard let comparison = try operatorHere() else { return nil }
    let place = SourcePlace(source: source, offset: token.offset)
    try advance()
    return (comparison, try options(), place)
  }

  private func operatorHere() throws(QueryError) -> ComparisonOperator? {
    if case .symbol(let symbol) = token.kind {
      switch symbol {
      case "==", "=": return .equal
      case "!=", "<>": return .notEqual
      case "<": return .less
      case "<=", "=<": return .lessOrEqual
      case ">": return .greater
      case ">=", "=>": return .greaterOrEqual
      default: return nil
      }
    }
    switch token.keyword {
    case "IN": return .isIn
    case "BETWEEN": return .between
    case "CONTAINS": return .contains
    case "BEGINSWITH": return .beginsWith
    case "ENDSWITH": return .endsWith
    case "LIKE": return .like
    case "MATCHES": return .matches
    case "NOT":
      throw mistake("NOT stands before a whole comparison: NOT (key IN …)")
    default: return nil
    }
  }

  /// `[cd]` after an operator.
  private mutating func options() throws(QueryError) -> StringComparisonOptions {
    guard token.isSymbol("[") else { return [] }
    try advance()
    guard case .word(let letters, _) = token.kind else { throw unexpected("options such as \"cd\"") }
    var options: StringComparisonOptions = []
    for letter in letters.lowercased() {
      switch letter {
      case "c": options.insert(.caseInsensitive)
      case "d": options.insert(.diacriticInsensitive)
      case "n": options.insert(.normalized)
      case "l": throw unsupported("the option \"l\" (comparing by a language's rules)")
      default: throw mistake("unknown option \"\(letter)\"; there are c, d and n")
      }
    }
    try advance()
    guard token.isSymbol("]") else { throw unexpected("\"]\"") }
    try advance()
    return options
  }
}
