import Foundation

/// External attributes: a byte that tells whether the value follows, then the value as its type keeps it.
extension AttributeCodec {
  func encodeExternal(_ value: AttributeValue, slot: Int, into builder: inout some RowWriter) -> Bool {
    let marker = ExternalReference.inlineMarker
    switch (type, value) {
    case (_, .null): break
    case (.data, .data(let data)): builder.set(slot, first: marker, bytes: data)
    case (.string, .string(let text)): builder.set(slot, first: marker, bytes: text.utf8)
    case (.codable, .codable(let json)):
      guard String(validating: json, as: UTF8.self) != nil else { return false }
      builder.set(slot, first: marker, bytes: json)
    default: return false
    }
    return true
  }

  /// The value of a column; nil where it is in a file, or no value of the type.
  func decodeExternal(_ column: ArraySlice<UInt8>) -> AttributeValue? {
    guard column.first == ExternalReference.inlineMarker else { return nil }
    return value(ofContent: column.dropFirst())
  }

  /// The value that a file's content, or what follows the marker of a column, stands for; nil where it is none of
  /// the type.
  package func value(ofContent content: some Collection<UInt8>) -> AttributeValue? {
    switch type {
    case .data: .data(Data(content))
    case .string: String(validating: content, as: UTF8.self).map { .string($0) }
    case .codable: .codable(Data(content))
    default: nil
    }
  }

  /// Runs a body with the content that a file of a value has; nil where the value is not of the type.
  package func withContent<Result>(
    of value: AttributeValue, _ body: (UnsafeRawBufferPointer) throws -> Result
  ) rethrows -> Result? {
    switch (type, value) {
    case (.data, .data(let data)), (.codable, .codable(let data)): return try data.withUnsafeBytes(body)
    case (.string, .string(var text)):
      return try text.withUTF8 { try body(UnsafeRawBufferPointer($0)) }
    default: return nil
    }
  }
}
