package import GraphValues

/// A value that is worked out for an object: a side of a comparison, a key to sort by, a column of a result.
package indirect enum QueryExpression: Sendable, Hashable {
  /// The object itself: `SELF`.
  case object
  /// A property of the object, or of one it leads to.
  case keyPath(PropertyPath)
  /// A constant; a list is an array value, whose elements may be null.
  case literal(AttributeValue)
  /// The constants from a lower bound to an upper one; comparisons that ranges take part in are built without
  /// (``PredicateNode/comparing(_:)``).
  case range(AttributeValue, AttributeValue, isClosed: Bool)
  /// The member of a subquery that binds the name, else a constant that is given later: `$NAME`.
  case variable(String)
  /// A list of which some elements are no constants.
  case list([QueryExpression])
  /// What is worked out from the members of a collection.
  case aggregate(CollectionAggregate)
  /// What a function makes of other values.
  case function(ValueFunction, [QueryExpression])
  /// One value where a condition holds, another where it does not.
  case conditional(PredicateNode, QueryExpression, QueryExpression)
  /// An expression that could not be built; resolving it throws the error.
  case invalid(QueryError)
}

extension QueryExpression {
  /// How deep it is, the conditions in it included; 0 for what is not made of other expressions.
  package var depth: Int {
    switch self {
    case .aggregate(let aggregate): aggregate.filter?.node.depth ?? 0
    case .list(let elements): elements.lazy.map(\.depth).max() ?? 0
    case .function(_, let arguments): (arguments.lazy.map(\.depth).max() ?? 0) + 1
    case .conditional(let node, let first, let second): max(node.depth, first.depth, second.depth) + 1
    case .object, .keyPath, .literal, .range, .variable, .invalid: 0
    }
  }

  /// The names that subqueries give their members.
  var boundVariables: Set<String> {
    switch self {
    case .aggregate(let aggregate):
      aggregate.filter.map { $0.node.boundVariables.union([$0.variable]) } ?? []
    case .list(let elements), .function(_, let elements):
      elements.reduce(into: []) { $0.formUnion($1.boundVariables) }
    case .conditional(let node, let first, let second):
      node.boundVariables.union(first.boundVariables).union(second.boundVariables)
    case .object, .keyPath, .literal, .range, .variable, .invalid: []
    }
  }

  /// The expression about a variable's object instead of the object itself.
  func rebased(on variable: String) -> QueryExpression {
    switch self {
    case .object: .variable(variable)
    case .keyPath(let path): .keyPath(path.rebased(on: variable))
    case .list(let elements): .list(elements.map { $0.rebased(on: variable) })
    case .function(let function, let arguments):
      .function(function, arguments.map { $0.rebased(on: variable) })
    case .conditional(let node, let first, let second):
      .conditional(
        node.rebased(on: variable), first.rebased(on: variable), second.rebased(on: variable))
    case .aggregate(let aggregate):
      .aggregate(
        CollectionAggregate(
          aggregate.function, of: aggregate.collection.rebased(on: variable),
          where: aggregate.filter.map {
            CollectionAggregate.Filter(variable: $0.variable, node: $0.node.rebased(on: variable))
          }, value: aggregate.value))
    case .literal, .range, .variable, .invalid: self
    }
  }

  /// A function of other values; chains of one kind are made one.
  package static func calling(_ function: ValueFunction, _ arguments: [QueryExpression]) -> QueryExpression {
    // Additions in a row stay shallow, so that long ones are no deep trees.
    if function == .add || function == .multiply, case .function(function, let first)? = arguments.first {
      return limited(.function(function, first + arguments.dropFirst()))
    }
    return limited(.function(function, arguments))
  }

  /// One value where a condition holds, another where it does not.
  package static func choosing(
    _ first: QueryExpression, where node: PredicateNode, else second: QueryExpression
  ) -> QueryExpression {
    limited(.conditional(node, first, second))
  }

  static func limited(_ expression: QueryExpression) -> QueryExpression {
    if expression.depth <= QueryPredicate.depthLimit { return expression }
    return .invalid(
      QueryError(.tooComplex, "the expression is more than \(QueryPredicate.depthLimit) levels deep"))
  }
}
