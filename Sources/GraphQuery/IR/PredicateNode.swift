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
  /// A predicate that could not be built; resolving it throws the error.
  case invalid(QueryError)
}

extension PredicateNode {
  /// A comparison, in which BETWEEN and IN with a range become comparisons with its bounds.
  static func comparing(_ comparison: Comparison) -> PredicateNode {
    guard case .range(let lower, let upper, let isClosed) = comparison.right,
      comparison.comparison == .between || comparison.comparison == .isIn
    else { return .comparison(comparison) }
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
}
