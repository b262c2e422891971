import Foundation
import GraphValues

/// Decodes one value of a row to a type that wants a decoder: an enum of one's own, an array.
struct ColumnDecoder: Decoder, SingleValueDecodingContainer {
  let value: AttributeValue
  let codingPath: [any CodingKey]
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  /// A value as a type: one that attributes hold, a codable attribute's from its JSON, or one that decodes itself.
  static func decode<Value: Decodable>(
    _ type: Value.Type, _ value: AttributeValue, _ path: [any CodingKey]
  ) throws -> Value {
    if let convertible = type as? any AttributeConvertible.Type {
      if let result = convertible.init(attributeValue: value) as? Value { return result }
      throw mismatch(type, value, path)
    }
    if case .codable(let json) = value { return try JSONDecoder().decode(type, from: json) }
    return try Value(from: ColumnDecoder(value: value, codingPath: path))
  }

  static func mismatch(
    _ type: Any.Type, _ value: AttributeValue, _ path: [any CodingKey]
  ) -> DecodingError {
    DecodingError.typeMismatch(
      type,
      DecodingError.Context(
        codingPath: path, debugDescription: "the column holds \(value.kindName), which is no \(type)"))
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    throw Self.mismatch([String: Any].self, value, codingPath)
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    throw Self.mismatch([Any].self, value, codingPath)
  }

  func singleValueContainer() throws -> any SingleValueDecodingContainer { self }

  func decodeNil() -> Bool { value.isNull }

  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    // A type that attributes hold, or one within another that is decoded as a single value.
    if type is any AttributeConvertible.Type { return try Self.decode(type, value, codingPath) }
    return try Value(from: self)
  }
}
