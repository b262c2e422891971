import Foundation
import GraphValues

extension PredicateExpressions.Value: LowerableExpression {
  func lowered(_ lowering: inout PredicateLowering) throws(QueryError) -> LoweredExpression {
    // The usual types first: asking a type for a conformance is slow.
    if let value = value as? Int64 { return .operand(.literal(.int(value))) }
    if let value = value as? Int { return .operand(.literal(.int(Int64(value)))) }
    if let value = value as? String { return .operand(.literal(.string(value))) }
    if let value = value as? Bool { return .operand(.literal(.bool(value))) }
    return .captured(value)
  }
}

extension PredicateExpressions.NilLiteral: LowerableExpression {
  func lowered(_ lowering: inout PredicateLowering) throws(QueryError) -> LoweredExpression { .null }
}

extension PredicateExpressions.Variable: LowerableExpression {
  func lowered(_ lowering: inout PredicateLowering) throws(QueryError) -> LoweredExpression {
    try lowering.value(of: key)
  }
}

extension PredicateExpressions.ExpressionEvaluate: LowerableExpression {
  func lowered(_ lowering: inout PredicateLowering) throws(QueryError) -> LoweredExpression {
    guard let called = try lowering.captured(expression) else {
      throw PredicateLowering.unsupported("evaluating an expression that is not captured")
    }
    // The arguments see the outer variables: all of them come first.
    var values: [LoweredExpression] = []
    for argument in repeat each input { values.append(try lowering.lower(argument)) }
    var keys: [PredicateExpressions.VariableID] = []
    for variable in repeat each called.variable { keys.append(variable.key) }
    return try lowering.lower(called.expression, keys, values)
  }
}

extension PredicateLowering {
  /// Lowers with variables bound.
  mutating func lower(
    _ expression: some Any, _ keys: [PredicateExpressions.VariableID], _ values: [LoweredExpression]
  ) throws(QueryError) -> LoweredExpression {
    let outer = self
    for (key, value) in zip(keys, values) { bind(key, to: value) }
    defer { restoreVariables(of: outer) }
    return try lower(expression)
  }
}
