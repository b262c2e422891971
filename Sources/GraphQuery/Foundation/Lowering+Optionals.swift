import Foundation
import GraphValues

extension PredicateExpressions.ForcedUnwrap: LowerableExpression {
  func lowered(_ lowering: inout PredicateLowering) throws(QueryError) -> LoweredExpression {
    // What is compared with nil is simply false, as everywhere; there is nothing to trap on.
    let value = try lowering.lower(inner)
    guard case .captured(let captured) = value, let optional = captured as? Inner.Output else { return value }
    return optional.map { .captured($0) } ?? .null
  }
}

extension PredicateExpressions.OptionalFlatMap: LowerableExpression {
  func lowered(_ lowering: inout PredicateLowering) throws(QueryError) -> LoweredExpression {
    try transformed(try lowering.lower(wrapped), &lowering)
  }

  private func transformed(
    _ value: LoweredExpression, _ lowering: inout PredicateLowering
  ) throws(QueryError) -> LoweredExpression {
    if value.isNullLiteral { return .null }
    switch value {
    case .choice(let node, let first, let second):
      return .choice(node, try transformed(first, &lowering), try transformed(second, &lowering))
    case .lookup(let table):
      return .lookup(
        try table.mapping { (value) throws(QueryError) in try transformed(value, &lowering) })
    case .captured(let captured):
      guard let optional = captured as? LHS.Output else { break }
      guard let wrapped = optional else { return .null }
      return try lowering.lower(transform, variable.key, .captured(wrapped))
    default: break
    }
    let result = try lowering.lower(transform, variable.key, value)
    let isPresent = try PredicateLowering.isNil(value).negated
    if case .constant(true) = isPresent { return result }
    return result.present(where: isPresent)
  }
}

extension LoweredExpression {
  /// The value where a condition holds, else nil; itself where it is nil there anyway.
  fileprivate func present(where condition: PredicateNode) -> LoweredExpression {
    switch self {
    case .operand(let operand):
      if operand == .literal(.null) { return self }
      if let value = condition.presentValue, operand.isNil(whereNil: value) { return self }
    case .choice(let node, _, let second) where second.isNullLiteral:
      if let value = condition.presentValue, node.truth(whereNil: value) == false { return self }
    default: break
    }
    return .choice(condition, self, .null)
  }
}

extension PredicateExpressions.NilCoalesce: LowerableExpression {
  func lowered(_ lowering: inout PredicateLowering) throws(QueryError) -> LoweredExpression {
    let left = try lowering.lower(lhs)
    if case .captured(let captured) = left, let optional = captured as? LHS.Output, let value = optional {
      return .captured(value)
    }
    return try PredicateLowering.coalesce(left, try lowering.lower(rhs))
  }
}

extension PredicateLowering {
  fileprivate static func coalesce(
    _ left: LoweredExpression, _ right: LoweredExpression
  ) throws(QueryError) -> LoweredExpression {
    switch left.plain() {
    case .operand(.literal(let value)): return value.isNull ? right : left
    case .choice(let node, let first, let second):
      let whereFirst = try isNil(first)
      let whereSecond = try isNil(second)
      if case .constant(false) = whereFirst, second.isNullLiteral { return .choice(node, first, right) }
      if case .constant(false) = whereSecond, first.isNullLiteral { return .choice(node, right, second) }
      // Once for each that may be nil.
      guard right.isSmall || right.plain().isSmall else {
        return .operand(.calling(.coalesce, [try operand(left), try operand(right)]))
      }
      return .choice(node, try coalesce(first, right), try coalesce(second, right))
    case .lookup(let table):
      return .lookup(try table.mapping { (value) throws(QueryError) in try coalesce(value, right) })
    case .operand(let operand):
      if right.isNullLiteral { return left }
      let isPresent = try isNil(left).negated
      if case .constant(true) = isPresent { return left }
      return .choice(isPresent, .operand(operand), right)
    case .predicate, .members, .list, .range, .oneSidedRange, .order, .captured: return left
    }
  }
}

extension PredicateExpressions.Conditional: LowerableExpression {
  func lowered(_ lowering: inout PredicateLowering) throws(QueryError) -> LoweredExpression {
    let test = try lowering.predicate(test)
    if case .constant(let value) = test {
      return value ? try lowering.lower(trueBranch) : try lowering.lower(falseBranch)
    }
    let first = try lowering.lower(trueBranch)
    let second = try lowering.lower(falseBranch)
    if Output.self == Bool.self {
      return .predicate(
        PredicateLowering.choose(
          test, try PredicateLowering.predicate(first), try PredicateLowering.predicate(second)))
    }
    return .choice(test, first, second)
  }
}
