import GraphValues

/// Key paths, and what is worked out from the collections that they lead to.
extension FormatParser {
  /// The rest of a key path of which some names are known, and the aggregate that may follow.
  mutating func path(_ names: [String], of variable: String? = nil) throws(QueryError) -> QueryExpression {
    var names = names
    while token.isSymbol(".") {
      try advance()
      if case .aggregate(let name) = token.kind {
        guard let first = names.first else { throw unsupported("the aggregate \"@\(name)\" of an object") }
        return try aggregate(name, of: PropertyPath(first, rest: Array(names.dropFirst()), of: variable))
      }
      names += try step()
      if token.isSymbol("(") || token.isSymbol(":") { throw unsupported("a function of a property") }
    }
    return try expression(names, of: variable)
  }

  /// The names that stand after a point.
  private mutating func step() throws(QueryError) -> [String] {
    let names: [String]
    switch token.kind {
    case .word(let word, _): names = [word]
    case .placeholder("K"): names = try keyArgument()
    default: throw unexpected("a property's name")
    }
    try advance()
    return names
  }

  /// A path whose names are all known; one of them may be an aggregate's, where an argument gave it.
  private func expression(_ names: [String], of variable: String?) throws(QueryError) -> QueryExpression {
    guard let place = names.firstIndex(where: { $0.hasPrefix("@") }) else {
      return .keyPath(PropertyPath(names[0], rest: Array(names.dropFirst()), of: variable))
    }
    let value = Array(names[(place + 1)...])
    guard place > 0, let function = CollectionAggregate.Function(rawValue: String(names[place].dropFirst())),
      !value.contains(where: { $0.hasPrefix("@") }), value.isEmpty == (function == .count)
    else { throw unsupported("the aggregate \"\(names[place].prefix(60))\"") }
    return .aggregate(
      CollectionAggregate(
        function, of: PropertyPath(names[0], rest: Array(names[1..<place]), of: variable),
        value: value.first.map { PropertyPath($0, rest: Array(value.dropFirst())) }))
  }

  /// `@count`, or `@sum` and its like with the property that follows.
  private mutating func aggregate(
    _ name: String, of collection: PropertyPath, where filter: CollectionAggregate.Filter? = nil
  ) throws(QueryError) -> QueryExpression {
    guard let function = CollectionAggregate.Function(rawValue: name) else {
      throw unsupported("the aggregate \"@\(name.prefix(60))\"")
    }
    try advance()
    if function == .count {
      if token.isSymbol(".") { throw mistake("no property follows \"@count\"") }
      return .aggregate(CollectionAggregate(.count, of: collection, where: filter))
    }
    guard token.isSymbol(".") else {
      throw unsupported("the aggregate \"@\(name)\" without a property, as in \"@\(name).price\",")
    }
    guard case .keyPath(let value) = try path([]) else {
      throw unsupported("an aggregate of an aggregate")
    }
    return .aggregate(CollectionAggregate(function, of: collection, where: filter, value: value))
  }

  /// `SUBQUERY(collection, $member, condition).@count`.
  mutating func subquery() throws(QueryError) -> QueryExpression {
    let start = token
    try descend()
    try advance()
    try expect("(")
    guard case .keyPath(let collection) = try operand() else {
      throw QueryError(
        .syntax, "SUBQUERY takes a relationship to many first", position: start.offset)
    }
    try expect(",")
    guard case .variable(let variable) = token.kind else {
      throw unexpected("a variable such as \"$member\"")
    }
    try advance()
    try expect(",")
    subqueryVariables.append(variable)
    let condition = try condition()
    subqueryVariables.removeLast()
    try expect(")")
    ascend()
    guard token.isSymbol(".") else {
      throw unsupported("SUBQUERY without an aggregate, as in \"SUBQUERY(…).@count\",")
    }
    try advance()
    guard case .aggregate(let name) = token.kind else { throw unexpected("an aggregate such as \"@count\"") }
    return try aggregate(
      name, of: collection, where: CollectionAggregate.Filter(variable: variable, node: condition))
  }

  private mutating func expect(_ symbol: String) throws(QueryError) {
    guard token.isSymbol(symbol) else { throw unexpected("\"\(symbol)\"") }
    try advance()
  }

  /// `%K`: the argument is a key path, whatever characters it has.
  mutating func keyArgument() throws(QueryError) -> [String] {
    let start = token
    guard case .string(let text)? = try nextArgument("K")?.predicateOperand.value else {
      throw QueryError(.arguments, "\"%K\" takes the name of a property", position: start.offset)
    }
    let names = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    if names.count > QueryPredicate.depthLimit || names.contains("") {
      throw QueryError(.arguments, "\"%K\" takes the name of a property", position: start.offset)
    }
    return names
  }
}
