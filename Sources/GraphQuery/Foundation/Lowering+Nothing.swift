import GraphValues

/// What is known of conditions and values where a property is nil.
extension PredicateNode {
  /// The most comparisons and values of what is written twice.
  private static let smallSize = 16

  var isSmall: Bool {
    var size = 0
    return addSize(to: &size, Self.smallSize)
  }

  /// - Returns: false once the limit is passed.
  fileprivate func addSize(to size: inout Int, _ limit: Int) -> Bool {
    size += 1
    if size > limit { return false }
    switch self {
    case .constant, .fullText, .spatial, .invalid: return true
    case .not(let node): return node.addSize(to: &size, limit)
    case .and(let nodes), .or(let nodes):
      for node in nodes where !node.addSize(to: &size, limit) { return false }
      return true
    case .comparison(let comparison):
      return comparison.left.addSize(to: &size, limit) && comparison.right.addSize(to: &size, limit)
    }
  }

  /// The opposite, as a comparison with nil or a constant where it is one.
  var negated: PredicateNode {
    switch self {
    case .constant(let value): return .constant(!value)
    case .not(let node): return node
    case .comparison(let comparison):
      guard comparison.right == .literal(.null), comparison.quantifier == nil else { break }
      if comparison.comparison == .equal { return .comparison(comparison.replacing(comparison: .notEqual)) }
      if comparison.comparison == .notEqual { return .comparison(comparison.replacing(comparison: .equal)) }
    default: break
    }
    return .not(self)
  }

  /// The value that is not nil where the condition holds, where it says no more.
  var presentValue: QueryExpression? {
    guard case .comparison(let comparison) = self, comparison.comparison == .notEqual,
      comparison.right == .literal(.null), comparison.quantifier == nil
    else { return nil }
    return comparison.left
  }

  /// The value that is nil where the condition holds, where it says no more.
  var absentValue: QueryExpression? {
    guard case .comparison(let comparison) = self, comparison.comparison == .equal,
      comparison.right == .literal(.null), comparison.quantifier == nil
    else { return nil }
    return comparison.left
  }

  /// Whether the condition holds wherever a value is nil; nil where that is not plain.
  func truth(whereNil value: QueryExpression) -> Bool? {
    switch self {
    case .constant(let value): return value
    case .not(let node): return node.truth(whereNil: value).map { !$0 }
    case .and(let nodes):
      let truths = nodes.map { $0.truth(whereNil: value) }
      if truths.contains(false) { return false }
      return truths.allSatisfy { $0 == true } ? true : nil
    case .or(let nodes):
      let truths = nodes.map { $0.truth(whereNil: value) }
      if truths.contains(true) { return true }
      return truths.allSatisfy { $0 == false } ? false : nil
    case .comparison(let comparison): return comparison.truth(whereNil: value)
    case .fullText, .spatial, .invalid: return nil
    }
  }
}

extension Comparison {
  fileprivate func truth(whereNil value: QueryExpression) -> Bool? {
    guard quantifier == nil else { return nil }
    let (first, second) = (left.constant(whereNil: value), right.constant(whereNil: value))
    if let first, let second { return try? ConstantComparison.holds(first, self, second) }
    guard first?.isNull == true || second?.isNull == true else { return nil }
    switch comparison {
    case .less, .lessOrEqual, .greater, .greaterOrEqual, .beginsWith, .endsWith, .like, .matches: return false
    case .contains: return first?.isNull == true ? false : nil
    case .equal, .notEqual, .between, .isIn: return nil
    }
  }
}

extension QueryExpression {
  var isSmall: Bool {
    var size = 0
    return addSize(to: &size, 16)
  }

  fileprivate func addSize(to size: inout Int, _ limit: Int) -> Bool {
    size += 1
    if size > limit { return false }
    switch self {
    case .object, .keyPath, .literal, .range, .variable, .invalid: return true
    case .list(let elements), .function(_, let elements):
      for element in elements where !element.addSize(to: &size, limit) { return false }
      return true
    case .aggregate(let aggregate):
      return aggregate.filter?.node.addSize(to: &size, limit) ?? true
    case .conditional(let node, let first, let second):
      return node.addSize(to: &size, limit) && first.addSize(to: &size, limit)
        && second.addSize(to: &size, limit)
    }
  }

  /// Whether the value is nil wherever another is.
  func isNil(whereNil value: QueryExpression) -> Bool { constant(whereNil: value)?.isNull ?? false }

  /// What the value is wherever another is nil; nil where that is not plain.
  fileprivate func constant(whereNil value: QueryExpression) -> AttributeValue? {
    if self == value { return .null }
    switch self {
    case .literal(let constant): return constant
    case .keyPath(let path):
      if case .keyPath(let other) = value, path.begins(with: other) { return .null }
      return nil
    case .function(.coalesce, let arguments):
      guard let first = arguments.first?.constant(whereNil: value) else { return nil }
      return first.isNull ? arguments.last?.constant(whereNil: value) : first
    case .function(_, let arguments):
      return arguments.contains { $0.isNil(whereNil: value) } ? .null : nil
    case .conditional(let node, let first, let second):
      switch node.truth(whereNil: value) {
      case true?: return first.constant(whereNil: value)
      case false?: return second.constant(whereNil: value)
      case nil:
        return first.isNil(whereNil: value) && second.isNil(whereNil: value) ? .null : nil
      }
    case .aggregate(let aggregate):
      // Where there is no object, its collections have no members.
      guard aggregate.function == .count,
        QueryExpression.keyPath(aggregate.collection).isNil(whereNil: value)
      else { return nil }
      return .int(0)
    case .object, .range, .variable, .list, .invalid: return nil
    }
  }
}
