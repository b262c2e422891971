import Foundation
import GraphValues

/// Values: operators between them by precedence, and what may follow one.
///
/// ```text
/// value    = set { ("UNION" | "INTERSECT" | "MINUS") set }
/// set      = operators over signed, from the loosest to the tightest: "??", "|", "^", "&", "<<" ">>", "+" "-",
///            "*" "/"
/// signed   = { "-" | "~" | "+" } power
/// power    = suffixed { "**" signed suffixed }
/// suffixed = primary { "." name | "[" place "]" }
/// ```
extension FormatParser {
  mutating func value() throws(QueryError) -> Item {
    let first = try joined(0)
    guard FormatMembers.joining(token.keyword) != nil else { return first }
    let place = place(of: first)
    var members = try self.members(first)
    var count = 1
    while let joining = FormatMembers.joining(token.keyword) {
      count += 1
      if count > QueryPredicate.depthLimit { throw tooDeep(at: token.offset) }
      try advance()
      members = joining(members, try self.members(try joined(0)))
    }
    let constant: [AttributeValue]?
    do throws(QueryError) {
      constant = try members.constant()
    } catch {
      throw QueryError(error.code, error.message, position: place.offset)
    }
    return constant.map { .operand(.literal(.array($0)), place) } ?? .members(members, place)
  }

  private func members(_ item: Item) throws(QueryError) -> FormatMembers {
    switch item {
    case .members(.filtered, let place):
      throw QueryError(
        .unsupported, "SUBQUERY beside UNION, INTERSECT and MINUS is not supported", position: place.offset)
    case .members(let members, _): return members
    case .operand(let expression, let place):
      switch expression {
      case .keyPath, .variable, .literal(.array), .list: return .one(expression)
      default:
        throw QueryError(
          .syntax, "UNION, INTERSECT and MINUS take collections and lists", position: place.offset)
      }
    case .predicate: throw unexpected("a collection or a list")
    }
  }

  /// Operators that bind at least so tightly.
  private mutating func joined(_ minimum: Int) throws(QueryError) -> Item {
    var item = try signed { (parser) throws(QueryError) in try parser.power() }
    while let sign = FunctionFormat.binary(token.kind), sign.precedence >= minimum {
      let start = token
      let place = place(of: item)
      var operands = [try expression(item)]
      // What is chained in a row is one call, or balanced from its end.
      repeat {
        try advance()
        operands.append(try expression(try joined(sign.precedence + 1)))
      } while sign.isChain && token.isSymbol(sign.text)
      item = .operand(try call(sign.function, operands, at: start.offset), place)
    }
    return item
  }

  private func call(
    _ function: ValueFunction, _ operands: [QueryExpression], at offset: Int
  ) throws(QueryError) -> QueryExpression {
    guard function == .coalesce, var result = operands.last else {
      return try checked(.limited(.function(function, operands)), at: offset)
    }
    if operands.count > QueryPredicate.depthLimit { throw tooDeep(at: offset) }
    for operand in operands.dropLast().reversed() { result = .function(.coalesce, [operand, result]) }
    return try checked(.limited(result), at: offset)
  }

  /// Signs before a value; that of a number is the number's own.
  private mutating func signed(
    _ body: (inout FormatParser) throws(QueryError) -> Item
  ) throws(QueryError) -> Item {
    let start = token
    var signs: [ValueFunction] = []
    while true {
      if token.isSymbol("-") {
        signs.append(.negate)
      } else if token.isSymbol("~") {
        signs.append(.bitNot)
      } else if !token.isSymbol("+") {
        break
      }
      if signs.count > QueryPredicate.depthLimit { throw tooDeep(at: token.offset) }
      try advance()
    }
    let isNumber = token.isNumber
    let item = try body(&self)
    if signs.isEmpty { return item }
    var result = try expression(item)
    if isNumber, signs.last == .negate, let negated = result.negatedNumber {
      result = negated
      signs.removeLast()
    }
    for sign in signs.reversed() { result = .function(sign, [result]) }
    return .operand(
      try checked(.limited(result), at: start.offset), SourcePlace(source: source, offset: start.offset))
  }

  private mutating func power() throws(QueryError) -> Item {
    var item = try suffixed()
    while token.isSymbol("**") {
      let start = token
      try advance()
      let exponent = try signed { (parser) throws(QueryError) in try parser.suffixed() }
      item = .operand(
        try call(.power, [try expression(item), try expression(exponent)], at: start.offset),
        place(of: item))
    }
    return item
  }

  // MARK: Suffixes

  private mutating func suffixed() throws(QueryError) -> Item {
    var item = try primary()
    while token.isSymbol(".") || token.isSymbol("[") {
      guard case .operand(let expression, let place) = item else { throw unexpected("a comparison") }
      item = .operand(try suffix(of: expression), place)
    }
    return item
  }

  /// What follows a value: more of a path, or what is asked of a text or a moment.
  private mutating func suffix(of expression: QueryExpression) throws(QueryError) -> QueryExpression {
    switch expression {
    case .keyPath(let path):
      return try self.path(path.names, from: path)
    case .literal(.reference(let id)):
      return try path([], from: PropertyPath("", from: id))
    case .variable(let name):
      return try path([], from: PropertyPath("", of: name))
    case .object:
      guard token.isSymbol(".") else { throw unsupported("a place of the object itself") }
      return try path([])
    default: break
    }
    let start = token
    try advance()
    guard start.isSymbol("."), case .word(let name, _) = token.kind,
      let function = ValueFunction(member: name)
    else {
      throw QueryError(
        .unsupported, "what follows this value is not supported: it has no properties", position: start.offset
      )
    }
    try advance()
    return try checked(.calling(function, [expression]), at: start.offset)
  }

  /// A side of a comparison, or anything in parentheses.
  private mutating func primary() throws(QueryError) -> Item {
    let place = SourcePlace(source: source, offset: token.offset)
    guard token.isSymbol("(") else {
      if token.keyword == "SUBQUERY" { return try subquery(place) }
      return .operand(try operand(), place)
    }
    try descend()
    try advance()
    let inner = try disjunction()
    try expect(")")
    ascend()
    return inner
  }
}

extension QueryExpression {
  /// The number with the other sign.
  fileprivate var negatedNumber: QueryExpression? {
    guard case .literal(let value) = self else { return nil }
    switch value {
    case .int(let number): return .literal(.int(-number))
    case .double(let number): return .literal(.double(-number))
    // The magnitude of the smallest integer is beyond the largest.
    case .decimal(let number):
      return .literal(DecimalCoding.scaled(-number, by: 0).map { .int($0) } ?? .decimal(-number))
    default: return nil
    }
  }
}

extension ValueFunction {
  /// What key-value coding knows of texts and moments by a name.
  init?(member name: String) {
    switch name {
    case "length": self = .length
    case "lowercaseString", "lowercased": self = .lowercase
    case "uppercaseString", "uppercased": self = .uppercase
    case "doubleValue", "floatValue", "timeIntervalSinceReferenceDate": self = .toDouble
    case "integerValue", "intValue", "longLongValue": self = .toInteger
    case "decimalValue": self = .toDecimal
    case "stringValue", "description": self = .toText
    default: return nil
    }
  }
}
