import Foundation
import GraphValues

/// `CAST(value, "type")`: constants of types that have no literal of their own, and values as another kind of value.
extension FormatParser {
  mutating func cast() throws(QueryError) -> QueryExpression {
    let start = token
    try descend()
    try advance()
    guard token.isSymbol("(") else { throw unexpected("\"(\" after CAST") }
    try advance()
    let value = try expression(try value())
    try expect(",")
    guard case .literal(.string(let type)) = token.kind else { throw unexpected("the name of a type") }
    let typeToken = token
    try advance()
    try expect(")")
    ascend()
    if case .literal(let constant) = value, FormatCast.types.contains(type) {
      guard let result = FormatCast.result(constant, type) else {
        throw QueryError(.syntax, "the constant cannot be cast to \"\(type)\"", position: start.offset)
      }
      return .literal(result)
    }
    guard let function = FunctionFormat.castFunction(type) else {
      throw QueryError(
        .unsupported, "CAST to \"\(type.prefix(60))\" is not supported", position: typeToken.offset)
    }
    return try checked(.calling(function, [value]), at: start.offset)
  }
}

/// Casts of constants, as text is read.
enum FormatCast {
  static let types: Set<String> = [
    "NSDate", "Date", "NSDecimalNumber", "Decimal", "Double", "Float", "UUID", "NSUUID", "URL", "NSURL",
    "Data", "NSData", "Codable", "ObjectID", "NSString", "String", "NSNumber", "Int", "Integer", "NSInteger",
    "Bool",
  ]

  /// - Returns: nil where the constant is none of the type.
  static func result(_ value: AttributeValue, _ type: String) -> AttributeValue? {
    switch (type, value) {
    case (_, .null): return .null
    case ("NSDate", .date), ("Date", .date): return value
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
    case ("NSDecimalNumber", .decimal), ("Decimal", .decimal), ("NSString", .string), ("String", .string),
      ("NSNumber", .int), ("NSNumber", .double), ("NSNumber", .decimal), ("NSNumber", .bool), ("Bool", .bool),
      ("Double", .double), ("Float", .double):
      return value
    case ("Bool", .int(let number)): return number == 0 || number == 1 ? .bool(number == 1) : nil
    case ("Double", .string(let text)), ("Float", .string(let text)): return Double(text).map { .double($0) }
    case ("Double", .int), ("Double", .decimal), ("Float", .int), ("Float", .decimal), ("Double", .date):
      return cast(.toDouble, value)
    case ("NSNumber", .string(let text)):
      return Int64(text).map { .int($0) } ?? cast(.toDouble, value)
    case ("Int", _), ("Integer", _), ("NSInteger", _): return cast(.toInteger, value)
    case ("NSString", _), ("String", _): return cast(.toText, value)
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

  private static func cast(_ function: ValueFunction, _ value: AttributeValue) -> AttributeValue? {
    switch value {
    case .int, .double, .decimal, .string, .date:
      let result = try? function.result([value], function == .toDouble ? .double : .string)
      return result.flatMap { $0.isNull ? nil : $0 }
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
