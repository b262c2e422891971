import GraphValues

/// An operator of a comparison, as it was read.
struct FormatOperator {
  let relation: ComparisonOperator
  let options: StringComparisonOptions
  let place: SourcePlace
}

/// Operators of comparisons.
extension FormatParser {
  /// The comparison operator that stands here, or nil.
  mutating func comparisonOperator() throws(QueryError) -> FormatOperator? {
    guard let relation = try operatorHere() else { return nil }
    let place = SourcePlace(source: source, offset: token.offset)
    try advance()
    return FormatOperator(relation: relation, options: try options(), place: place)
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
      case ":=": throw QueryError(.unsupported, Self.assignment, position: token.offset)
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
  ///
  /// A store has no language of its own: `l` adds nothing but canonical equivalence.
  private mutating func options() throws(QueryError) -> StringComparisonOptions {
    guard token.isSymbol("[") else { return [] }
    try advance()
    guard case .word(let letters, _) = token.kind else { throw unexpected("options such as \"cd\"") }
    var options: StringComparisonOptions = []
    for letter in letters.lowercased() {
      switch letter {
      case "c": options.insert(.caseInsensitive)
      case "d": options.insert(.diacriticInsensitive)
      case "n", "l": options.insert(.normalized)
      default: throw mistake("unknown option \"\(letter)\"; there are c, d, l and n")
      }
    }
    try advance()
    guard token.isSymbol("]") else { throw unexpected("\"]\"") }
    try advance()
    return options
  }
}

/// Comparisons of what was read on both sides.
extension FormatParser {
  func compared(
    _ left: Item, _ comparison: FormatOperator, _ right: Item, _ quantifier: Quantifier?
  ) throws(QueryError) -> PredicateNode {
    switch (left, right) {
    case (.members(.filtered(let members), _), _) where quantifier != nil || comparison.relation == .contains:
      let relation = comparison.relation == .contains && quantifier == nil ? .equal : comparison.relation
      return try members.node(
        quantifier ?? .any, relation, comparison, try expression(right), at: comparison.place.offset)
    case (_, .members(.filtered(let members), _)) where quantifier == nil && comparison.relation == .isIn:
      return try members.node(
        .any, .equal, comparison, try expression(left), at: comparison.place.offset)
    case (_, .members(let members, let place)) where comparison.relation == .isIn:
      let (element, elementPlace) = (try expression(left), self.place(of: left))
      return members.node { collection in
        .comparing(
          Comparison(
            element, .isIn, collection, options: comparison.options, quantifier: quantifier,
            leftPlace: elementPlace, operatorPlace: comparison.place, rightPlace: place))
      }
    case (.members(let members, let place), _) where comparison.relation == .contains && quantifier == nil:
      let (element, elementPlace) = (try expression(right), self.place(of: right))
      return members.node { collection in
        .comparing(
          Comparison(
            collection, .contains, element, options: comparison.options,
            leftPlace: place, operatorPlace: comparison.place, rightPlace: elementPlace))
      }
    default:
      return .comparing(
        Comparison(
          try expression(left), comparison.relation, try expression(right), options: comparison.options,
          quantifier: quantifier, leftPlace: place(of: left), operatorPlace: comparison.place,
          rightPlace: place(of: right)))
    }
  }

  func place(of item: Item) -> SourcePlace {
    switch item {
    case .operand(_, let place), .members(_, let place): place
    case .predicate: .none
    }
  }

  /// A value; a predicate is one that is true or false.
  func expression(_ item: Item) throws(QueryError) -> QueryExpression {
    switch item {
    case .operand(let expression, _): return expression
    case .predicate(let node, _):
      return try checked(
        .choosing(.literal(.bool(true)), where: node, else: .literal(.bool(false))), at: token.offset)
    case .members(let members, let place):
      throw QueryError(.syntax, members.misplaced, position: place.offset)
    }
  }

  /// An expression that is not too deep.
  func checked(_ expression: QueryExpression, at offset: Int) throws(QueryError) -> QueryExpression {
    if case .invalid(let error) = expression {
      throw QueryError(error.code, error.message, position: offset)
    }
    return expression
  }
}
