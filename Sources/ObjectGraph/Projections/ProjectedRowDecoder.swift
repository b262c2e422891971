import Foundation
import GraphValues

/// Decodes a row of values to a type by the names of its columns.
struct ProjectedRowDecoder: Decoder {
  let reader: RowReader
  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  init(_ reader: RowReader) { self.reader = reader }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(RowContainer<Key>(reader: reader))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    throw DecodingError.typeMismatch(
      [Any].self, DecodingError.Context(codingPath: [], debugDescription: "a row is decoded by names"))
  }

  func singleValueContainer() throws -> any SingleValueDecodingContainer {
    throw DecodingError.typeMismatch(
      Any.self, DecodingError.Context(codingPath: [], debugDescription: "a row is decoded by names"))
  }
}

/// The columns of a row by name.
private struct RowContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let reader: RowReader
  var codingPath: [any CodingKey] { [] }
  var allKeys: [Key] { reader.names.compactMap { Key(stringValue: $0) } }

  func contains(_ key: Key) -> Bool { reader.names.contains(key.stringValue) }

  private func value(_ key: Key) throws -> AttributeValue {
    guard let index = reader.names.firstIndex(of: key.stringValue) else {
      throw DecodingError.keyNotFound(
        key,
        DecodingError.Context(
          codingPath: [], debugDescription: "the row has the columns \(reader.names.joined(separator: ", "))")
      )
    }
    return reader.values[index]
  }

  func decodeNil(forKey key: Key) throws -> Bool { try value(key).isNull }

  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    try ColumnDecoder.decode(type, try value(key), [key])
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<Nested> {
    try ColumnDecoder(value: value(key), codingPath: [key]).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try ColumnDecoder(value: value(key), codingPath: [key]).unkeyedContainer()
  }

  func superDecoder() throws -> any Decoder { ProjectedRowDecoder(reader) }
  func superDecoder(forKey key: Key) throws -> any Decoder {
    ColumnDecoder(value: try value(key), codingPath: [key])
  }
}
