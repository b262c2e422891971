import GraphValues

/// What an expression of `#Predicate` comes to.
enum LoweredExpression {
  /// A condition.
  case predicate(PredicateNode)
  /// A condition about what an optional property holds: nil where the property is.
  case optionalPredicate(PredicateNode, of: QueryExpression)
  /// A property, the object, or a constant.
  case operand(QueryExpression)
  /// A property, or a constant in its place where it is nil.
  case coalesced(QueryExpression, AttributeValue)
  /// What is worked out from the collection of an optional object: nil, or another constant, where there is no
  /// object.
  case guarded(QueryExpression, of: QueryExpression, orElse: AttributeValue)
  /// The members of a relationship to many that meet a condition.
  case collection(PropertyPath, CollectionAggregate.Filter)
  /// The values between two bounds.
  case range(QueryExpression, QueryExpression, isClosed: Bool)
  /// The values on one side of a bound: those that compare so with it.
  case oneSidedRange(ComparisonOperator, QueryExpression)
  /// How two strings compare under options: the result of `caseInsensitiveCompare`.
  case order(QueryExpression, QueryExpression, StringComparisonOptions)
  /// A captured value of a type that no property holds; what its key paths lead to may be one.
  case foreign(Any)
}

/// An expression of Foundation's `#Predicate` that can be lowered.
protocol LowerableExpression {
  func lowered(_ lowering: inout PredicateLowering) throws(QueryError) -> LoweredExpression
}
