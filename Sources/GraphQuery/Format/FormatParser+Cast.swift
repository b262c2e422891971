import Foundation
import GraphValues

/// `CAST(constant, "type")`: constants of types that have no literal of their own.
extension FormatParser {
  mutating func cast() throws(QueryError) -> AttributeValue {
    let start = token
    try advance()
    guard token.isSymbol("(") else { throw unexpected("\"(\" after CAST") }
    try advance()
    guard case .literal(let value) = try operand() else {
      throw QueryError(
        .unsupported, "CAST of anything but a constant is not supported yet", position: start.offset)
    }
    guard token.isSymbol(",") else { throw unexpected("\",\"") }
    try advance()
    guard case .literal(.string(let type)) = token.kind else { throw unexpected("the name of a type") }
    let typeToken = token
    try advance()
    guard token.isSymbol(")") else { throw unexpected("\")\"") }
    guard Self.castTypes.contains(type) else {
      throw QueryError(
        .unsupported, "CAST to \"\(type.prefix(60))\" is not supported yet", position: typeToken.offset)
    }
    guard let result = Self.cast(value, to: type) else {
      throw QueryError(
        .syntax, "the constant cannot be cast to \"\(type)\"", position: start.offset)
    }
    try advance()
    return result
  }

  private static let castTypes: Set<String> = [
    "NSDate", "Date", "NSDecimalNumber", "Decimal", "Double", "UUID", "NSUUID", "URL", "NSURL", "Data",
    "NSData",
    "Codable", "ObjectID", "NSString", "String",
  ]

  private static func cast(_ value: AttributeValue, to type: String) -> AttributeValue? {
    switch (type, value) {
    case ("NSDate", .int(let seconds)), ("Date", .int(let seconds)):
      return .date(Date(timeIntervalSinceReferenceDate: Double(seconds)))
    case ("NSDate", .double(let seconds)), ("Date", .double(let seconds)):
      return .date(Date(timeIntervalSinceReferenceDate: seconds))
    case ("NSDate", .decimal(let seconds)), ("Date", .decimal(let seconds)):
      return Double(seconds.description).map { .date(Date(timeIntervalSinceReferenceDate: $0)) }
    case ("NSDate", .string(let text)), ("Date", .string(let text)):
      return Double(text).map { .date(Date(timeIntervalSinceReferenceDate: $0)) }
    case ("NSDecimalNumber", .string(let text)), ("Decimal", .string(let text)): return decimal(text)
    case ("NSDecimalNumber", .int(let number)), ("Decimal", .int(let number)):
      return .decimal(Decimal(number))
    case ("NSDecimalNumber", .double(let number)), ("Decimal", .double(let number)):
      return decimal(number.description)
    case ("NSDecimalNumber", .decimal), ("Decimal", .decimal), ("NSString", .string), ("String", .string):
      return value
    case ("Double", .string(let text)): return Double(text).map { .double($0) }
    case ("Double", .int(let number)): return .double(Double(number))
    case ("Double", .double): return value
    case ("UUID", .string(let text)), ("NSUUID", .string(let text)):
      return UUID(uuidString: text).map { .uuid($0) }
    case ("URL", .string(let text)), ("NSURL", .string(let text)): return URL(string: text).map { .url($0) }
    case ("Data", .string(let text)), ("NSData", .string(let text)):
      return Data(base64Encoded: text).map { .data($0) }
    case ("Codable", .string(let text)): return Data(base64Encoded: text).map { .codable($0) }
    case ("ObjectID", .string(let text)):
      return URL(string: text).flatMap { ObjectID(uri: $0) }.map { .reference($0) }
    default: return nil
    }
  }

  private static func decimal(_ text: String) -> AttributeValue? {
    guard Double(text) != nil,
      let value = Decimal(string: text, locale: Locale(identifier: "en_US_POSIX")), !value.isNaN
    else { return nil }
    return .decimal(value)
  }
}
