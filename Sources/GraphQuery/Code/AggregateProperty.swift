/// A value that is worked out from the members of a relationship to many, such as their number.
///
/// ```swift
/// request.predicate = Author.Properties.posts.count > 3
/// ```
public struct AggregateProperty<Root, Value>: Sendable {
  private let aggregate: CollectionAggregate

  init(_ aggregate: CollectionAggregate) { self.aggregate = aggregate }

  private func compared(_ comparison: ComparisonOperator, _ operand: PredicateOperand) -> QueryPredicate {
    QueryPredicate(Comparison(.aggregate(aggregate), comparison, operand.expression))
  }
}

extension AggregateProperty where Value: PredicateArgument {
  /// It is the value.
  public static func == (property: AggregateProperty, value: Value) -> QueryPredicate {
    property.compared(.equal, value.predicateOperand)
  }

  /// It is another value, or nil.
  public static func != (property: AggregateProperty, value: Value) -> QueryPredicate {
    property.compared(.notEqual, value.predicateOperand)
  }

  /// It is smaller than the value.
  public static func < (property: AggregateProperty, value: Value) -> QueryPredicate {
    property.compared(.less, value.predicateOperand)
  }

  /// It is the value or smaller.
  public static func <= (property: AggregateProperty, value: Value) -> QueryPredicate {
    property.compared(.lessOrEqual, value.predicateOperand)
  }

  /// It is larger than the value.
  public static func > (property: AggregateProperty, value: Value) -> QueryPredicate {
    property.compared(.greater, value.predicateOperand)
  }

  /// It is the value or larger.
  public static func >= (property: AggregateProperty, value: Value) -> QueryPredicate {
    property.compared(.greaterOrEqual, value.predicateOperand)
  }
}
