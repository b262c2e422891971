public import Foundation

/// A Swift type that an attribute can hold.
///
/// Conforming types of the library: `Bool`, the signed integers, `Double`, `Float`, `Decimal`, `String`, `Date`,
/// `Data`, `UUID`, `URL`, ``ObjectID`` for to-one relationships, arrays of these, and the enums that generated
/// code makes of closed sets of values.
public protocol AttributeConvertible {
  /// The value as an attribute holds it.
  var attributeValue: AttributeValue { get }

  /// The Swift value, or nil where the attribute's value is of another type or out of this type's range.
  init?(attributeValue: AttributeValue)
}

extension AttributeValue: AttributeConvertible {
  /// The value itself.
  public var attributeValue: AttributeValue { self }

  /// The value itself.
  public init?(attributeValue: AttributeValue) { self = attributeValue }
}

extension Bool: AttributeConvertible {
  /// The value as an attribute holds it.
  public var attributeValue: AttributeValue { .bool(self) }

  /// The Swift value, or nil where the attribute holds another type.
  public init?(attributeValue: AttributeValue) {
    guard case .bool(let value) = attributeValue else { return nil }
    self = value
  }
}

extension AttributeConvertible where Self: FixedWidthInteger & SignedInteger {
  /// The value as an attribute holds it.
  public var attributeValue: AttributeValue { .int(Int64(self)) }

  /// The Swift value, or nil where the attribute holds another type or a number out of range.
  public init?(attributeValue: AttributeValue) {
    guard case .int(let value) = attributeValue else { return nil }
    self.init(exactly: value)
  }
}

extension Int: AttributeConvertible {}
extension Int8: AttributeConvertible {}
extension Int16: AttributeConvertible {}
extension Int32: AttributeConvertible {}
extension Int64: AttributeConvertible {}

extension Double: AttributeConvertible {
  /// The value as an attribute holds it.
  public var attributeValue: AttributeValue { .double(self) }

  /// The Swift value, or nil where the attribute holds another type.
  public init?(attributeValue: AttributeValue) {
    guard case .double(let value) = attributeValue else { return nil }
    self = value
  }
}

extension Float: AttributeConvertible {
  /// The value as an attribute holds it.
  public var attributeValue: AttributeValue { .double(Double(self)) }

  /// The Swift value, or nil where the attribute holds another type or a number that a `Float` cannot.
  public init?(attributeValue: AttributeValue) {
    guard case .double(let value) = attributeValue, Double(Float(value)) == value else { return nil }
    self = Float(value)
  }
}

extension Decimal: AttributeConvertible {
  /// The value as an attribute holds it.
  public var attributeValue: AttributeValue { .decimal(self) }

  /// The Swift value, or nil where the attribute holds another type.
  public init?(attributeValue: AttributeValue) {
    guard case .decimal(let value) = attributeValue else { return nil }
    self = value
  }
}

extension String: AttributeConvertible {
  /// The value as an attribute holds it.
  public var attributeValue: AttributeValue { .string(self) }

  /// The Swift value, or nil where the attribute holds another type.
  public init?(attributeValue: AttributeValue) {
    guard case .string(let value) = attributeValue else { return nil }
    self = value
  }
}

extension Date: AttributeConvertible {
  /// The value as an attribute holds it.
  public var attributeValue: AttributeValue { .date(self) }

  /// The Swift value, or nil where the attribute holds another type.
  public init?(attributeValue: AttributeValue) {
    guard case .date(let value) = attributeValue else { return nil }
    self = value
  }
}

extension Data: AttributeConvertible {
  /// The value as an attribute holds it.
  public var attributeValue: AttributeValue { .data(self) }

  /// The Swift value, or nil where the attribute holds another type.
  public init?(attributeValue: AttributeValue) {
    guard case .data(let value) = attributeValue else { return nil }
    self = value
  }
}

extension UUID: AttributeConvertible {
  /// The value as an attribute holds it.
  public var attributeValue: AttributeValue { .uuid(self) }

  /// The Swift value, or nil where the attribute holds another type.
  public init?(attributeValue: AttributeValue) {
    guard case .uuid(let value) = attributeValue else { return nil }
    self = value
  }
}

extension URL: AttributeConvertible {
  /// The value as an attribute holds it.
  public var attributeValue: AttributeValue { .url(self) }

  /// The Swift value, or nil where the attribute holds another type.
  public init?(attributeValue: AttributeValue) {
    guard case .url(let value) = attributeValue else { return nil }
    self = value
  }
}

extension ObjectID: AttributeConvertible {
  /// The value as a to-one relationship holds it.
  public var attributeValue: AttributeValue { .reference(self) }

  /// The ID, or nil where the value is no reference.
  public init?(attributeValue: AttributeValue) {
    guard case .reference(let value) = attributeValue else { return nil }
    self = value
  }
}

extension Array: AttributeConvertible where Element: AttributeConvertible {
  /// The elements as an array attribute holds them.
  public var attributeValue: AttributeValue { .array(map(\.attributeValue)) }

  /// The elements, or nil where the attribute is no array or holds elements of another type.
  public init?(attributeValue: AttributeValue) {
    guard case .array(let values) = attributeValue else { return nil }
    var result: [Element] = []
    result.reserveCapacity(values.count)
    for value in values {
      guard let element = Element(attributeValue: value) else { return nil }
      result.append(element)
    }
    self = result
  }
}

extension AttributeConvertible where Self: RawRepresentable, RawValue: AttributeConvertible {
  /// The raw value as an attribute holds it.
  public var attributeValue: AttributeValue { rawValue.attributeValue }

  /// The case of a raw value, or nil where there is none.
  public init?(attributeValue: AttributeValue) {
    guard let raw = RawValue(attributeValue: attributeValue) else { return nil }
    self.init(rawValue: raw)
  }
}
