import GraphValues

/// Functions: `abs(x)`, `abs:(x)`, `modulus:by:(x, y)`, `FUNCTION(x, "abs:")`.
extension FormatParser {
  /// A function whose first word has been read.
  mutating func function(_ first: String, at offset: Int) throws(QueryError) -> QueryExpression {
    var name = first
    while token.isSymbol(":") {
      try advance()
      name += ":"
      guard case .word(let part, _) = token.kind else { continue }
      name += part
      try advance()
    }
    return try call(name, try arguments(), at: offset)
  }

  /// `FUNCTION(x, "name", …)`.
  mutating func functionByName() throws(QueryError) -> QueryExpression {
    let start = token
    try descend()
    try advance()
    try expect("(")
    let target = try value()
    try expect(",")
    guard case .literal(.string(let name)) = token.kind else { throw unexpected("the name of a function") }
    try advance()
    var arguments = [target]
    while token.isSymbol(",") {
      try advance()
      arguments.append(try value())
    }
    try expect(")")
    ascend()
    return try call(name, arguments, at: start.offset)
  }

  private mutating func arguments() throws(QueryError) -> [Item] {
    try descend()
    try expect("(")
    var arguments: [Item] = []
    while !token.isSymbol(")") {
      if !arguments.isEmpty { try expect(",") }
      arguments.append(try value())
    }
    try advance()
    ascend()
    return arguments
  }

  private func call(
    _ name: String, _ arguments: [Item], at offset: Int
  ) throws(QueryError) -> QueryExpression {
    do throws(QueryError) {
      let expression = try call(name, arguments)
      if case .invalid(let error) = expression { throw error }
      return expression
    } catch {
      guard error.position == nil else { throw error }
      var error = error
      error.position = offset
      throw error
    }
  }

  private func call(_ name: String, _ arguments: [Item]) throws(QueryError) -> QueryExpression {
    switch FormatFunction(name) {
    case .value(let function)?:
      try Self.check(arguments.count, function.arity, name)
      var values: [QueryExpression] = []
      for argument in arguments { values.append(try expression(argument)) }
      return .calling(function, values)
    case .same?:
      try Self.check(arguments.count, 1...1, name)
      return try expression(arguments[0])
    case .cast?:
      try Self.check(arguments.count, 2...2, name)
      guard case .operand(.literal(.string(let type)), _) = arguments[1],
        let function = FunctionFormat.castFunction(type)
      else { throw QueryError(.syntax, "\"\(name.prefix(60))\" takes a value and the name of a type") }
      return .calling(function, [try expression(arguments[0])])
    case .collection(let function)?:
      try Self.check(arguments.count, 1...1, name)
      return try aggregate(function, arguments[0], name)
    case .list(let function)?:
      try Self.check(arguments.count, 1...1, name)
      guard case .operand(.literal(.array(let elements)), _) = arguments[0] else {
        throw QueryError(
          .unsupported, "\"\(name.prefix(60))\" is not supported over objects: it takes a list of constants")
      }
      return .literal(try function.result(elements))
    case .refused(let reason)?:
      throw QueryError(.unsupported, "the function \"\(name.prefix(60))\" is not supported: \(reason)")
    case nil:
      throw QueryError(
        .unsupported, "there is no function \"\(name.prefix(60))\"",
        suggestion: NearName.of(FormatFunction.key(name), in: FormatFunction.names))
    }
  }

  /// `sum:` and its like, over a list of constants or a path through a relationship to many.
  private func aggregate(
    _ function: CollectionAggregate.Function, _ argument: Item, _ name: String
  ) throws(QueryError) -> QueryExpression {
    switch argument {
    case .operand(.literal(.array(let elements)), _):
      return .literal(try ListFunction(function).result(elements))
    case .operand(.list(let elements), _) where function == .count:
      return .literal(.int(Int64(elements.count)))
    case .operand(.list(let elements), _) where function == .sum && elements.count > 1:
      return .calling(.add, elements)
    case .operand(.keyPath(let path), _): return .aggregate(CollectionAggregate(function, of: path))
    case .members(.filtered(let members), _):
      return .aggregate(
        CollectionAggregate(function, of: members.collection, where: members.filter, value: members.value))
    default:
      throw QueryError(
        .unsupported,
        "\"\(name.prefix(60))\" takes a list of constants or a path through a relationship to many")
    }
  }

  private static func check(
    _ count: Int, _ expected: ClosedRange<Int>, _ name: String
  ) throws(QueryError) {
    if expected.contains(count) { return }
    let wanted = expected.lowerBound == 1 ? "one argument" : "\(expected.lowerBound) arguments"
    throw QueryError(.syntax, "\"\(name.prefix(60))\" takes \(wanted), not \(count)")
  }
}
