package import GraphValues

/// A side of a comparison.
///
/// Functions and arithmetic join here as cases of their own.
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
  /// A list of which some elements are given later.
  case list([QueryExpression])
  /// What is worked out from the members of a collection.
  case aggregate(CollectionAggregate)
}

extension QueryExpression {
  /// How deep the conditions in it are; 0 where there are none.
  var depth: Int {
    switch self {
    case .aggregate(let aggregate): aggregate.filter?.node.depth ?? 0
    case .list(let elements): elements.lazy.map(\.depth).max() ?? 0
    case .object, .keyPath, .literal, .range, .variable: 0
    }
  }

  /// The names that subqueries give their members.
  var boundVariables: Set<String> {
    switch self {
    case .aggregate(let aggregate):
      aggregate.filter.map { $0.node.boundVariables.union([$0.variable]) } ?? []
    case .list(let elements): elements.reduce(into: []) { $0.formUnion($1.boundVariables) }
    case .object, .keyPath, .literal, .range, .variable: []
    }
  }

  /// The expression about a variable's object instead of the object itself.
  func rebased(on variable: String) -> QueryExpression {
    switch self {
    case .object: .variable(variable)
    case .keyPath(let path): .keyPath(path.rebased(on: variable))
    case .list(let elements): .list(elements.map { $0.rebased(on: variable) })
    case .aggregate(let aggregate):
      .aggregate(
        CollectionAggregate(
          aggregate.function, of: aggregate.collection.rebased(on: variable),
          where: aggregate.filter.map {
            CollectionAggregate.Filter(variable: $0.variable, node: $0.node.rebased(on: variable))
          }, value: aggregate.value))
    case .literal, .range, .variable: self
    }
  }
}
