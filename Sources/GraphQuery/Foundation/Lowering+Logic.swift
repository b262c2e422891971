import Foundation

extension PredicateExpressions.Conjunction: LowerableExpression {
  func lowered(_ lowering: inout PredicateLowering) throws(QueryError) -> LoweredExpression {
    .predicate(.conjunction([try lowering.predicate(lhs), try lowering.predicate(rhs)]))
  }
}

extension PredicateExpressions.Disjunction: LowerableExpression {
  func lowered(_ lowering: inout PredicateLowering) throws(QueryError) -> LoweredExpression {
    .predicate(.disjunction([try lowering.predicate(lhs), try lowering.predicate(rhs)]))
  }
}

extension PredicateExpressions.Negation: LowerableExpression {
  func lowered(_ lowering: inout PredicateLowering) throws(QueryError) -> LoweredExpression {
    .predicate(.not(try lowering.predicate(wrapped)))
  }
}

extension PredicateExpressions.Equal: LowerableExpression {
  func lowered(_ lowering: inout PredicateLowering) throws(QueryError) -> LoweredExpression {
    try lowering.comparison(lhs, .equal, rhs)
  }
}

extension PredicateExpressions.NotEqual: LowerableExpression {
  func lowered(_ lowering: inout PredicateLowering) throws(QueryError) -> LoweredExpression {
    try lowering.comparison(lhs, .notEqual, rhs)
  }
}

extension PredicateExpressions.Comparison: LowerableExpression {
  func lowered(_ lowering: inout PredicateLowering) throws(QueryError) -> LoweredExpression {
    let comparison: ComparisonOperator =
      switch op {
      case .lessThan: .less
      case .lessThanOrEqual: .lessOrEqual
      case .greaterThan: .greater
      case .greaterThanOrEqual: .greaterOrEqual
      @unknown default: throw PredicateLowering.unsupported("this comparison")
      }
    return try lowering.comparison(lhs, comparison, rhs)
  }
}
