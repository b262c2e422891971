import GraphValues

/// A predicate's tree.
package indirect enum PredicateNode: Sendable, Hashable {
  /// Always true, or always false.
  case constant(Bool)
  case comparison(Comparison)
  /// All of them hold; none is an `and` itself.
  case and([PredicateNode])
  /// One of them holds; none is an `or` itself.
  case or([PredicateNode])
  case not(PredicateNode)
  /// The full-text index of the object's entity finds it.
  case fullText(FullTextQuery)
  /// The object's box of a spatial index lies to another one in some way.
  case spatial(SpatialQuery)
  /// A predicate that could not be built; resolving it throws the error.
  case invalid(QueryError)
}

extension PredicateNode {
  /// A comparison, in which BETWEEN and IN with a range become comparisons with its bounds.
  static func comparing(_ comparison: Comparison) -> PredicateNode {
    guard case .range(let lower, let upper, let isClosed) = comparison.right,
      comparison.comparison == .between || comparison.comparison == .isIn
    else { return .comparison(comparison) }
    // Two comparisons of one member are not one each of two members.
    guard isClosed || comparison.quantifier == nil || comparison.quantifier == .all else {
      return .invalid(
        QueryError(.unsupported, "ANY and NONE take no range without its upper bound; use a subquery"))
    }
    if isClosed {
      return .comparison(
        comparison.replacing(comparison: .between, right: .literal(.array([lower, upper]))))
    }
    return .and([
      .comparison(comparison.replacing(comparison: .greaterOrEqual, right: .literal(lower))),
      .comparison(comparison.replacing(comparison: .less, right: .literal(upper))),
    ])
  }

  static func conjunction(_ nodes: [PredicateNode]) -> PredicateNode {
    var flat: [PredicateNode] = []
    flat.reserveCapacity(nodes.count)
    for node in nodes {
      if case .and(let inner) = node { flat += inner } else { flat.append(node) }
    }
    if flat.isEmpty { return .constant(true) }
    return flat.count == 1 ? flat[0] : .and(flat)
  }

  static func disjunction(_ nodes: [PredicateNode]) -> PredicateNode {
    var flat: [PredicateNode] = []
    flat.reserveCapacity(nodes.count)
    for node in nodes {
      if case .or(let inner) = node { flat += inner } else { flat.append(node) }
    }
    if flat.isEmpty { return .constant(false) }
    return flat.count == 1 ? flat[0] : .or(flat)
  }

  /// How deep the tree is, the conditions of subqueries included.
  var depth: Int {
    switch self {
    case .constant, .fullText, .invalid: 1
    case .spatial: 2
    case .comparison(let comparison): 1 + comparison.expressionDepth
    case .not(let node): node.depth + 1
    case .and(let nodes), .or(let nodes): (nodes.lazy.map(\.depth).max() ?? 0) + 1
    }
  }

  /// The names that subqueries give their members.
  var boundVariables: Set<String> {
    switch self {
    case .constant, .fullText, .spatial, .invalid: []
    case .comparison(let comparison): comparison.left.boundVariables.union(comparison.right.boundVariables)
    case .not(let node): node.boundVariables
    case .and(let nodes), .or(let nodes): nodes.reduce(into: []) { $0.formUnion($1.boundVariables) }
    }
  }

  /// The condition about a variable's object instead of the object itself.
  func rebased(on variable: String) -> PredicateNode {
    switch self {
    case .constant, .invalid: self
    case .fullText, .spatial:
      .invalid(
        QueryError(.unsupported, "a full-text or spatial condition on another object is not supported yet"))
    case .comparison(let comparison):
      .comparison(
        comparison.replacing(
          left: comparison.left.rebased(on: variable), right: comparison.right.rebased(on: variable)))
    case .not(let node): .not(node.rebased(on: variable))
    case .and(let nodes): .and(nodes.map { $0.rebased(on: variable) })
    case .or(let nodes): .or(nodes.map { $0.rebased(on: variable) })
    }
  }

  /// How many members meet a condition, compared with a number.
  static func count(
    of collection: PropertyPath, where filter: CollectionAggregate.Filter?, _ comparison: ComparisonOperator,
    _ number: Int64
  ) -> PredicateNode {
    .comparison(
      Comparison(
        .aggregate(CollectionAggregate(.count, of: collection, where: filter)), comparison,
        .literal(.int(number))))
  }
}
