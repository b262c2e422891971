/// Comparisons with values and with each other.
extension PropertyExpression where Value: PredicateArgument {
  /// It is the value.
  public static func == (lhs: Self, value: Value) -> QueryPredicate {
    lhs.compared(.equal, value.predicateOperand)
  }

  /// They are equal; nil equals nil.
  public static func == <Other: PropertyExpression<Root, Value>>(lhs: Self, rhs: Other) -> QueryPredicate {
    lhs.compared(.equal, rhs.operand)
  }

  /// It is another value, or nil.
  public static func != (lhs: Self, value: Value) -> QueryPredicate {
    lhs.compared(.notEqual, value.predicateOperand)
  }

  /// They differ.
  public static func != <Other: PropertyExpression<Root, Value>>(lhs: Self, rhs: Other) -> QueryPredicate {
    lhs.compared(.notEqual, rhs.operand)
  }

  /// It is smaller than the value.
  public static func < (lhs: Self, value: Value) -> QueryPredicate {
    lhs.compared(.less, value.predicateOperand)
  }

  /// The first is smaller; false where one is nil.
  public static func < <Other: PropertyExpression<Root, Value>>(lhs: Self, rhs: Other) -> QueryPredicate {
    lhs.compared(.less, rhs.operand)
  }

  /// It is the value or smaller.
  public static func <= (lhs: Self, value: Value) -> QueryPredicate {
    lhs.compared(.lessOrEqual, value.predicateOperand)
  }

  /// The first is smaller or both are equal; false where one is nil.
  public static func <= <Other: PropertyExpression<Root, Value>>(lhs: Self, rhs: Other) -> QueryPredicate {
    lhs.compared(.lessOrEqual, rhs.operand)
  }

  /// It is larger than the value.
  public static func > (lhs: Self, value: Value) -> QueryPredicate {
    lhs.compared(.greater, value.predicateOperand)
  }

  /// The first is larger; false where one is nil.
  public static func > <Other: PropertyExpression<Root, Value>>(lhs: Self, rhs: Other) -> QueryPredicate {
    lhs.compared(.greater, rhs.operand)
  }

  /// It is the value or larger.
  public static func >= (lhs: Self, value: Value) -> QueryPredicate {
    lhs.compared(.greaterOrEqual, value.predicateOperand)
  }

  /// The first is larger or both are equal; false where one is nil.
  public static func >= <Other: PropertyExpression<Root, Value>>(lhs: Self, rhs: Other) -> QueryPredicate {
    lhs.compared(.greaterOrEqual, rhs.operand)
  }

  /// It is one of the values.
  public func isIn(_ values: some Collection<Value>) -> QueryPredicate {
    compared(.isIn, PredicateOperand(list: values))
  }

  /// It lies between two values, both included.
  public func isBetween(_ lower: Value, _ upper: Value) -> QueryPredicate {
    compared(
      .between,
      PredicateOperand(from: lower.predicateOperand.scalar, through: upper.predicateOperand.scalar))
  }
}

extension PropertyExpression where Value: PredicateArgument & Comparable {
  /// It lies in a range, both bounds included.
  public func isIn(_ range: ClosedRange<Value>) -> QueryPredicate {
    compared(.between, range.predicateOperand)
  }

  /// It lies in a range, the upper bound excluded.
  public func isIn(_ range: Range<Value>) -> QueryPredicate {
    compared(.between, range.predicateOperand)
  }
}
