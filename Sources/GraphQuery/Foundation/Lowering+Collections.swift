import Foundation

extension PredicateExpressions.SequenceContains: LowerableExpression {
  func lowered(_ lowering: inout PredicateLowering) throws(QueryError) -> LoweredExpression {
    let sequence = try lowering.lower(self.sequence)
    let element = try lowering.lower(self.element)
    switch (sequence, element) {
    case (.operand(.keyPath), _), (.coalesced, _):
      return .predicate(try PredicateLowering.compare(sequence, .contains, element))
    case (_, .operand(let element)):
      return .predicate(try PredicateLowering.contains(sequence, element))
    case (.operand(let list), .coalesced(let property, let value)):
      return .predicate(try PredicateLowering.compare(property, orWhereNil: value, .isIn, list))
    default: throw PredicateLowering.unsupported("\"contains\" of this kind of value")
    }
  }
}

extension PredicateExpressions.RangeExpressionContains: LowerableExpression {
  func lowered(_ lowering: inout PredicateLowering) throws(QueryError) -> LoweredExpression {
    let range = try lowering.lower(self.range)
    return .predicate(try PredicateLowering.contains(range, try lowering.operand(element)))
  }
}

extension PredicateExpressions.Range: LowerableExpression {
  func lowered(_ lowering: inout PredicateLowering) throws(QueryError) -> LoweredExpression {
    .range(try lowering.operand(lower), try lowering.operand(upper), isClosed: false)
  }
}

extension PredicateExpressions.ClosedRange: LowerableExpression {
  func lowered(_ lowering: inout PredicateLowering) throws(QueryError) -> LoweredExpression {
    .range(try lowering.operand(lower), try lowering.operand(upper), isClosed: true)
  }
}

extension PredicateExpressions.CollectionContainsCollection: LowerableExpression {
  func lowered(_ lowering: inout PredicateLowering) throws(QueryError) -> LoweredExpression {
    guard Base.Output.self is any StringProtocol.Type else {
      throw PredicateLowering.unsupported("a collection that contains a collection")
    }
    return try lowering.comparison(base, .contains, other)
  }
}

extension PredicateExpressions.SequenceStartsWith: LowerableExpression {
  func lowered(_ lowering: inout PredicateLowering) throws(QueryError) -> LoweredExpression {
    guard Base.Output.self is any StringProtocol.Type else {
      throw PredicateLowering.unsupported("a sequence that starts with a sequence")
    }
    return try lowering.comparison(base, .beginsWith, prefix)
  }
}

extension PredicateExpressions.SequenceContainsWhere: LowerableExpression {
  func lowered(_ lowering: inout PredicateLowering) throws(QueryError) -> LoweredExpression {
    let (path, filter) = try lowering.members(of: sequence, LHS.Output.self, variable.key, where: test)
    return .predicate(.count(of: path, where: filter, .greater, 0))
  }
}

extension PredicateExpressions.SequenceAllSatisfy: LowerableExpression {
  func lowered(_ lowering: inout PredicateLowering) throws(QueryError) -> LoweredExpression {
    let (path, filter) = try lowering.members(of: sequence, LHS.Output.self, variable.key, where: test)
    let opposite = CollectionAggregate.Filter(variable: filter.variable, node: .not(filter.node))
    return .predicate(.count(of: path, where: opposite, .equal, 0))
  }
}

extension PredicateExpressions.Filter: LowerableExpression {
  func lowered(_ lowering: inout PredicateLowering) throws(QueryError) -> LoweredExpression {
    let (path, filter) = try lowering.members(of: sequence, LHS.Output.self, variable.key, where: self.filter)
    return .collection(path, filter)
  }
}
