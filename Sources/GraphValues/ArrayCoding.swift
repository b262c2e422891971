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

  static func decode(_ text: some Sequence<UInt8>, of codec: AttributeCodec) -> [AttributeValue]? {
    let bytes = Array(text)
    guard let document = try? JSONReader.read(bytes), case .array(let elements) = document.root.kind else {
      return nil
    }
    var result: [AttributeValue] = []
    result.reserveCapacity(elements.count)
    for element in elements {
      let value =
        codec.type == .codable
        ? AttributeValue.codable(Data(bytes[element.range])) : value(element.kind, type: codec.type)
      guard let value else { return nil }
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
    case (.decimal, .decimal(let value)): return value.isNaN ? nil : JSONText.quote(value.description)
    case (.string, .string(let value)): return JSONText.quote(value)
    case (.uuid, .uuid(let value)): return JSONText.quote(value.uuidString)
    case (.url, .url(let value)): return JSONText.quote(value.absoluteString)
    case (.data, .data(let value)): return JSONText.quote(value.base64EncodedString())
    case (.codable, .codable(let value)):
      // Checked, because what is not JSON would spoil the other elements.
      let bytes = Array(value)
      return (try? JSONReader.read(bytes)).map { String(decoding: bytes[$0.root.range], as: UTF8.self) }
    default: return nil
    }
  }

  private static func number(_ value: Double) -> String? {
    if value.isNaN { return nil }
    if value.isInfinite { return value < 0 ? "\"-inf\"" : "\"inf\"" }
    return value == 0 ? "0" : value.description
  }

  private static func value(_ json: JSONNode.Kind, type: AttributeType) -> AttributeValue? {
    switch (type, json) {
    case (.int16, .number(let text)): Int16(text).map { .int(Int64($0)) }
    case (.int32, .number(let text)): Int32(text).map { .int(Int64($0)) }
    case (.int64, .number(let text)): Int64(text).map { .int($0) }
    case (.bool, .bool(let value)): .bool(value)
    case (.double, _): double(json).map { .double($0) }
    case (.float, _): double(json).flatMap { Double(Float($0)) == $0 ? .double($0) : nil }
    case (.date, _): double(json).map { .date(Date(timeIntervalSinceReferenceDate: $0)) }
    case (.decimal, .string(let text)): DecimalText.parse(text).map { .decimal($0) }
    case (.string, .string(let text)): .string(text)
    case (.uuid, .string(let text)): UUID(uuidString: text).map { .uuid($0) }
    case (.url, .string(let text)):
      URL(string: text, encodingInvalidCharacters: false).map { .url($0) }
    case (.data, .string(let text)): Data(base64Encoded: text).map { .data($0) }
    default: nil
    }
  }

  private static func double(_ json: JSONNode.Kind) -> Double? {
    switch json {
    case .number(let text):
      // What a double cannot hold is no double: infinities have words of their own.
      Double(text).flatMap { $0.isFinite ? $0 : nil }
    case .string("inf"): .infinity
    case .string("-inf"): -.infinity
    default: nil
    }
  }
}

extension AttributeCodec {
  /// The elements of an array attribute as its column has them; nil where the text is no such array.
  package func elements(_ text: String) -> [AttributeValue]? { ArrayCoding.decode(text.utf8, of: self) }
}
