import Foundation
import GraphValues

/// Reads a predicate from format text; one of a grammar without backtracking.
///
/// ```text
/// predicate  = and { ("OR" | "||") and }
/// and        = term { ("AND" | "&&") term }
/// term       = ("NOT" | "!") term | "TRUEPREDICATE" | "FALSEPREDICATE" | "(" predicate ")"
///            | [ "ANY" | "SOME" | "ALL" | "NONE" ] operand operator operand
/// ```
///
/// The rest of the grammar is in the guide "The predicate format".
struct FormatParser {
  /// The longest text that is read, in bytes.
  static let lengthLimit = 1 << 20

  private var lexer: FormatLexer
  private(set) var token: FormatToken
  let source: SourcePlace.Source
  private let arguments: [(any PredicateArgument)?]
  private var used = 0
  private var depth = 0
  private var terms = 0
  /// The names that the subqueries around the place give their members.
  var subqueryVariables: [String] = []

  static func parse(
    _ text: String, _ arguments: [(any PredicateArgument)?]
  ) throws(QueryError) -> QueryPredicate {
    do throws(QueryError) {
      if text.utf8.count > lengthLimit {
        throw QueryError(.tooComplex, "the predicate's text is longer than \(lengthLimit) bytes")
      }
      var parser = try FormatParser(text, arguments)
      return try parser.whole()
    } catch {
      guard error.text == nil, error.position != nil else { throw error }
      var error = error
      error.text = text
      throw error
    }
  }

  private init(_ text: String, _ arguments: [(any PredicateArgument)?]) throws(QueryError) {
    lexer = FormatLexer(text)
    token = try lexer.next()
    source = SourcePlace.Source(text)
    self.arguments = arguments
  }

  /// What stands at a place before it is known whether it is a predicate or a side of a comparison.
  private enum Item {
    case predicate(PredicateNode, depth: Int)
    case operand(QueryExpression, SourcePlace)
  }

  private mutating func whole() throws(QueryError) -> QueryPredicate {
    if case .end = token.kind { throw mistake("the predicate is empty") }
    let item = try disjunction()
    let (node, depth) = try predicate(item)
    guard case .end = token.kind else { throw unexpected("AND, OR or the end") }
    if used < arguments.count {
      throw QueryError(
        .arguments, "\(arguments.count) arguments for \(used) placeholders", position: token.offset)
    }
    return QueryPredicate(node, depth: depth)
  }

  private func predicate(_ item: Item) throws(QueryError) -> (node: PredicateNode, depth: Int) {
    switch item {
    case .predicate(let node, let depth): return (node, depth)
    case .operand: throw unexpected("a comparison such as \"==\"")
    }
  }

  /// A whole predicate, within a subquery.
  mutating func condition() throws(QueryError) -> PredicateNode {
    let item = try disjunction()
    return try predicate(item).node
  }

  // MARK: Compounds

  private mutating func disjunction() throws(QueryError) -> Item {
    let first = try conjunction()
    guard token.keyword == "OR" || token.isSymbol("||") else { return first }
    var (node, depth) = try predicate(first)
    var nodes = [node]
    while token.keyword == "OR" || token.isSymbol("||") {
      try advance()
      let item = try conjunction()
      let next = try predicate(item)
      nodes.append(next.node)
      depth = max(depth, next.depth)
    }
    node = .disjunction(nodes)
    return .predicate(node, depth: depth + 1)
  }

  private mutating func conjunction() throws(QueryError) -> Item {
    let first = try term()
    guard token.keyword == "AND" || token.isSymbol("&&") else { return first }
    var (node, depth) = try predicate(first)
    var nodes = [node]
    while token.keyword == "AND" || token.isSymbol("&&") {
      try advance()
      let item = try term()
      let next = try predicate(item)
      nodes.append(next.node)
      depth = max(depth, next.depth)
    }
    node = .conjunction(nodes)
    return .predicate(node, depth: depth + 1)
  }

