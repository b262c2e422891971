import Foundation
package import GraphQuery
package import GraphValues
package import SQLSyntax

extension QueryColumn {
  /// The value of such a column, or of what was worked out, that SQLite gave.
  ///
  /// Objects and arrays are none: whoever reads them has to know more.
  ///
  /// - Returns: nil where another tool wrote what the kind cannot hold.
  package func value(_ stored: SQLValue, scale: Int? = nil) -> AttributeValue? {
    switch (stored, kind) {
    case (.null, _): .null
    case (.integer(let value), .bool): .bool(value != 0)
    case (.integer(let value), .int16), (.integer(let value), .int32), (.integer(let value), .int64):
      .int(value)
    case (.real(let value), .double), (.real(let value), .float): .double(value)
    case (.integer(let value), .double), (.integer(let value), .float): .double(Double(value))
    case (.real(let value), .date): .date(Date(timeIntervalSinceReferenceDate: value))
    case (.integer(let value), .date): .date(Date(timeIntervalSinceReferenceDate: Double(value)))
    case (.integer(let value), .decimal):
      .decimal(DecimalCoding.unscaled(value, by: scale ?? self.scale ?? 0))
    case (.blob(let bytes), .decimal): DecimalCoding.decode(bytes).map { .decimal($0) }
    case (.text(let text), .string): .string(text)
    case (.text(let text), .url): URL(string: text, encodingInvalidCharacters: false).map { .url($0) }
    case (.text(let text), .codable): .codable(Data(text.utf8))
    case (.blob(let bytes), .data): .data(Data(bytes))
    case (.blob(let bytes), .uuid): AttributeCodec.uuid(bytes[...]).map { .uuid($0) }
    default: nil
    }
  }
}
