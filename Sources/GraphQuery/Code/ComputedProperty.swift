/// A value that is worked out from properties: arithmetic, functions, and what the members of a relationship to many
/// make together, such as their number.
///
/// ```swift
/// request.predicate = Author.Properties.posts.count > 3
/// ```
public struct ComputedProperty<Root, Value>: PropertyExpression {
  /// The value as a predicate holds it.
  public let operand: PredicateOperand

  package init(_ expression: QueryExpression) { operand = PredicateOperand(expression) }

  /// One value where a condition holds, another where it does not.
  ///
  /// ```swift
  /// let weight = ComputedProperty(p.likes, where: p.isZan == true, else: p.shares)
  /// ```
  public init(
    _ value: some PropertyExpression<Root, Value>, where condition: QueryPredicate,
    else other: some PropertyExpression<Root, Value>
  ) {
    self.init(.choosing(value.expression, where: condition.node, else: other.expression))
  }

  /// A constant, for places that take an expression.
  public init(_ value: Value) where Value: PredicateArgument {
    self.init(value.predicateOperand.expression)
  }
}
