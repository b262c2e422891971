public import GraphValues

/// What a predicate compares with: a value, a list of values or a range of them.
public struct PredicateOperand: Sendable, Hashable {
  package let expression: QueryExpression

  package init(_ expression: QueryExpression) { self.expression = expression }

  /// A value; an array value is a list.
  public init(_ value: AttributeValue) { expression = .literal(value) }

  /// The values from a lower to an upper bound, the upper one included.
  public init(from lower: AttributeValue, through upper: AttributeValue) {
    expression = .range(lower, upper, isClosed: true)
  }

  /// The values from a lower to an upper bound, the upper one excluded.
  public init(from lower: AttributeValue, upTo upper: AttributeValue) {
    expression = .range(lower, upper, isClosed: false)
  }

  /// The value, or nil where this is a range.
  package var value: AttributeValue? {
    if case .literal(let value) = expression { value } else { nil }
  }
}
