package import Foundation

/// How values of one attribute are kept in packed rows and columns.
package struct AttributeCodec: Sendable, Hashable {
  package let type: AttributeType
  package let isArray: Bool
  /// The declared decimal places of a `decimal` kept as an integer.
  package let scale: Int?
  /// Whether large values are kept in files; a column holds a marker and a value, or a reference.
  package let isExternal: Bool

  package init(type: AttributeType, isArray: Bool = false, scale: Int? = nil, isExternal: Bool = false) {
    self.type = type
    self.isArray = isArray
    self.scale = scale
    self.isExternal = isExternal
  }

  package var slotKind: SlotKind {
    if isExternal { return .blob }
    if isArray { return .text }
    switch type {
    case .int16, .int32, .int64, .bool: return .integer
    case .double, .float, .date: return .real
    case .string, .url, .codable: return .text
    case .data, .uuid: return .blob
    case .decimal: return scale == nil ? .blob : .integer
    }
  }

  /// Writes a value into the builder's current row; null leaves the slot null.
  ///
  /// - Returns: false where the value is not of this type or cannot be kept (NaN, a decimal finer than its
  ///   scale); nothing is written then.
  package func encode(_ value: AttributeValue, slot: Int, into builder: inout some RowWriter) -> Bool {
    if isExternal { return encodeExternal(value, slot: slot, into: &builder) }
    if isArray {
      switch value {
      case .null: return true
      case .array(let elements):
        guard let text = ArrayCoding.encode(elements, of: self) else { return false }
        builder.set(slot, text: text)
        return true
      default: return false
      }
    }
    switch (type, value) {
    case (_, .null): break
    case (.int16, .int(let value)):
      guard Int16(exactly: value) != nil else { return false }
      builder.set(slot, integer: value)
    case (.int32, .int(let value)):
      guard Int32(exactly: value) != nil else { return false }
      builder.set(slot, integer: value)
    case (.int64, .int(let value)): builder.set(slot, integer: value)
    case (.bool, .bool(let value)): builder.set(slot, integer: value ? 1 : 0)
    case (.double, .double(let value)):
      if value.isNaN { return false }
      builder.set(slot, real: value)
    case (.float, .double(let value)):
      if value.isNaN || Double(Float(value)) != value { return false }
      builder.set(slot, real: value)
    case (.date, .date(let value)):
      if value.timeIntervalSinceReferenceDate.isNaN { return false }
      builder.set(slot, real: value.timeIntervalSinceReferenceDate)
    case (.string, .string(let value)): builder.set(slot, text: value)
    case (.url, .url(let value)): builder.set(slot, text: value.absoluteString)
    case (.codable, .codable(let value)):
      // The column holds text; other bytes would not come back as they are.
      guard String(validating: value, as: UTF8.self) != nil else { return false }
      builder.set(slot, bytes: value)
    case (.data, .data(let value)): builder.set(slot, bytes: value)
    case (.uuid, .uuid(let value)):
      withUnsafeBytes(of: value.uuid) { builder.set(slot, bytes: $0) }
    case (.decimal, .decimal(let value)):
      if let scale {
        guard let integer = DecimalCoding.scaled(value, by: scale) else { return false }
        builder.set(slot, integer: integer)
      } else {
        guard let bytes = DecimalCoding.encode(value) else { return false }
        builder.set(slot, bytes: bytes)
      }
    default: return false
    }
    return true
  }

  /// Reads a value from a row.
  package func decode(_ rows: PackedRows, row: Int, slot: Int) -> AttributeValue? {
    decode(rows.buffer, row: row, slot: slot)
  }

  /// Reads a value from a row.
  ///
  /// - Returns: nil where the row holds what the type cannot (another tool wrote it): an integer out of range,
  ///   a UUID that is not 16 bytes, text that is not UTF-8, malformed JSON, a decimal's malformed bytes; and where
  ///   an external value is in a file.
  package func decode(_ rows: RowBuffer, row: Int, slot: Int) -> AttributeValue? {
    if rows.isNull(slot, row: row) { return .null }
    if isExternal { return decodeExternal(rows.blob(slot, row: row)) }
    if isArray {
      return ArrayCoding.decode(rows.blob(slot, row: row), of: self).map { .array($0) }
    }
    switch type {
    case .int16: return Int16(exactly: rows.integer(slot, row: row)).map { .int(Int64($0)) }
    case .int32: return Int32(exactly: rows.integer(slot, row: row)).map { .int(Int64($0)) }
    case .int64: return .int(rows.integer(slot, row: row))
    case .bool:
      switch rows.word(slot, row: row) {
      case 0: return .bool(false)
      case 1: return .bool(true)
      default: return nil
      }
    case .double: return .double(rows.real(slot, row: row))
    case .float:
      let value = rows.real(slot, row: row)
      return Double(Float(value)) == value ? .double(value) : nil
    case .date: return .date(Date(timeIntervalSinceReferenceDate: rows.real(slot, row: row)))
    case .string: return rows.validText(slot, row: row).map { .string($0) }
    case .url:
      return rows.validText(slot, row: row)
        .flatMap { URL(string: $0, encodingInvalidCharacters: false) }.map { .url($0) }
    case .codable: return .codable(Data(rows.blob(slot, row: row)))
    case .data: return .data(Data(rows.blob(slot, row: row)))
    case .uuid: return Self.uuid(rows.blob(slot, row: row)).map { .uuid($0) }
    case .decimal:
      if let scale { return .decimal(DecimalCoding.unscaled(rows.integer(slot, row: row), by: scale)) }
      return DecimalCoding.decode(rows.blob(slot, row: row)).map { .decimal($0) }
    }
  }

  /// The elements of an array from the JSON text that a column keeps; nil for what is none.
  package func elements(ofJSON text: String) -> [AttributeValue]? {
    ArrayCoding.decode(text.utf8, of: self)
  }

  package static func uuid(_ bytes: ArraySlice<UInt8>) -> UUID? {
    guard bytes.count == 16 else { return nil }
    var value: uuid_t = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
    withUnsafeMutableBytes(of: &value) { $0.copyBytes(from: bytes) }
    return UUID(uuid: value)
  }
}
