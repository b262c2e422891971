/// A condition on groups of objects: `p.likes.sum() > 10`.
public struct GroupCondition<Root>: Sendable {
  /// The condition, in which the names of ``terms`` stand for them.
  package let predicate: QueryPredicate
  package let terms: [Selection]

  init(_ predicate: QueryPredicate, _ terms: [Selection]) {
    self.predicate = predicate
    self.terms = terms
  }

  /// Both hold.
  public static func && (lhs: GroupCondition, rhs: GroupCondition) -> GroupCondition {
    GroupCondition(lhs.predicate && rhs.predicate, lhs.terms + rhs.terms)
  }

  /// One of them holds, or both.
  public static func || (lhs: GroupCondition, rhs: GroupCondition) -> GroupCondition {
    GroupCondition(lhs.predicate || rhs.predicate, lhs.terms + rhs.terms)
  }

  /// The opposite.
  public static prefix func ! (condition: GroupCondition) -> GroupCondition {
    GroupCondition(!condition.predicate, condition.terms)
  }
}

extension GroupValue where Value: PredicateArgument {
  private func compared(_ comparison: ComparisonOperator, _ value: Value) -> GroupCondition<Root> {
    GroupCondition(
      QueryPredicate(
        Comparison(
          .keyPath(PropertyPath(selection.text)), comparison, value.predicateOperand.expression)),
      [selection])
  }

  /// It is the value.
  public static func == (group: GroupValue, value: Value) -> GroupCondition<Root> {
    group.compared(.equal, value)
  }

  /// It is another value, or nil.
  public static func != (group: GroupValue, value: Value) -> GroupCondition<Root> {
    group.compared(.notEqual, value)
  }

  /// It is smaller than the value.
  public static func < (group: GroupValue, value: Value) -> GroupCondition<Root> {
    group.compared(.less, value)
  }

  /// It is the value or smaller.
  public static func <= (group: GroupValue, value: Value) -> GroupCondition<Root> {
    group.compared(.lessOrEqual, value)
  }

  /// It is larger than the value.
  public static func > (group: GroupValue, value: Value) -> GroupCondition<Root> {
    group.compared(.greater, value)
  }

  /// It is the value or larger.
  public static func >= (group: GroupValue, value: Value) -> GroupCondition<Root> {
    group.compared(.greaterOrEqual, value)
  }
}
