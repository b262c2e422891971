import Foundation
package import GraphQuery
package import GraphValues
package import SQLSyntax

extension ResolvedProjection.Column {
  /// The value of the column that SQLite gave.
  ///
  /// - Returns: nil where another tool wrote what the column's kind cannot hold.
  package func value(_ stored: SQLValue) -> AttributeValue? {
    switch (stored, column.kind) {
    case (.null, _): return .null
    case (.integer(let value), .bool): return .bool(value != 0)
    case (.integer(let value), .int16), (.integer(let value), .int32), (.integer(let value), .int64):
      return .int(value)
    case (.real(let value), .double), (.real(let value), .float): return .double(value)
    case (.integer(let value), .double), (.integer(let value), .float): return .double(Double(value))
    case (.real(let value), .date): return .date(Date(timeIntervalSinceReferenceDate: value))
    case (.integer(let value), .date): return .date(Date(timeIntervalSinceReferenceDate: Double(value)))
    case (.integer(let value), .decimal): return .decimal(DecimalCoding.unscaled(value, by: scale ?? 0))
    case (.blob(let bytes), .decimal): return DecimalCoding.decode(bytes).map { .decimal($0) }
    case (.text(let text), .string): return .string(text)
    case (.text(let text), .url):
      return URL(string: text, encodingInvalidCharacters: false).map { .url($0) }
    case (.text(let text), .codable): return .codable(Data(text.utf8))
    case (.text(let text), .array): return codec?.elements(text).map { .array($0) }
    case (.blob(let bytes), .data): return .data(Data(bytes))
    case (.blob(let bytes), .uuid): return AttributeCodec.uuid(bytes[...]).map { .uuid($0) }
    case (.integer(let key), .reference), (.integer(let key), .object):
      return home.map { .reference(ObjectID(home: $0, key: key)) }
    default: return nil
    }
  }

  /// The decimal places of decimals that the store has as whole numbers.
  private var scale: Int? { column.scale ?? argument?.operand.scale }
}
