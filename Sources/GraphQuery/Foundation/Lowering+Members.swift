import Foundation
import GraphValues

extension PredicateExpressions.SequenceContainsWhere: LowerableExpression {
  func lowered(_ lowering: inout PredicateLowering) throws(QueryError) -> LoweredExpression {
    let members = try lowering.members(sequence, variable.key, where: test)
    return .predicate(try members.predicate(.any))
  }
}

extension PredicateExpressions.SequenceAllSatisfy: LowerableExpression {
  func lowered(_ lowering: inout PredicateLowering) throws(QueryError) -> LoweredExpression {
    let members = try lowering.members(sequence, variable.key, where: test)
    return .predicate(try members.predicate(.all))
  }
}

extension PredicateExpressions.Filter: LowerableExpression {
  func lowered(_ lowering: inout PredicateLowering) throws(QueryError) -> LoweredExpression {
    try lowering.members(sequence, variable.key, where: filter).filtered
  }
}

/// The members of a collection, each with a condition on it.
indirect enum ConditionedMembers {
  /// Those of a relationship, of which perhaps only some are looked at.
  case relationship(PropertyPath, known: CollectionAggregate.Filter?, variable: String, PredicateNode)
  case list([(LoweredExpression.Element, PredicateNode)])
  case choice(PredicateNode, ConditionedMembers, ConditionedMembers)
  /// No collection, and so no members.
  case nothing

  /// Whether the condition holds for one member, or for all.
  func predicate(_ quantifier: Quantifier) throws(QueryError) -> PredicateNode {
    switch self {
    case .relationship(let path, let known, let variable, let node):
      let asked = quantifier == .all ? PredicateNode.not(node) : node
      let filter = CollectionAggregate.Filter(
        variable: variable, node: known.map { .conjunction([$0.node, asked]) } ?? asked)
      return .count(of: path, where: filter, quantifier == .all ? .equal : .greater, 0)
    case .list(let elements):
      if quantifier == .all {
        return .conjunction(elements.map { PredicateLowering.choose($0.condition, $1, .constant(true)) })
      }
      return .disjunction(elements.map { PredicateLowering.choose($0.condition, $1, .constant(false)) })
    case .choice(let node, let first, let second):
      return PredicateLowering.choose(
        node, try first.predicate(quantifier), try second.predicate(quantifier))
    case .nothing: return .constant(false)
    }
  }

  /// The members for which the condition holds.
  var filtered: LoweredExpression {
    switch self {
    case .relationship(let path, let known, let variable, let node):
      .members(
        path,
        CollectionAggregate.Filter(
          variable: variable, node: known.map { .conjunction([$0.node, node]) } ?? node))
    case .list(let elements):
      .list(
        elements.map { element, node in
          LoweredExpression.Element(
            value: element.value,
            condition: PredicateLowering.choose(element.condition, node, .constant(false)))
        })
    case .choice(let node, let first, let second): .choice(node, first.filtered, second.filtered)
    case .nothing: .null
    }
  }
}

extension PredicateLowering {
  /// The members of a collection with a condition on each.
  mutating func members<Members: PredicateExpression>(
    _ collection: Members, _ member: PredicateExpressions.VariableID, where condition: some Any
  ) throws(QueryError) -> ConditionedMembers {
    let value = try lower(collection)
    return try members(of: value, Members.Output.self) {
      (lowering, value) throws(QueryError) in
      try Self.predicate(try lowering.lower(condition, member, value))
    }
  }

  private mutating func members<Members>(
    of collection: LoweredExpression, _ type: Members.Type,
    where condition: (inout PredicateLowering, LoweredExpression) throws(QueryError) -> PredicateNode
  ) throws(QueryError) -> ConditionedMembers {
    switch collection {
    case .members(let path, let known):
      nesting += 1
      defer { nesting -= 1 }
      let name = known?.variable ?? "_\(nesting)"
      return .relationship(
        path, known: known, variable: name, try condition(&self, .operand(.variable(name))))
    case .list(let elements):
      var result: [(LoweredExpression.Element, PredicateNode)] = []
      for element in elements { result.append((element, try condition(&self, element.value))) }
      return .list(result)
    case .choice(let node, let first, let second):
      return .choice(
        node, try members(of: first, type, where: condition), try members(of: second, type, where: condition))
    case .operand(.literal(.null)): return .nothing
    default:
      guard let elements = Self.captured(collection, as: Members.self) as? any Sequence else {
        throw Self.unsupported(
          "a condition on the elements of \(collection.phrase), which is neither a relationship to many nor captured"
        )
      }
      return try members(of: .list(try CapturedList.elements(elements)), type, where: condition)
    }
  }

  /// A comparison of how many members meet a condition with none.
  mutating func count(
    _ path: PropertyPath, _ known: CollectionAggregate.Filter?, _ comparison: ComparisonOperator,
    where condition: (LoweredExpression) throws(QueryError) -> PredicateNode
  ) throws(QueryError) -> PredicateNode {
    let name = known?.variable ?? "_\(nesting + 1)"
    let node = try condition(.operand(.variable(name)))
    let filter = CollectionAggregate.Filter(
      variable: name, node: known.map { .conjunction([$0.node, node]) } ?? node)
    return .count(of: path, where: filter, comparison, 0)
  }
}