  private mutating func term() throws(QueryError) -> Item {
    if token.keyword == "NOT" || token.isSymbol("!") {
      try descend()
      try advance()
      let item = try term()
      let (node, depth) = try predicate(item)
      self.depth -= 1
      return .predicate(.not(node), depth: depth + 1)
    }
    if let keyword = token.keyword {
      switch keyword {
      case "TRUEPREDICATE", "FALSEPREDICATE":
        try advance()
        return .predicate(.constant(keyword == "TRUEPREDICATE"), depth: 1)
      case "ANY", "SOME": return try quantified(.any)
      case "ALL": return try quantified(.all)
      case "NONE": return try quantified(.none)
      default: break
      }
    }
    let left = try primary()
    guard case .operand(let expression, let place) = left, let comparison = try comparisonOperator() else {
      return left
    }
    return try finish(expression, place, comparison)
  }

  private mutating func quantified(_ quantifier: Quantifier) throws(QueryError) -> Item {
    try advance()
    guard case .operand(let expression, let place) = try primary() else {
      throw unexpected("a comparison after \(quantifier.rawValue)")
    }
    guard let comparison = try comparisonOperator() else { throw unexpected("a comparison such as \"==\"") }
    return try finish(expression, place, comparison, quantifier)
  }

  private mutating func finish(
    _ left: QueryExpression, _ leftPlace: SourcePlace,
    _ comparison: (ComparisonOperator, StringComparisonOptions, SourcePlace), _ quantifier: Quantifier? = nil
  ) throws(QueryError) -> Item {
    terms += 1
    if terms > Resolver.termLimit {
      throw QueryError(
        .tooComplex, "the predicate has more than \(Resolver.termLimit) comparisons", position: token.offset)
    }
    let start = token
    guard case .operand(let right, let rightPlace) = try primary() else {
      throw QueryError(.syntax, "expected a value to compare with", position: start.offset)
    }
    let whole = Comparison(
      left, comparison.0, right, options: comparison.1, quantifier: quantifier, leftPlace: leftPlace,
      operatorPlace: comparison.2, rightPlace: rightPlace)
    return .predicate(.comparing(whole), depth: 2 + whole.expressionDepth)
  }

  /// A side of a comparison, or anything in parentheses.
  private mutating func primary() throws(QueryError) -> Item {
    let place = SourcePlace(source: source, offset: token.offset)
    if token.isSymbol("(") {
      try descend()
      try advance()
      let inner = try disjunction()
      guard token.isSymbol(")") else { throw unexpected("\")\"") }
      try advance()
      depth -= 1
      if case .operand = inner { try rejectSuffix() }
      return inner
    }
    let expression = try operand()
    try rejectSuffix()
    return .operand(expression, place)
  }

  /// What may follow an operand one day.
  private func rejectSuffix() throws(QueryError) {
    guard case .symbol(let symbol) = token.kind else {
      if let keyword = token.keyword, ["UNION", "INTERSECT", "MINUS"].contains(keyword) {
        throw unsupported("the set operator \(keyword)")
      }
      return
    }
    switch symbol {
    case "+", "-", "*", "/", "**": throw unsupported("arithmetic (\"\(symbol)\")")
    case "&", "|", "^", "<<", ">>": throw unsupported("the bit operator \"\(symbol)\"")
    case "[": throw unsupported("an index in brackets")
    case ":=": throw unsupported("assignment (\":=\")")
    default: return
    }
  }

  // MARK: Help for the parts

  mutating func advance() throws(QueryError) { token = try lexer.next() }

  mutating func descend() throws(QueryError) {
    depth += 1
    if depth > QueryPredicate.depthLimit {
      throw QueryError(
        .tooComplex, "the predicate is more than \(QueryPredicate.depthLimit) levels deep",
        position: token.offset)
    }
  }

  mutating func ascend() { depth -= 1 }

  mutating func nextArgument(_ name: String) throws(QueryError) -> (any PredicateArgument)? {
    guard used < arguments.count else {
      throw QueryError(
        .arguments, "no argument is left for \"%\(name)\": there are \(arguments.count)",
        position: token.offset)
    }
    used += 1
    return arguments[used - 1]
  }

  func mistake(_ message: String) -> QueryError {
    QueryError(.syntax, message, position: token.offset)
  }

  func unexpected(_ expected: String) -> QueryError {
    mistake("expected \(expected), found \(token.phrase)")
  }

  func unsupported(_ what: String) -> QueryError {
    QueryError(.unsupported, "\(what) is not supported yet", position: token.offset)
  }
}
