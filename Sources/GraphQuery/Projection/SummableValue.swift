public import Foundation
public import GraphValues

/// A type of numbers that can be added up: an integer, a binary or decimal number, or an optional one.
public protocol SummableValue {
  /// The type of their sum.
  associatedtype Sum: AttributeConvertible & PredicateArgument & SendableMetatype
}

extension Int16: SummableValue {
  /// Sums of integers have 64 bits.
  public typealias Sum = Int64
}
extension Int32: SummableValue {
  /// Sums of integers have 64 bits.
  public typealias Sum = Int64
}
extension Int64: SummableValue {
  /// Sums of integers have 64 bits.
  public typealias Sum = Int64
}
extension Int: SummableValue {
  /// Sums of integers have 64 bits.
  public typealias Sum = Int64
}
extension Double: SummableValue {
  /// A binary number.
  public typealias Sum = Double
}
extension Float: SummableValue {
  /// A binary number.
  public typealias Sum = Double
}
extension Decimal: SummableValue {
  /// A decimal number.
  public typealias Sum = Decimal
}
extension Optional: SummableValue where Wrapped: SummableValue {
  /// The sum of the values that are there.
  public typealias Sum = Wrapped.Sum
}
