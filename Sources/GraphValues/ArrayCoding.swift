import Foundation

/// Array attributes as JSON text.
///
/// Integers, numbers, booleans and strings are JSON's own. Infinities are the strings "inf" and "-inf", decimals
/// and UUIDs and URLs strings, dates their seconds since the reference date, data Base64, codable values are
/// embedded as they are.
enum ArrayCoding {
  static func encode(_ elements: [AttributeValue], of codec: AttributeCodec) -> String? {
    var parts: [String] = []
    parts.reserveCapacity(elements.count)
    for element in elements {
      guard let part = text(element, type: codec.type) else { return nil }
      parts.append(part)
    }
    return "[" + parts.joined(separator: ",") + "]"
  }

  static func decode(_ text: String, of codec: AttributeCodec) -> [AttributeValue]? {
    guard let json = try? JSONDecoder().decode([JSONFragment].self, from: Data(text.utf8)) else { return nil }
    var result: [AttributeValue] = []
    result.reserveCapacity(json.count)
    for fragment in json {
      guard let value = value(fragment, type: codec.type) else { return nil }
      result.append(value)
    }
    return result
  }

  private static func text(_ value: AttributeValue, type: AttributeType) -> String? {
    switch (type, value) {
    case (.int16, .int(let value)): return Int16(exactly: value).map { String($0) }
    case (.int32, .int(let value)): return Int32(exactly: value).map { String($0) }
    case (.int64, .int(let value)): return String(value)
    case (.bool, .bool(let value)): return value ? "true" : "false"
    case (.double, .double(let value)): return number(value)
    case (.float, .double(let value)): return Double(Float(value)) == value ? number(value) : nil
    case (.date, .date(let value)): return number(value.timeIntervalSinceReferenceDate)
    case (.decimal, .decimal(let value)): return value.isNaN ? nil : quote(value.description)
    case (.string, .string(let value)): return quote(value)
    case (.uuid, .uuid(let value)): return quote(value.uuidString)
    case (.url, .url(let value)): return quote(value.absoluteString)
    case (.data, .data(let value)): return quote(value.base64EncodedString())
    case (.codable, .codable(let value)): return String(validating: value, as: UTF8.self)
    default: return nil
    }
  }

  private static func number(_ value: Double) -> String? {
    if value.isNaN { return nil }
    if value.isInfinite { return value < 0 ? "\"-inf\"" : "\"inf\"" }
    return value == 0 ? "0" : value.description
  }

  private static func quote(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\u{0}"..<"\u{20}":
        let hex = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - hex.count) + hex
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }

  private static func value(_ fragment: JSONFragment, type: AttributeType) -> AttributeValue? {
    switch (type, fragment) {
    case (.int16, .integer(let value)): return Int16(exactly: value).map { .int(Int64($0)) }
    case (.int32, .integer(let value)): return Int32(exactly: value).map { .int(Int64($0)) }
    case (.int64, .integer(let value)): return .int(value)
    case (.bool, .bool(let value)): return .bool(value)
    case (.double, _): return double(fragment).map { .double($0) }
    case (.float, _):
      return double(fragment).flatMap { Double(Float($0)) == $0 ? .double($0) : nil }
    case (.date, _): return double(fragment).map { .date(Date(timeIntervalSinceReferenceDate: $0)) }
    case (.decimal, .string(let text)):
      return Decimal(string: text, locale: Locale(identifier: "en_US_POSIX")).map { .decimal($0) }
    case (.string, .string(let text)): return .string(text)
    case (.uuid, .string(let text)): return UUID(uuidString: text).map { .uuid($0) }
    case (.url, .string(let text)): return URL(string: text).map { .url($0) }
    case (.data, .string(let text)): return Data(base64Encoded: text).map { .data($0) }
    case (.codable, _): return (try? JSONEncoder().encode(fragment)).map { .codable($0) }
    default: return nil
    }
  }

  private static func double(_ fragment: JSONFragment) -> Double? {
    switch fragment {
    case .integer(let value): Double(exactly: value)
    case .number(let value): value
    case .string("inf"): .infinity
    case .string("-inf"): -.infinity
    default: nil
    }
  }
}
