import Foundation
import GraphValues

/// Reads predicates and values from format text; one of a grammar without backtracking.
///
/// ```text
/// predicate  = and { ("OR" | "||") and }
/// and        = term { ("AND" | "&&") term }
/// term       = ("NOT" | "!") term | "TRUEPREDICATE" | "FALSEPREDICATE"
///            | [ "ANY" | "SOME" | "ALL" | "NONE" ] value [ operator value ]
/// ```
///
/// What stands in parentheses is a predicate or a value, which is known only at its end: each part gives an
/// ``Item``. The rest of the grammar is in the guide "The predicate format".
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
    try read(text, arguments, "the predicate") { (parser) throws(QueryError) in try parser.wholePredicate() }
  }

  static func parseValue(
    _ text: String, _ arguments: [(any PredicateArgument)?]
  ) throws(QueryError) -> QueryExpression {
    try read(text, arguments, "the expression") { (parser) throws(QueryError) in try parser.wholeValue() }
  }

  private static func read<Result>(
    _ text: String, _ arguments: [(any PredicateArgument)?], _ what: String,
    _ body: (inout FormatParser) throws(QueryError) -> Result
  ) throws(QueryError) -> Result {
    do throws(QueryError) {
      if text.utf8.count > lengthLimit {
        throw QueryError(.tooComplex, "\(what)'s text is longer than \(lengthLimit) bytes")
      }
      var parser = try FormatParser(text, arguments)
      if case .end = parser.token.kind { throw parser.mistake("\(what) is empty") }
      return try body(&parser)
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
  enum Item {
    case predicate(PredicateNode, depth: Int)
    case operand(QueryExpression, SourcePlace)
    /// Several collections made one, or members of a collection that meet a condition.
    case members(FormatMembers, SourcePlace)
  }

  private mutating func wholePredicate() throws(QueryError) -> QueryPredicate {
    let item = try disjunction()
    let (node, depth) = try predicate(item)
    try end("AND, OR or the end")
    return QueryPredicate(node, depth: depth)
  }

  private mutating func wholeValue() throws(QueryError) -> QueryExpression {
    let item = try disjunction()
    let expression = try expression(item)
    try end("an operator or the end")
    return expression
  }

  private func end(_ expected: String) throws(QueryError) {
    guard case .end = token.kind else { throw unexpected(expected) }
    if used < arguments.count {
      throw QueryError(
        .arguments, "\(arguments.count) arguments for \(used) placeholders", position: token.offset)
    }
  }

  private func predicate(_ item: Item) throws(QueryError) -> (node: PredicateNode, depth: Int) {
    switch item {
    case .predicate(let node, let depth): return (node, depth)
    case .operand, .members: throw unexpected("a comparison such as \"==\"")
    }
  }

  /// A whole predicate, within a subquery.
  mutating func condition() throws(QueryError) -> PredicateNode {
    let item = try disjunction()
    return try predicate(item).node
  }

  // MARK: Compounds

  mutating func disjunction() throws(QueryError) -> Item {
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
    let left = try value()
    guard let comparison = try comparisonOperator() else { return left }
    return try finish(left, comparison)
  }

  private mutating func quantified(_ quantifier: Quantifier) throws(QueryError) -> Item {
    try advance()
    let left = try value()
    if case .predicate = left { throw unexpected("a comparison after \(quantifier.rawValue)") }
    guard let comparison = try comparisonOperator() else { throw unexpected("a comparison such as \"==\"") }
    return try finish(left, comparison, quantifier)
  }

  private mutating func finish(
    _ left: Item, _ comparison: FormatOperator, _ quantifier: Quantifier? = nil
  ) throws(QueryError) -> Item {
    terms += 1
    if terms > Resolver.termLimit {
      throw QueryError(
        .tooComplex, "the predicate has more than \(Resolver.termLimit) comparisons", position: token.offset)
    }
    let right = try value()
    if token.isSymbol(":=") { throw QueryError(.unsupported, Self.assignment, position: token.offset) }
    let node: PredicateNode
    if case .predicate(let condition, _) = left, case .operand(.literal(.bool(let value)), _) = right,
      comparison.relation == .equal || comparison.relation == .notEqual, comparison.options.isEmpty
    {
      node = value == (comparison.relation == .equal) ? condition : .not(condition)
    } else {
      node = try compared(left, comparison, right, quantifier)
    }
    return .predicate(node, depth: node.depth + 1)
  }

  static let assignment = "a predicate assigns nothing (\":=\"); \"==\" compares"

  // MARK: Help for the parts

  mutating func advance() throws(QueryError) { token = try lexer.next() }

  mutating func expect(_ symbol: String) throws(QueryError) {
    guard token.isSymbol(symbol) else { throw unexpected("\"\(symbol)\"") }
    try advance()
  }

  mutating func descend() throws(QueryError) {
    depth += 1
    if depth > QueryPredicate.depthLimit { throw tooDeep(at: token.offset) }
  }

  mutating func ascend() { depth -= 1 }

  func tooDeep(at offset: Int) -> QueryError {
    QueryError(
      .tooComplex, "the predicate is more than \(QueryPredicate.depthLimit) levels deep", position: offset)
  }

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
    QueryError(.unsupported, "\(what) is not supported", position: token.offset)
  }
}
