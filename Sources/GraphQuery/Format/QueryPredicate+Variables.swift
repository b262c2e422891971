import GraphValues

extension QueryPredicate {
  /// The predicate with values in the place of its `$variables`; those without a value stay.
  ///
  /// A path of a variable, `$author.name`, begins at the object that the value is or names; where the value is nil, the
  /// path's value is nil.
  public func substituting(_ variables: [String: (any PredicateArgument)?]) -> QueryPredicate {
    let values = variables.mapValues { $0?.predicateOperand.expression ?? .literal(.null) }
    // A range makes two comparisons of one, a level deeper.
    return QueryPredicate(node.substituting(values), depth: depth)
  }
}

extension PredicateNode {
  /// The condition with values in the place of its variables.
  func substituting(_ values: [String: QueryExpression]) -> PredicateNode {
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
  /// The expression with values in the place of its variables.
  func substituting(_ values: [String: QueryExpression]) -> QueryExpression {
    switch self {
    case .variable(let name): values[name] ?? self
    case .keyPath(let path): path.substituted(values) { .keyPath($0) } ?? self
    case .list(let elements): .list(of: elements.map { $0.substituting(values) })
    case .aggregate(let aggregate): aggregate.substituting(values)
    case .function(let function, let arguments):
      .function(function, arguments.map { $0.substituting(values) })
    case .conditional(let node, let first, let second):
      .conditional(node.substituting(values), first.substituting(values), second.substituting(values))
    case .object, .literal, .range, .invalid: self
    }
  }
}

extension PropertyPath {
  /// What becomes of the path where its variable has a value; nil where it has none.
  ///
  /// - Parameter body: makes an expression of the path that begins at the variable's object.
  fileprivate func substituted(
    _ values: [String: QueryExpression], _ body: (PropertyPath) -> QueryExpression
  ) -> QueryExpression? {
    guard let variable, let value = values[variable] else { return nil }
    switch value {
    case .literal(.null): return .literal(.null)
    case .literal(.reference(let id)): return body(PropertyPath(first, rest: rest, from: id))
    default:
      if rest.isEmpty, let function = ValueFunction(member: first) { return .calling(function, [value]) }
      return .invalid(
        QueryError(.typeMismatch, "the variable $\(variable) holds no object: no path leads on from it"))
    }
  }
}

extension CollectionAggregate {
  /// The name of a member hides a variable of the same name.
  fileprivate func substituting(_ values: [String: QueryExpression]) -> QueryExpression {
    let filter = self.filter.map { filter in
      var values = values
      values[filter.variable] = nil
      return Filter(variable: filter.variable, node: filter.node.substituting(values))
    }
    let whole = collection.substituted(values) {
      .aggregate(CollectionAggregate(function, of: $0, where: filter, value: value))
    }
    switch whole {
    case .literal(.null)?:
      let isNumber = [.count, .sum].contains(function.plain)
      return .literal(isNumber ? .int(0) : .null)
    case let whole?: return whole
    case nil: return .aggregate(CollectionAggregate(function, of: collection, where: filter, value: value))
    }
  }
}
