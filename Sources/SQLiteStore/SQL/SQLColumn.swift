public import Foundation
public import GraphValues
package import SQLSyntax

/// A Swift type that a column of a statement can be read as.
///
/// Conforming types of the library: `Bool`, the signed integers, `Double`, `Float`, `Decimal`, `String`, `Date`,
/// `Data`, `UUID`, `URL`, `AttributeValue`, and optionals of them. An enum whose raw value conforms, as generated code
/// makes of closed sets of values, conforms by saying so.
public protocol SQLColumn {
  /// The value, or nil where the column holds what the type cannot.
  static func readColumn(_ column: SQLColumnValue) -> Self?
}

/// What a column holds.
public struct SQLColumnValue: Sendable {
  package let value: SQLValue

  package init(_ value: SQLValue) { self.value = value }
}

extension SQLColumn {
  static func read(_ value: SQLValue) -> Self? { readColumn(SQLColumnValue(value)) }
}

extension SQLColumn where Self: AttributeConvertible {
  /// The value, as an attribute of the type is kept: dates as seconds since the reference date, truth values as 0 and
  /// 1, UUIDs as their 16 bytes.
  public static func readColumn(_ column: SQLColumnValue) -> Self? {
    switch column.value {
    case .null: Self(attributeValue: .null)
    case .integer(let number):
      Self(attributeValue: .int(number)) ?? truth(number)
        ?? Double(exactly: number).flatMap { Self(attributeValue: .double($0)) }
        ?? Self(attributeValue: .decimal(Decimal(number)))
    case .real(let number):
      Self(attributeValue: .double(number))
        ?? Self(attributeValue: .date(Date(timeIntervalSinceReferenceDate: number)))
    case .text(let text):
      Self(attributeValue: .string(text))
        ?? URL(string: text, encodingInvalidCharacters: false).flatMap { Self(attributeValue: .url($0)) }
    case .blob(let bytes):
      Self(attributeValue: .data(Data(bytes)))
        ?? AttributeCodec.uuid(bytes[...]).flatMap { Self(attributeValue: .uuid($0)) }
        ?? DecimalCoding.decode(bytes[...]).flatMap { Self(attributeValue: .decimal($0)) }
    }
  }

  private static func truth(_ number: Int64) -> Self? {
    number == 0 || number == 1 ? Self(attributeValue: .bool(number == 1)) : nil
  }
}

extension Bool: SQLColumn {}
extension Int: SQLColumn {}
extension Int8: SQLColumn {}
extension Int16: SQLColumn {}
extension Int32: SQLColumn {}
extension Int64: SQLColumn {}
extension Double: SQLColumn {}
extension Float: SQLColumn {}
extension Decimal: SQLColumn {}
extension String: SQLColumn {}
extension Date: SQLColumn {}
extension Data: SQLColumn {}
extension UUID: SQLColumn {}
extension URL: SQLColumn {}

extension AttributeValue: SQLColumn {
  /// The value as SQLite holds it.
  public static func readColumn(_ column: SQLColumnValue) -> AttributeValue? { column.value.attributeValue }
}

extension Optional: SQLColumn where Wrapped: SQLColumn {
  /// The value, or none where the column is NULL.
  public static func readColumn(_ column: SQLColumnValue) -> Wrapped?? {
    column.value.isNull ? .some(nil) : Wrapped.readColumn(column).map { .some($0) }
  }
}
