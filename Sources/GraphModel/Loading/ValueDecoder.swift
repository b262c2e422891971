import Foundation
import GraphValues

/// Reads the values of defaults, bounds and closed sets.
struct ValueDecoder {
  let type: AttributeType
  let isArray: Bool
  /// The decimal places of a scaled decimal.
  let scale: Int?
  let log: MistakeLog

  init(_ attribute: AttributeDescription, log: MistakeLog) {
    type = attribute.type
    isArray = attribute.isArray
    scale = attribute.scale
    self.log = log
  }

  /// An attribute's default.
  func defaultValue(_ node: JSONNode, at place: SourcePlace) -> AttributeDefault? {
    if !isArray, case .string("now") = node.kind, type == .date { return .now }
    if !isArray, case .string("new") = node.kind, type == .uuid { return .newUUID }
    guard isArray else { return value(node, at: place).map { .value($0) } }
    guard case .array(let elements) = node.kind else {
      log.add(place, "the default of an array attribute is an array, not \(node.noun)")
      return nil
    }
    var result: [AttributeValue] = []
    for (index, element) in elements.enumerated() {
      guard let value = value(element, at: place.element(index, offset: element.offset)) else { return nil }
      result.append(value)
    }
    return .value(.array(result))
  }

  /// One value, or an element of an array.
  func value(_ node: JSONNode, at place: SourcePlace) -> AttributeValue? {
    if case .null = node.kind, type != .codable {
      log.add(place, "null is not a value; leave the key out")
      return nil
    }
    let result = read(node)
    if result == nil {
      log.add(place, "\(Self.expectation(type, scale)) is expected, not \(Self.spell(node))")
    }
    return result
  }

  private func read(_ node: JSONNode) -> AttributeValue? {
    switch (type, node.kind) {
    case (.int16, .number(let text)): Int16(text).map { .int(Int64($0)) }
    case (.int32, .number(let text)): Int32(text).map { .int(Int64($0)) }
    case (.int64, .number(let text)): Int64(text).map { .int($0) }
    case (.double, .number(let text)): finite(Double(text)).map { .double($0) }
    case (.float, .number(let text)): finite(Float(text)).map { .double(Double($0)) }
    case (.double, .string("inf")), (.float, .string("inf")): .double(.infinity)
    case (.double, .string("-inf")), (.float, .string("-inf")): .double(-.infinity)
    case (.decimal, .number(let text)), (.decimal, .string(let text)): decimal(text)
    case (.bool, .bool(let value)): .bool(value)
    case (.string, .string(let text)): .string(text)
    case (.date, .string(let text)): ISODate.parse(text).map { .date($0) }
    case (.data, .string(let text)): Data(base64Encoded: text).map { .data($0) }
    case (.uuid, .string(let text)): UUID(uuidString: text).map { .uuid($0) }
    case (.url, .string(let text)): URL(string: text, encodingInvalidCharacters: false).map { .url($0) }
    case (.codable, _): .codable(Data(node.compactText.utf8))
    default: nil
    }
  }

  private func finite<Number: BinaryFloatingPoint>(_ value: Number?) -> Number? {
    guard let value, value.isFinite else { return nil }
    return value == 0 ? 0 : value
  }

  private func decimal(_ text: String) -> AttributeValue? {
    guard let value = DecimalText.parse(text) else { return nil }
    if let scale, DecimalCoding.scaled(value, by: scale) == nil { return nil }
    return .decimal(value)
  }

  private static func spell(_ node: JSONNode) -> String {
    if case .string(let text) = node.kind { MistakeLog.quote(text) } else { node.noun }
  }

  private static func expectation(_ type: AttributeType, _ scale: Int?) -> String {
    switch type {
    case .int16: "an integer of -32768 to 32767"
    case .int32: "an integer of -2147483648 to 2147483647"
    case .int64: "an integer of 64 bits"
    case .double: "a number of 64 bits, \"inf\" or \"-inf\""
    case .float: "a number of 32 bits, \"inf\" or \"-inf\""
    case .decimal:
      if let scale {
        "a decimal of at most \(scale) places that fits 64 bits"
      } else {
        "a decimal of at most 38 digits"
      }
    case .bool: "true or false"
    case .string: "a string"
    case .date: "a date like \"2026-02-28\" or \"2026-02-28T10:30:00.125Z\""
    case .data: "a Base64 string"
    case .uuid: "a UUID like \"01234567-89AB-CDEF-0123-456789ABCDEF\""
    case .url: "a URL"
    case .codable: "a JSON value"
    }
  }
}
