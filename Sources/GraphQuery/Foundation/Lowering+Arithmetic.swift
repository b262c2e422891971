import Foundation
import GraphValues

/// Arithmetic on captured values; on properties it is not supported yet.
extension PredicateExpressions.Arithmetic: LowerableExpression {
  func lowered(_ lowering: inout PredicateLowering) throws(QueryError) -> LoweredExpression {
    switch op {
    case .add: try lowering.arithmetic(lhs, .add, rhs)
    case .subtract: try lowering.arithmetic(lhs, .subtract, rhs)
    case .multiply: try lowering.arithmetic(lhs, .multiply, rhs)
    @unknown default: throw PredicateLowering.unsupported("this arithmetic")
    }
  }
}

extension PredicateExpressions.IntDivision: LowerableExpression {
  func lowered(_ lowering: inout PredicateLowering) throws(QueryError) -> LoweredExpression {
    try lowering.arithmetic(lhs, .divide, rhs)
  }
}

extension PredicateExpressions.IntRemainder: LowerableExpression {
  func lowered(_ lowering: inout PredicateLowering) throws(QueryError) -> LoweredExpression {
    try lowering.arithmetic(lhs, .remainder, rhs)
  }
}

extension PredicateExpressions.FloatDivision: LowerableExpression {
  func lowered(_ lowering: inout PredicateLowering) throws(QueryError) -> LoweredExpression {
    try lowering.arithmetic(lhs, .divide, rhs)
  }
}

extension PredicateExpressions.UnaryMinus: LowerableExpression {
  func lowered(_ lowering: inout PredicateLowering) throws(QueryError) -> LoweredExpression {
    switch try lowering.lower(wrapped) {
    case .operand(.literal(.double(let value))): .operand(.literal(.double(-value)))
    case .operand(.literal(.decimal(let value))): .operand(.literal(.decimal(-value)))
    case .operand(.literal(.int(let value))):
      .operand(.literal(try ConstantArithmetic.result(.int(0), .subtract, .int(value))))
    default: throw PredicateLowering.unsupported("arithmetic on properties")
    }
  }
}

extension PredicateLowering {
  mutating func arithmetic(
    _ left: some Any, _ operation: ConstantArithmetic.Operation, _ right: some Any
  ) throws(QueryError) -> LoweredExpression {
    guard case .operand(.literal(let left)) = try lower(left),
      case .operand(.literal(let right)) = try lower(right)
    else { throw Self.unsupported("arithmetic on properties") }
    return .operand(.literal(try ConstantArithmetic.result(left, operation, right)))
  }
}

/// Arithmetic of constants: overflow and division by zero are errors.
enum ConstantArithmetic {
  enum Operation { case add, subtract, multiply, divide, remainder }

  static func result(
    _ left: AttributeValue, _ operation: Operation, _ right: AttributeValue
  ) throws(QueryError) -> AttributeValue {
    switch (left, right) {
    case (.int(let left), .int(let right)):
      let (value, overflow) =
        switch operation {
        case .add: left.addingReportingOverflow(right)
        case .subtract: left.subtractingReportingOverflow(right)
        case .multiply: left.multipliedReportingOverflow(by: right)
        case .divide: left.dividedReportingOverflow(by: right)
        case .remainder: left.remainderReportingOverflow(dividingBy: right)
        }
      if overflow { throw QueryError(.arguments, "integer arithmetic in the predicate overflows") }
      return .int(value)
    case (.double(let left), .double(let right)):
      switch operation {
      case .add: return .double(left + right)
      case .subtract: return .double(left - right)
      case .multiply: return .double(left * right)
      case .divide: return .double(left / right)
      case .remainder: return .double(left.truncatingRemainder(dividingBy: right))
      }
    case (.decimal(let left), .decimal(let right)):
      switch operation {
      case .add: return .decimal(left + right)
      case .subtract: return .decimal(left - right)
      case .multiply: return .decimal(left * right)
      case .divide, .remainder: break
      }
    default: break
    }
    throw PredicateLowering.unsupported("arithmetic on \(left.phrase) and \(right.phrase)")
  }
}
