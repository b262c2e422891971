public import Foundation

/// A value of an attribute or of a to-one relationship.
///
/// Two values are equal when their stored forms are: strings by their UTF-8 bytes, numbers by their bit
/// patterns (with -0.0 counted as 0.0, as SQLite stores it), decimals by their number. This differs from
/// Swift's `==` for strings, which compares by canonical equivalence.
public enum AttributeValue: Sendable {
  /// No value.
  case null
  /// True or false.
  case bool(Bool)
  /// An integer: `int16`, `int32` or `int64`.
  case int(Int64)
  /// A binary floating point number: `double` or `float`.
  case double(Double)
  /// An exact decimal number.
  case decimal(Decimal)
  /// Text.
  case string(String)
  /// A moment.
  case date(Date)
  /// Bytes.
  case data(Data)
  /// A universally unique identifier.
  case uuid(UUID)
  /// A URL.
  case url(URL)
  /// The JSON text of a `codable` value.
  case codable(Data)
  /// The elements of an array attribute; none of them is null.
  case array([AttributeValue])
  /// The object that a to-one relationship leads to.
  case reference(ObjectID)

  /// Whether this is ``null``.
  public var isNull: Bool {
    if case .null = self { true } else { false }
  }
}

extension AttributeValue: Hashable {
  /// Compares the stored forms.
  public static func == (lhs: AttributeValue, rhs: AttributeValue) -> Bool {
    switch (lhs, rhs) {
    case (.null, .null): true
    case (.bool(let left), .bool(let right)): left == right
    case (.int(let left), .int(let right)): left == right
    case (.double(let left), .double(let right)): left.storedBitPattern == right.storedBitPattern
    case (.decimal(let left), .decimal(let right)): left == right
    case (.string(let left), .string(let right)): left.hasSameBytes(as: right)
    case (.date(let left), .date(let right)):
      left.timeIntervalSinceReferenceDate.storedBitPattern
        == right.timeIntervalSinceReferenceDate.storedBitPattern
    case (.data(let left), .data(let right)): left == right
    case (.uuid(let left), .uuid(let right)): left == right
    case (.url(let left), .url(let right)):
      left.absoluteString.hasSameBytes(as: right.absoluteString)
    case (.codable(let left), .codable(let right)): left == right
    case (.array(let left), .array(let right)): left == right
    case (.reference(let left), .reference(let right)): left == right
    default: false
    }
  }

  /// Hashes the stored form.
  public func hash(into hasher: inout Hasher) {
    switch self {
    case .null: hasher.combine(0)
    case .bool(let value): hasher.combine(value)
    case .int(let value): hasher.combine(value)
    case .double(let value): hasher.combine(value.storedBitPattern)
    case .decimal(let value): hasher.combine(value)
    case .string(let value): value.hashBytes(into: &hasher)
    case .date(let value): hasher.combine(value.timeIntervalSinceReferenceDate.storedBitPattern)
    case .data(let value): hasher.combine(value)
    case .uuid(let value): hasher.combine(value)
    case .url(let value): value.absoluteString.hashBytes(into: &hasher)
    case .codable(let value): hasher.combine(value)
    case .array(let value): hasher.combine(value)
    case .reference(let value): hasher.combine(value)
    }
  }
}
