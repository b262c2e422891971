import GraphValues

/// Comparisons of what is lowered.
extension PredicateLowering {
  /// The most pairs of values that a comparison of choices is written out for.
  private static let pairLimit = 8

  static func compare(
    _ left: QueryExpression, _ comparison: ComparisonOperator, _ right: QueryExpression,
    _ options: StringComparisonOptions = []
  ) -> PredicateNode {
    .comparing(Comparison(left, comparison, right, options: options))
  }

  static func compare(
    _ left: LoweredExpression, _ comparison: ComparisonOperator, _ right: LoweredExpression,
    _ options: StringComparisonOptions = []
  ) throws(QueryError) -> PredicateNode {
    // The usual comparison, of a property with a constant, goes straight through.
    switch (left, right) {
    case (.operand(.literal(let first)), .operand(.literal(let second))):
      let constants = Comparison(.literal(first), comparison, .literal(second), options: options)
      return .constant(try ConstantComparison.holds(first, constants, second))
    case (.operand(let left), .operand(let right)): return compare(left, comparison, right, options)
    case (.captured, _), (_, .captured):
      let (first, second) = (left.plain(), right.plain())
      for case .captured in [first, second] {
        throw unsupported("a comparison with \((isCaptured(first) ? first : second).phrase)")
      }
      return try compare(first, comparison, second, options)
    case (.choice, _), (_, .choice): return try compareChoices(left, comparison, right, options)
    case (.lookup(let table), _):
      return try table.predicate { (value) throws(QueryError) in
        try compare(value, comparison, right, options)
      }
    case (_, .lookup(let table)):
      return try table.predicate { (value) throws(QueryError) in
        try compare(left, comparison, value, options)
      }
    case (.order(let first, let second, let options), .operand(.literal(.int(let result)))):
      return try compareOrders(compare(first, result.orderingOperator, second, options), comparison)
    case (.operand(.literal(.int(let result))), .order(let first, let second, let options)):
      return try compareOrders(compare(first, result.orderingOperator, second, options), comparison)
    case (.predicate(let node), _):
      return try compareConditions(node, comparison, right)
    case (_, .predicate(let node)):
      return try compareConditions(node, comparison, left)
    default: throw unsupported("a comparison of \(left.phrase) with \(right.phrase)")
    }
  }

  private static func isCaptured(_ expression: LoweredExpression) -> Bool {
    if case .captured = expression { true } else { false }
  }

  private static func compareChoices(
    _ left: LoweredExpression, _ comparison: ComparisonOperator, _ right: LoweredExpression,
    _ options: StringComparisonOptions
  ) throws(QueryError) -> PredicateNode {
    // Written out, the comparisons stay as plain as indexes need them.
    if left.leafCount * right.leafCount <= pairLimit {
      switch (left, right) {
      case (.choice(let node, let first, let second), _) where right.isRepeatable:
        return choose(
          node, try compare(first, comparison, right, options),
          try compare(second, comparison, right, options))
      case (_, .choice(let node, let first, let second)) where left.isRepeatable:
        return choose(
          node, try compare(left, comparison, first, options), try compare(left, comparison, second, options))
      default: break
      }
    }
    return compare(try operand(left), comparison, try operand(right), options)
  }

  private static func compareOrders(
    _ node: PredicateNode, _ comparison: ComparisonOperator
  ) throws(QueryError) -> PredicateNode {
    switch comparison {
    case .equal: return node
    case .notEqual: return .not(node)
    default: throw unsupported("an order of results of comparing strings")
    }
  }

  /// Conditions are equal where both hold or neither does.
  private static func compareConditions(
    _ node: PredicateNode, _ comparison: ComparisonOperator, _ other: LoweredExpression
  ) throws(QueryError) -> PredicateNode {
    guard comparison == .equal || comparison == .notEqual else {
      throw unsupported("an order of conditions")
    }
    let equal: PredicateNode
    switch other {
    case .operand(.literal(.bool(let value))): equal = value ? node : node.negated
    case .operand(.literal(.null)): equal = .constant(false)
    case .predicate(let other) where node.isSmall && other.isSmall:
      equal = .disjunction([.conjunction([node, other]), .conjunction([node.negated, other.negated])])
    case .operand(let property) where node.isSmall && property.isSmall:
      let isTrue = compare(property, .equal, .literal(.bool(true)))
      let isFalse = compare(property, .equal, .literal(.bool(false)))
      equal = .disjunction([.conjunction([node, isTrue]), .conjunction([node.negated, isFalse])])
    default: equal = compare(try operand(.predicate(node)), .equal, try operand(other))
    }
    return comparison == .equal ? equal : equal.negated
  }

