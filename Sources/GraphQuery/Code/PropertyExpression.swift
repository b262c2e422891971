/// A value of an object as predicates in code compare it: a property, or what is worked out from properties.
///
/// ```swift
/// let p = GifModel.Properties.self
/// request.predicate = p.likes + p.shares > 100 && (p.nickname ?? "").hasPrefix("a")
/// ```
///
/// `Value` is the Swift type of the values, optional where there may be none.
public protocol PropertyExpression<Root, Value>: Selectable, Sendable {
  /// The entity.
  associatedtype Root
  /// The type of the values.
  associatedtype Value
  /// The value as a predicate holds it.
  var operand: PredicateOperand { get }
}

extension PropertyExpression {
  package var expression: QueryExpression { operand.expression }

  func compared(
    _ comparison: ComparisonOperator, _ operand: PredicateOperand, _ options: StringComparisonOptions = []
  ) -> QueryPredicate {
    QueryPredicate(Comparison(expression, comparison, operand.expression, options: options))
  }

  func calling<Result>(
    _ function: ValueFunction, _ others: PredicateOperand...
  ) -> ComputedProperty<Root, Result> {
    ComputedProperty(.calling(function, [expression] + others.map(\.expression)))
  }
}
