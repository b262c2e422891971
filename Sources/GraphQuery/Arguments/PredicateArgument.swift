public import Foundation
public import GraphValues

/// A Swift value that a predicate can compare with.
///
/// Booleans, numbers, strings, dates, data, UUIDs, URLs, object IDs, generated enums and entities, optionals of
/// them, arrays and sets of them (for `IN`) and ranges (for `BETWEEN`).
public protocol PredicateArgument {
  /// The value as a predicate holds it.
  var predicateOperand: PredicateOperand { get }
}

extension PredicateArgument where Self: AttributeConvertible {
  /// The value as an attribute holds it.
  public var predicateOperand: PredicateOperand { PredicateOperand(attributeValue) }
}

extension PredicateArgument where Self: RawRepresentable, RawValue: PredicateArgument {
  /// The raw value.
  public var predicateOperand: PredicateOperand { rawValue.predicateOperand }
}

extension PredicateArgument where Self: RawRepresentable & AttributeConvertible, RawValue: PredicateArgument {
  /// The value as an attribute holds it.
  public var predicateOperand: PredicateOperand { PredicateOperand(attributeValue) }
}

extension PredicateArgument where Self: FixedWidthInteger & UnsignedInteger {
  /// The number; one beyond 64 signed bits as a decimal.
  public var predicateOperand: PredicateOperand {
    PredicateOperand(Int64(exactly: self).map { .int($0) } ?? .decimal(Decimal(UInt64(self))))
  }
}

extension AttributeValue: PredicateArgument {}
extension Bool: PredicateArgument {}
extension Int: PredicateArgument {}
extension Int8: PredicateArgument {}
extension Int16: PredicateArgument {}
extension Int32: PredicateArgument {}
extension Int64: PredicateArgument {}
extension UInt: PredicateArgument {}
extension UInt8: PredicateArgument {}
extension UInt16: PredicateArgument {}
extension UInt32: PredicateArgument {}
extension UInt64: PredicateArgument {}
extension Double: PredicateArgument {}
extension Float: PredicateArgument {}
extension Decimal: PredicateArgument {}
extension String: PredicateArgument {}
extension Date: PredicateArgument {}
extension Data: PredicateArgument {}
extension UUID: PredicateArgument {}
extension URL: PredicateArgument {}
extension ObjectID: PredicateArgument {}

extension Substring: PredicateArgument {
  /// The text.
  public var predicateOperand: PredicateOperand { PredicateOperand(.string(String(self))) }
}

extension Character: PredicateArgument {
  /// The character as text.
  public var predicateOperand: PredicateOperand { PredicateOperand(.string(String(self))) }
}
