import Foundation
import GraphValues

extension PredicateExpressions.Arithmetic: LowerableExpression {
  func lowered(_ lowering: inout PredicateLowering) throws(QueryError) -> LoweredExpression {
    switch op {
    case .add: try lowering.arithmetic(.add, lhs, rhs)
    case .subtract: try lowering.arithmetic(.subtract, lhs, rhs)
    case .multiply: try lowering.arithmetic(.multiply, lhs, rhs)
    @unknown default: throw PredicateLowering.unsupported("this arithmetic")
    }
  }
}

extension PredicateExpressions.IntDivision: LowerableExpression {
  func lowered(_ lowering: inout PredicateLowering) throws(QueryError) -> LoweredExpression {
    try lowering.arithmetic(.divide, lhs, rhs)
  }
}

extension PredicateExpressions.IntRemainder: LowerableExpression {
  func lowered(_ lowering: inout PredicateLowering) throws(QueryError) -> LoweredExpression {
    try lowering.arithmetic(.remainder, lhs, rhs)
  }
}

extension PredicateExpressions.FloatDivision: LowerableExpression {
  func lowered(_ lowering: inout PredicateLowering) throws(QueryError) -> LoweredExpression {
    try lowering.arithmetic(.divide, lhs, rhs)
  }
}

extension PredicateExpressions.UnaryMinus: LowerableExpression {
  func lowered(_ lowering: inout PredicateLowering) throws(QueryError) -> LoweredExpression {
    let operand = try lowering.operand(wrapped)
    guard case .literal(let value) = operand else { return .operand(.calling(.negate, [operand])) }
    return .operand(.literal(try ConstantArithmetic.result(.negate, [value])))
  }
}

extension PredicateLowering {
  mutating func arithmetic(
    _ function: ValueFunction, _ left: some Any, _ right: some Any
  ) throws(QueryError) -> LoweredExpression {
    let (left, right) = (try operand(left), try operand(right))
    if case .literal(let left) = left, case .literal(let right) = right {
      return .operand(.literal(try ConstantArithmetic.result(function, [left, right])))
    }
    return .operand(.calling(function, [left, right]))
  }
}

/// Arithmetic of constants: overflow and division by zero are errors.
private enum ConstantArithmetic {
  static func result(
    _ function: ValueFunction, _ values: [AttributeValue]
  ) throws(QueryError) -> AttributeValue {
    if values.contains(where: \.isNull) { return .null }
    for value in values {
      switch value {
      case .int, .double, .decimal: break
      default: throw PredicateLowering.unsupported("arithmetic on \(value.phrase)")
      }
    }
    guard case .double = values[0] else { return try function.result(values, .int64) }
    return try function.result(values, .double)
  }
}
