import GraphValues

extension QueryPredicate {
  /// Reads a predicate in the format language.
  ///
  /// ```swift
  /// try QueryPredicate(format: "newsid > %@ AND text CONTAINS[cd] %@", 10, "cat")
  /// ```
  ///
  /// Arguments are values, never text of the language: quotes or operators in them do nothing.
  /// - Parameters:
  ///   - format: the text; `%@` stands for a value, `%K` for a property's name, `%d`, `%ld`, `%f` and their like
  ///     for numbers, `$name` for a variable (``substituting(_:)``).
  ///   - arguments: the values of the placeholders, in order.
  /// - Throws: ``QueryError`` with the place of the mistake.
  /// - Complexity: O(length of the text).
  public init(format: String, _ arguments: (any PredicateArgument)?...) throws(QueryError) {
    self = try FormatParser.parse(format, arguments)
  }

  /// Reads a predicate in the format language; ``init(format:_:)`` with the arguments in an array.
  public init(format: String, arguments: [(any PredicateArgument)?]) throws(QueryError) {
    self = try FormatParser.parse(format, arguments)
  }

  /// The predicate with values in the place of its `$variables`; those without a value stay.
  public func substituting(_ variables: [String: (any PredicateArgument)?]) -> QueryPredicate {
    let values = variables.mapValues { $0?.predicateOperand.expression ?? .literal(.null) }
    // A range makes two comparisons of one, a level deeper.
    return QueryPredicate(node.substituting(values), depth: depth)
  }
}

extension PredicateNode {
  fileprivate func substituting(_ values: [String: QueryExpression]) -> PredicateNode {
    switch self {
    case .comparison(let comparison):
      .comparing(
        comparison.replacing(
          left: comparison.left.substituting(values), right: comparison.right.substituting(values)))
    case .and(let nodes): .conjunction(nodes.map { $0.substituting(values) })
    case .or(let nodes): .disjunction(nodes.map { $0.substituting(values) })
    case .not(let node): .not(node.substituting(values))
    case .constant, .fullText, .spatial, .invalid: self
    }
  }
}

extension QueryExpression {
  fileprivate func substituting(_ values: [String: QueryExpression]) -> QueryExpression {
    switch self {
    case .variable(let name): values[name] ?? self
    case .list(let elements): .list(of: elements.map { $0.substituting(values) })
    case .aggregate(let aggregate): .aggregate(aggregate.substituting(values))
    case .function(let function, let arguments):
      .function(function, arguments.map { $0.substituting(values) })
    case .conditional(let node, let first, let second):
      .conditional(node.substituting(values), first.substituting(values), second.substituting(values))
    case .object, .keyPath, .literal, .range, .invalid: self
    }
  }
}

extension CollectionAggregate {
  /// The name of a member hides a variable of the same name.
  fileprivate func substituting(_ values: [String: QueryExpression]) -> CollectionAggregate {
    guard let filter else { return self }
    var values = values
    values[filter.variable] = nil
    return CollectionAggregate(
      function, of: collection,
      where: Filter(variable: filter.variable, node: filter.node.substituting(values)), value: value)
  }
}
