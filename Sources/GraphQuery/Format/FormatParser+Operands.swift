import Foundation
import GraphValues

/// The sides of comparisons.
extension FormatParser {
  mutating func operand() throws(QueryError) -> QueryExpression {
    switch token.kind {
    case .literal(let value):
      try advance()
      return .literal(value)
    case .variable(let name):
      try advance()
      guard token.isSymbol(".") else { return .variable(name) }
      guard subqueryVariables.contains(name) else { throw unsupported("a key path of a variable") }
      return try path([], of: name)
    case .placeholder(let name): return try placeholder(name)
    case .word(let word, let isEscaped):
      if isEscaped { return try keyPath(word) }
      if let value = try keyword() { return value }
      return try keyPath(word)
    case .aggregate(let name): throw unsupported("the aggregate \"@\(name)\"")
    case .symbol("{"): return try list()
    case .symbol("-"): return try negative()
    case .symbol("+"): throw unsupported("arithmetic (\"+\")")
    case .symbol("~"): throw unsupported("the bit operator \"~\"")
    case .symbol, .end: throw unexpected("a property or a value")
    }
  }

  private mutating func negative() throws(QueryError) -> QueryExpression {
    try advance()
    guard case .literal(let value) = token.kind else { throw unsupported("arithmetic (\"-\")") }
    let negated: AttributeValue
    switch value {
    case .int(let number): negated = .int(-number)
    case .double(let number): negated = .double(-number)
    // The magnitude of the smallest integer is beyond the largest.
    case .decimal(let number):
      negated = DecimalCoding.scaled(-number, by: 0).map { .int($0) } ?? .decimal(-number)
    default: throw unexpected("a number after \"-\"")
    }
    try advance()
    return .literal(negated)
  }

  private mutating func list() throws(QueryError) -> QueryExpression {
    try descend()
    try advance()
    var elements: [QueryExpression] = []
    while !token.isSymbol("}") {
      if !elements.isEmpty {
        guard token.isSymbol(",") else { throw unexpected("\",\" or \"}\"") }
        try advance()
      }
      let start = token
      let element = try operand()
      if case .range = element {
        throw QueryError(.arguments, "a range cannot stand in a list", position: start.offset)
      }
      elements.append(element)
    }
    try advance()
    ascend()
    return QueryExpression.list(of: elements)
  }

  /// A keyword that is a value; nil where the word is a name.
  private mutating func keyword() throws(QueryError) -> QueryExpression? {
    guard let keyword = token.keyword else { return nil }
    let value: AttributeValue
    switch keyword {
    case "NULL", "NIL": value = .null
    case "TRUE", "YES": value = .bool(true)
    case "FALSE", "NO": value = .bool(false)
    case "SELF":
      try advance()
      guard token.isSymbol(".") else { return .object }
      try advance()
      guard case .word(let word, _) = token.kind else { throw unexpected("a property's name") }
      return try keyPath(word)
    case "CAST": return .literal(try cast())
    case "SUBQUERY": return try subquery()
    case "TERNARY", "FUNCTION": throw unsupported(keyword)
    case "AND", "OR", "NOT", "IN", "BETWEEN", "CONTAINS", "BEGINSWITH", "ENDSWITH", "LIKE", "MATCHES", "ANY",
      "SOME", "ALL", "NONE", "TRUEPREDICATE", "FALSEPREDICATE":
      throw mistake(
        "expected a property or a value, found \(token.phrase); a property of that name is written #\(keyword)"
      )
    default: return nil
    }
    try advance()
    return .literal(value)
  }

  /// A key path whose first name stands here.
  private mutating func keyPath(_ first: String) throws(QueryError) -> QueryExpression {
    let start = token
    try advance()
    if token.isSymbol("(") || token.isSymbol(":") {
      throw QueryError(
        .unsupported, "the function \"\(first.prefix(60))\" is not supported yet", position: start.offset)
    }
    return try path([first])
  }

  // MARK: Arguments

  private mutating func placeholder(_ name: String) throws(QueryError) -> QueryExpression {
    let letter = name.last ?? " "
    guard name.count == 1 || "diuoxXfFeEgGaA".contains(letter) else {
      throw QueryError(.syntax, "unknown placeholder \"%\(name)\"", position: token.offset)
    }
    switch letter {
    case "@":
      let operand = try nextArgument(name)?.predicateOperand.expression ?? .literal(.null)
      try advance()
      return operand
    case "K":
      var names = try keyArgument()
      try advance()
      if names[0].uppercased() == "SELF" {
        if names.count == 1, !token.isSymbol(".") { return .object }
        names.removeFirst()
      }
      return try path(names)
    case "d", "D", "i", "u", "U":
      return .literal(
        try scalarArgument(name, "an integer") { value in
          switch value {
          case .int, .bool: true
          case .decimal(let number): DecimalCoding.scaled(number, by: 0) != nil || number > 0
          default: false
          }
        })
    case "f", "F", "g", "G", "e", "E", "a", "A":
      return .literal(
        try scalarArgument(name, "a number") { value in
          switch value {
          case .int, .double, .decimal: true
          default: false
          }
        })
    case "s", "S", "c", "C", "x", "X", "o", "O", "p":
      throw unsupported("the placeholder \"%\(name)\" (use \"%@\")")
    default:
      throw QueryError(.syntax, "unknown placeholder \"%\(name)\"", position: token.offset)
    }
  }

  private mutating func scalarArgument(
    _ name: String, _ expected: String, _ accepts: (AttributeValue) -> Bool
  ) throws(QueryError) -> AttributeValue {
    let start = token
    let value = try nextArgument(name)?.predicateOperand.value
    guard let value, accepts(value) else {
      throw QueryError(
        .arguments, "\"%\(name)\" takes \(expected), not \(value?.phrase ?? "nil or a range")",
        position: start.offset)
    }
    try advance()
    return value
  }
}

extension QueryExpression {
  /// A list: a literal where all its elements are constants.
  static func list(of elements: [QueryExpression]) -> QueryExpression {
    var values: [AttributeValue] = []
    values.reserveCapacity(elements.count)
    for element in elements {
      guard case .literal(let value) = element else { return .list(elements) }
      values.append(value)
    }
    return .literal(.array(values))
  }
}
