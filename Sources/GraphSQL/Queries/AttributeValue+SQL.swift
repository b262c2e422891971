import Foundation
package import GraphValues
package import SQLSyntax

extension AttributeCodec {
  /// The value as a column of the attribute keeps it.
  ///
  /// - Returns: nil where the value is not of this type or cannot be kept (NaN, a decimal finer than its scale).
  package func sqlValue(_ value: AttributeValue) -> SQLValue? {
    if value.isNull { return .null }
    if isArray {
      var builder = PackedRowsBuilder(layout: RowLayout(kinds: [.text]))
      builder.beginRow(key: 0, version: 0)
      guard encode(value, slot: 0, into: &builder) else { return nil }
      return .text(builder.finish().text(0, row: 0))
    }
    switch (type, value) {
    case (.int16, .int(let number)): return Int16(exactly: number).map { .integer(Int64($0)) }
    case (.int32, .int(let number)): return Int32(exactly: number).map { .integer(Int64($0)) }
    case (.float, .double(let number)) where Double(Float(number)) != number: return nil
    case (.int64, .int), (.bool, .bool), (.double, .double), (.float, .double), (.date, .date),
      (.string, .string), (.url, .url), (.codable, .codable), (.data, .data), (.uuid, .uuid),
      (.decimal, .decimal):
      return SQLValue(value, scale: scale)
    default: return nil
    }
  }
}

extension SQLValue {
  /// A value as a column of its kind keeps it; nil for NaN, decimals that do not fit the scale and arrays.
  package init?(_ value: AttributeValue, scale: Int?) {
    switch value {
    case .null: self = .null
    case .bool(let value): self = .integer(value ? 1 : 0)
    case .int(let value): self = .integer(value)
    case .double(let value):
      if value.isNaN { return nil }
      self = .real(value)
    case .date(let value):
      if value.timeIntervalSinceReferenceDate.isNaN { return nil }
      self = .real(value.timeIntervalSinceReferenceDate)
    case .string(let value): self = .text(value)
    case .url(let value): self = .text(value.absoluteString)
    case .codable(let value): self = .text(String(decoding: value, as: UTF8.self))
    case .data(let value): self = .blob([UInt8](value))
    case .uuid(let value): self = .blob(withUnsafeBytes(of: value.uuid) { [UInt8]($0) })
    case .decimal(let value):
      if let scale {
        guard let integer = DecimalCoding.scaled(value, by: scale) else { return nil }
        self = .integer(integer)
      } else {
        guard let bytes = DecimalCoding.encode(value) else { return nil }
        self = .blob(bytes)
      }
    case .reference(let id): self = .integer(id.key)
    case .array: return nil
    }
  }
}
