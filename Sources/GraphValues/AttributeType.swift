/// The type of an attribute, as a model file names it.
public enum AttributeType: String, Sendable, Hashable, Codable, CaseIterable {
  /// A signed integer of 16 bits.
  case int16
  /// A signed integer of 32 bits.
  case int32
  /// A signed integer of 64 bits.
  case int64
  /// An IEEE 754 number of 64 bits; NaN is refused at validation.
  case double
  /// An IEEE 754 number of 32 bits; NaN is refused at validation.
  case float
  /// An exact decimal number of up to 38 digits.
  case decimal
  /// True or false.
  case bool
  /// Unicode text, kept byte for byte.
  case string
  /// A moment, kept as Foundation's `Date` holds it: seconds since 2001-01-01 UTC as a double.
  case date
  /// Bytes.
  case data
  /// A universally unique identifier of 16 bytes.
  case uuid
  /// A URL.
  case url
  /// A Swift type of the application, kept as JSON.
  case codable
}