  // MARK: Forms

  /// A value as a condition.
  static func predicate(_ expression: LoweredExpression) throws(QueryError) -> PredicateNode {
    switch expression.plain() {
    case .predicate(let node): return node
    case .operand(.literal(.bool(let value))): return .constant(value)
    case .operand(.literal(.null)): return .constant(false)
    case .operand(let operand): return compare(operand, .equal, .literal(.bool(true)))
    case .choice(let node, let first, let second):
      return choose(node, try predicate(first), try predicate(second))
    case .lookup(let table):
      return try table.predicate { (value) throws(QueryError) in try predicate(value) }
    case let other: throw unsupported("\(other.phrase) as a condition")
    }
  }

  /// A value as an expression of values.
  static func operand(_ expression: LoweredExpression) throws(QueryError) -> QueryExpression {
    switch expression.plain() {
    case .operand(let operand): return operand
    case .predicate(.constant(let value)): return .literal(.bool(value))
    case .predicate(let node):
      return .choosing(.literal(.bool(true)), where: node, else: .literal(.bool(false)))
    case .choice(let node, let first, let second):
      let (first, second) = (try operand(first), try operand(second))
      if node == compare(first, .notEqual, .literal(.null)) { return .calling(.coalesce, [first, second]) }
      if first == second { return first }
      return .choosing(first, where: node, else: second)
    case .lookup(let table): return try table.expression()
    case let other: throw unsupported("\(other.phrase) as a single value")
    }
  }

  /// Where a value is nil.
  static func isNil(_ expression: LoweredExpression) throws(QueryError) -> PredicateNode {
    switch expression.plain() {
    case .operand(.object), .operand(.variable): return .constant(false)
    case .operand(.literal(let value)): return .constant(value.isNull)
    case .operand(.aggregate(let aggregate)) where aggregate.function == .count: return .constant(false)
    case .operand(let operand): return compare(operand, .equal, .literal(.null))
    case .choice(let node, let first, let second): return choose(node, try isNil(first), try isNil(second))
    case .lookup(let table):
      return try table.predicate { (value) throws(QueryError) in try isNil(value) }
    case .predicate, .members, .list, .range, .oneSidedRange, .order, .captured: return .constant(false)
    }
  }

  /// Where one condition holds, another; where it does not, a third.
  static func choose(_ node: PredicateNode, _ first: PredicateNode, _ second: PredicateNode) -> PredicateNode
  {
    if case .constant(let value) = node { return value ? first : second }
    // Where the condition holds, some values cannot be nil.
    if let value = first.absentValue, node.truth(whereNil: value) == false {
      return choose(node, .constant(false), second)
    }
    // What is plain where the value at hand is nil need not be asked.
    let known = node.presentValue.flatMap { first.truth(whereNil: $0) }
    switch (first, second) {
    case (.constant(let one), .constant(let other)):
      return one == other ? first : one ? node : node.negated
    case (.constant(true), _): return .disjunction([node, second])
    case (.constant(false), _): return .conjunction([node.negated, second])
    case (_, .constant(let other)) where known == other: return first
    case (_, .constant(true)): return .disjunction([node.negated, first])
    case (_, .constant(false)): return .conjunction([node, first])
    case _ where node.isSmall:
      return .disjunction([
        known == false ? first : .conjunction([node, first]), .conjunction([node.negated, second]),
      ])
    default:
      let value = QueryExpression.choosing(
        value(of: first), where: node, else: value(of: second))
      return compare(value, .equal, .literal(.bool(true)))
    }
  }

  private static func value(of node: PredicateNode) -> QueryExpression {
    .choosing(.literal(.bool(true)), where: node, else: .literal(.bool(false)))
  }
}

extension LoweredExpression {
  /// Whether it may stand in several comparisons.
  fileprivate var isRepeatable: Bool {
    switch self {
    case .choice(let node, let first, let second): node.isSmall && first.isRepeatable && second.isRepeatable
    default: isSmall
    }
  }
}

extension Int64 {
  /// The comparison that has the result that the number stands for.
  fileprivate var orderingOperator: ComparisonOperator { self < 0 ? .less : self == 0 ? .equal : .greater }
}
