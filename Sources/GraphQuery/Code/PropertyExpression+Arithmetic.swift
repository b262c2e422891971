public import Foundation

/// A type of numbers that properties have: an integer, a binary or decimal number, or an optional one.
public protocol NumericPropertyValue: PredicateArgument {}

extension Int16: NumericPropertyValue {}
extension Int32: NumericPropertyValue {}
extension Int64: NumericPropertyValue {}
extension Int: NumericPropertyValue {}
extension Double: NumericPropertyValue {}
extension Float: NumericPropertyValue {}
extension Decimal: NumericPropertyValue {}
extension Optional: NumericPropertyValue where Wrapped: NumericPropertyValue {}

/// Arithmetic. What has a nil in it is nil; integers that leave 64 bits are an error when the request is run, as is an
/// integer or a decimal that is divided by zero.
extension PropertyExpression where Value: NumericPropertyValue {
  /// The sum.
  public static func + (lhs: Self, rhs: Value) -> ComputedProperty<Root, Value> {
    lhs.calling(.add, rhs.predicateOperand)
  }

  /// The sum.
  public static func + (lhs: Value, rhs: Self) -> ComputedProperty<Root, Value> {
    ComputedProperty(.calling(.add, [lhs.predicateOperand.expression, rhs.expression]))
  }

  /// The sum.
  public static func + <Other: PropertyExpression<Root, Value>>(
    lhs: Self, rhs: Other
  ) -> ComputedProperty<Root, Value> {
    lhs.calling(.add, rhs.operand)
  }

  /// The difference.
  public static func - (lhs: Self, rhs: Value) -> ComputedProperty<Root, Value> {
    lhs.calling(.subtract, rhs.predicateOperand)
  }

  /// The difference.
  public static func - (lhs: Value, rhs: Self) -> ComputedProperty<Root, Value> {
    ComputedProperty(.calling(.subtract, [lhs.predicateOperand.expression, rhs.expression]))
  }

  /// The difference.
  public static func - <Other: PropertyExpression<Root, Value>>(
    lhs: Self, rhs: Other
  ) -> ComputedProperty<Root, Value> {
    lhs.calling(.subtract, rhs.operand)
  }

  /// The product.
  public static func * (lhs: Self, rhs: Value) -> ComputedProperty<Root, Value> {
    lhs.calling(.multiply, rhs.predicateOperand)
  }

  /// The product.
  public static func * (lhs: Value, rhs: Self) -> ComputedProperty<Root, Value> {
    ComputedProperty(.calling(.multiply, [lhs.predicateOperand.expression, rhs.expression]))
  }

  /// The product.
  public static func * <Other: PropertyExpression<Root, Value>>(
    lhs: Self, rhs: Other
  ) -> ComputedProperty<Root, Value> {
    lhs.calling(.multiply, rhs.operand)
  }

  /// The quotient; that of integers without its fraction.
  public static func / (lhs: Self, rhs: Value) -> ComputedProperty<Root, Value> {
    lhs.calling(.divide, rhs.predicateOperand)
  }

  /// The quotient; that of integers without its fraction.
  public static func / (lhs: Value, rhs: Self) -> ComputedProperty<Root, Value> {
    ComputedProperty(.calling(.divide, [lhs.predicateOperand.expression, rhs.expression]))
  }

  /// The quotient; that of integers without its fraction.
  public static func / <Other: PropertyExpression<Root, Value>>(
    lhs: Self, rhs: Other
  ) -> ComputedProperty<Root, Value> {
    lhs.calling(.divide, rhs.operand)
  }

  /// What the quotient without its fraction leaves, with the sign of the first.
  public static func % (lhs: Self, rhs: Value) -> ComputedProperty<Root, Value> {
    lhs.calling(.remainder, rhs.predicateOperand)
  }

  /// The number with the other sign.
  public static prefix func - (value: Self) -> ComputedProperty<Root, Value> { value.calling(.negate) }

  /// The number without its sign.
  public var magnitude: ComputedProperty<Root, Value> { calling(.absolute) }

  /// The largest whole number that is not larger.
  public var roundedDown: ComputedProperty<Root, Value> { calling(.floor) }

  /// The smallest whole number that is not smaller.
  public var roundedUp: ComputedProperty<Root, Value> { calling(.ceiling) }

  /// The square root; nil for negative numbers.
  public var squareRoot: ComputedProperty<Root, Double?> { calling(.squareRoot) }

  /// The number as a binary one.
  public var asDouble: ComputedProperty<Root, Double?> { calling(.toDouble) }
}

/// Moments and seconds.
extension PropertyExpression where Value == Date {
  /// The moment so many seconds later.
  public static func + (lhs: Self, seconds: TimeInterval) -> ComputedProperty<Root, Date> {
    lhs.calling(.add, seconds.predicateOperand)
  }

  /// The moment so many seconds earlier.
  public static func - (lhs: Self, seconds: TimeInterval) -> ComputedProperty<Root, Date> {
    lhs.calling(.subtract, seconds.predicateOperand)
  }

  /// The seconds from a moment to this one.
  public func timeInterval(since date: Date) -> ComputedProperty<Root, TimeInterval> {
    calling(.subtract, date.predicateOperand)
  }

  /// The seconds from another moment of the object to this one.
  public func timeInterval(
    since date: some PropertyExpression<Root, Date>
  ) -> ComputedProperty<Root, TimeInterval> {
    calling(.subtract, date.operand)
  }
}

extension PropertyExpression {
  /// The value, or another one where it is nil.
  public static func ?? <Wrapped: PredicateArgument>(
    lhs: Self, value: Wrapped
  ) -> ComputedProperty<Root, Wrapped> where Value == Wrapped? {
    lhs.calling(.coalesce, value.predicateOperand)
  }
}
