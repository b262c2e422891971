import Foundation
import GraphValues

/// Values that are not made of others by operators.
extension FormatParser {
  mutating func operand() throws(QueryError) -> QueryExpression {
    switch token.kind {
    case .literal(let value):
      try advance()
      return .literal(value)
    case .variable(let name):
      try advance()
      return .variable(name)
    case .placeholder(let name): return try placeholder(name)
    case .word(let word, let isEscaped):
      if isEscaped { return try keyPath(word) }
      if let value = try keyword() { return value }
      return try keyPath(word)
    case .aggregate(let name):
      throw mistake("\"@\(name.prefix(40))\" stands after a relationship and a point: \"posts.@count\"")
    case .symbol("{"): return try list()
    case .symbol, .end: throw unexpected("a property or a value")
    }
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
      let element = try expression(try value())
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
      switch token.kind {
      case .word(let word, _):
        try advance()
        return try path([word])
      case .placeholder("K"):
        let names = try keyArgument()
        try advance()
        return try path(names)
      default: throw unexpected("a property's name")
      }
    case "CAST": return try cast()
    case "TERNARY": return try ternary()
    case "FUNCTION": return try functionByName()
    case "AND", "OR", "NOT", "IN", "BETWEEN", "CONTAINS", "BEGINSWITH", "ENDSWITH", "LIKE", "MATCHES", "ANY",
      "SOME", "ALL", "NONE", "TRUEPREDICATE", "FALSEPREDICATE", "UNION", "INTERSECT", "MINUS":
      throw mistake(
        "expected a property or a value, found \(token.phrase); a property of that name is written #\(keyword)"
      )
    default: return nil
    }
    try advance()
    return .literal(value)
  }

  /// A key path whose first name stands here, or a function.
  private mutating func keyPath(_ first: String) throws(QueryError) -> QueryExpression {
    let start = token
    try advance()
    if token.isSymbol("(") || token.isSymbol(":") { return try function(first, at: start.offset) }
    return try path([first])
  }

  /// `TERNARY(condition, value, value)`.
  private mutating func ternary() throws(QueryError) -> QueryExpression {
    let start = token
    try descend()
    try advance()
    try expect("(")
    let node = try condition()
    try expect(",")
    let first = try expression(try value())
    try expect(",")
    let second = try expression(try value())
    try expect(")")
    ascend()
    return try checked(.choosing(first, where: node, else: second), at: start.offset)
  }

  // MARK: Arguments

  private mutating func placeholder(_ name: String) throws(QueryError) -> QueryExpression {
    let letter = name.last ?? " "
    guard name.count == 1 || "diuoxXfFeEgGaAcCsS".contains(letter) else {
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
    case "d", "D", "i", "u", "U", "x", "X", "o", "O":
      return try scalarArgument(name, "an integer") { value in
        switch value {
        case .int, .bool: true
        case .decimal(let number): DecimalCoding.scaled(number, by: 0) != nil || number > 0
        default: false
        }
      }
    case "f", "F", "g", "G", "e", "E", "a", "A":
      return try scalarArgument(name, "a number") { value in
        switch value {
        case .int, .double, .decimal: true
        default: false
        }
      }
    case "s", "S":
      return try scalarArgument(name, "a string") { value in
        if case .string = value { true } else { false }
      }
    case "c", "C":
      return try scalarArgument(name, "a character") { value in
        if case .string(let text) = value { text.count == 1 } else { false }
      }
    case "p":
      throw QueryError(
        .unsupported, "\"%p\" is not supported: an address means nothing in a store", position: token.offset)
    default:
      throw QueryError(.syntax, "unknown placeholder \"%\(name)\"", position: token.offset)
    }
  }

  private mutating func scalarArgument(
    _ name: String, _ expected: String, _ accepts: (AttributeValue) -> Bool
  ) throws(QueryError) -> QueryExpression {
    let start = token
    let value = try nextArgument(name)?.predicateOperand.value
    guard let value, accepts(value) else {
      throw QueryError(
        .arguments, "\"%\(name)\" takes \(expected), not \(value?.phrase ?? "nil or a range")",
        position: start.offset)
    }
    try advance()
    return .literal(value)
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
