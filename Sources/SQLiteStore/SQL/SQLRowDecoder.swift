import GraphValues
import SQLSyntax

/// Decodes a row: each column is the key of its name.
struct SQLRowDecoder: Decoder {
  let row: SQLRow
  let codingPath: [any CodingKey] = []
  let userInfo: [CodingUserInfoKey: Any] = [:]

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(SQLKeyedColumns(row: row))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    throw refusal("a row is decoded by the names of its columns, not as an array")
  }

  func singleValueContainer() throws -> any SingleValueDecodingContainer {
    guard row.count == 1 else {
      throw refusal("a row of \(row.count) columns is no single value")
    }
    return SQLSingleColumn(row: row, index: 0, codingPath: [])
  }

  private func refusal(_ reason: String) -> DecodingError {
    DecodingError.dataCorrupted(DecodingError.Context(codingPath: codingPath, debugDescription: reason))
  }
}

/// The columns of a row by their names.
private struct SQLKeyedColumns<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let row: SQLRow
  let codingPath: [any CodingKey] = []

  var allKeys: [Key] { row.columnNames.compactMap { Key(stringValue: $0) } }

  func contains(_ key: Key) -> Bool { row.names.index(of: key.stringValue) != nil }

  func decodeNil(forKey key: Key) throws -> Bool { try column(key).decodeNil() }

  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    try column(key).decode(type)
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<Nested> {
    throw nested(key)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer { throw nested(key) }

  func superDecoder() throws -> any Decoder { SQLRowDecoder(row: row) }

  func superDecoder(forKey key: Key) throws -> any Decoder { SQLRowDecoder(row: row) }

  private func column(_ key: Key) throws -> SQLSingleColumn {
    guard let index = row.names.index(of: key.stringValue) else {
      throw DecodingError.keyNotFound(
        key,
        DecodingError.Context(
          codingPath: codingPath,
          debugDescription: "the columns are \(row.columnNames.joined(separator: ", "))"))
    }
    return SQLSingleColumn(row: row, index: index, codingPath: [key])
  }

  private func nested(_ key: Key) -> DecodingError {
    DecodingError.typeMismatch(
      Key.self,
      DecodingError.Context(codingPath: [key], debugDescription: "a column holds one value, not several"))
  }
}

/// One column of a row.
private struct SQLSingleColumn: SingleValueDecodingContainer, Decoder {
  let row: SQLRow
  let index: Int
  let codingPath: [any CodingKey]
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func decodeNil() -> Bool { row.values[index].isNull }

  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    if let column = type as? any SQLColumn.Type {
      guard let value = column.read(row.values[index]) as? Value else { throw mismatch(type) }
      return value
    }
    return try Value(from: self)
  }

  func singleValueContainer() throws -> any SingleValueDecodingContainer { self }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    throw mismatch(type)
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer { throw mismatch([Any].self) }

  private func mismatch(_ type: Any.Type) -> DecodingError {
    DecodingError.typeMismatch(
      type,
      DecodingError.Context(
        codingPath: codingPath, debugDescription: "the column holds \(row.values[index].kindName)"))
  }
}
