import Foundation
import GraphValues

extension PredicateExpressions.Range: LowerableExpression {
  func lowered(_ lowering: inout PredicateLowering) throws(QueryError) -> LoweredExpression {
    .range(try lowering.lower(lower), try lowering.lower(upper), isClosed: false)
  }
}

extension PredicateExpressions.ClosedRange: LowerableExpression {
  func lowered(_ lowering: inout PredicateLowering) throws(QueryError) -> LoweredExpression {
    .range(try lowering.lower(lower), try lowering.lower(upper), isClosed: true)
  }
}

extension PredicateExpressions.RangeExpressionContains: LowerableExpression {
  func lowered(_ lowering: inout PredicateLowering) throws(QueryError) -> LoweredExpression {
    let range = try lowering.lower(self.range)
    return .predicate(try PredicateLowering.contains(range, try lowering.lower(element)))
  }
}

extension PredicateLowering {
  /// Whether a range or a captured list has a value.
  static func contains(
    _ sequence: LoweredExpression, _ element: LoweredExpression
  ) throws(QueryError) -> PredicateNode {
    switch sequence.plain() {
    case .range(let lower, let upper, let isClosed):
      return try contains(lower, upper, isClosed: isClosed, element)
    case .oneSidedRange(let comparison, let bound): return try compare(element, comparison, bound)
    case .choice(let node, let first, let second):
      guard element.isSmall else { throw tooManyParts("the value that a range is asked for") }
      return choose(node, try contains(first, element), try contains(second, element))
    case .operand(.literal(.null)): return .constant(false)
    case .operand(.literal(.string(let text))):
      return try compare(.operand(.literal(.string(text))), .contains, element)
    case .operand(let list): return try contains(list, element)
    case let other: throw unsupported("\"contains\" of \(other.phrase)")
    }
  }

  private static func contains(
    _ lower: LoweredExpression, _ upper: LoweredExpression, isClosed: Bool, _ element: LoweredExpression
  ) throws(QueryError) -> PredicateNode {
    if case .operand(.literal(let lower)) = lower.plain(), case .operand(.literal(let upper)) = upper.plain(),
      case .operand(let element) = element.plain()
    {
      return compare(element, .between, .range(lower, upper, isClosed: isClosed))
    }
    let element = element.isSmall ? element : .operand(try operand(element))
    guard element.isSmall else { throw tooManyParts("the value that a range is asked for") }
    return .conjunction([
      try compare(element, .greaterOrEqual, lower),
      try compare(element, isClosed ? .lessOrEqual : .less, upper),
    ])
  }

  /// Whether a captured list or a list property has a value.
  private static func contains(
    _ list: QueryExpression, _ element: LoweredExpression
  ) throws(QueryError) -> PredicateNode {
    switch (list, element.plain()) {
    case (.literal(.array(let values)), .predicate(let node)):
      return choose(
        node, .constant(values.contains(.bool(true))), .constant(values.contains(.bool(false))))
    case (.literal, .choice(let node, let first, let second)):
      return choose(node, try contains(list, first), try contains(list, second))
    case (.literal, .lookup(let table)):
      return try table.predicate { (value) throws(QueryError) in try contains(list, value) }
    case (.literal(let values), .operand(.literal(let value))):
      return .constant(
        try ConstantComparison.holds(value, Comparison(.literal(value), .isIn, list), values))
    case (.literal, let element): return compare(try operand(element), .isIn, list)
    case (_, let element): return compare(list, .contains, try operand(element))
    }
  }
}
