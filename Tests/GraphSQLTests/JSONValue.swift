import Foundation
import GraphValues

/// The objects of the corpus.
enum JSONValue: Decodable, Equatable {
  case null
  case bool(Bool)
  case integer(Int64)
  case number(Double)
  case string(String)
  case array([JSONValue])
  case object([String: JSONValue])

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let value = try? container.decode(Bool.self) {
      self = .bool(value)
    } else if let value = try? container.decode(Int64.self) {
      self = .integer(value)
    } else if let value = try? container.decode(Double.self) {
      self = .number(value)
    } else if let value = try? container.decode(String.self) {
      self = .string(value)
    } else if let value = try? container.decode([JSONValue].self) {
      self = .array(value)
    } else {
      self = .object(try container.decode([String: JSONValue].self))
    }
  }

  /// The objects that a case is about. A plain value is the attribute `value` of one.
  var objects: [[String: JSONValue]] {
    guard case .object(let object) = self else { return self == .null ? [[:]] : [["value": self]] }
    if let value = object["$self"] { return [["value": value]] }
    guard case .array(let elements)? = object["$rows"] ?? object["$array"] else { return [object] }
    return elements.map { element in
      guard case .object(let object) = element else { return ["value": element] }
      return object["$null"] == nil ? object : [:]
    }
  }

  func text(_ key: String) -> String? {
    if case .object(let object) = self, case .string(let text)? = object[key] { text } else { nil }
  }

  /// The attribute type that holds the values; nil where none does.
  static func type(of values: [JSONValue]) -> AttributeType? {
    var result: AttributeType?
    for value in values {
      let type: AttributeType
      switch value {
      case .null: continue
      case .bool: type = .bool
      case .integer: type = result == .double ? .double : .int64
      case .number: type = .double
      case .string: type = .string
      case .array: return nil
      case .object(let object):
        guard let key = object.keys.first(where: { $0.hasPrefix("$") }) else { return nil }
        type = key == "$date" ? .date : key == "$data" ? .data : .url
      }
      result = type
    }
    return result ?? .string
  }

  func attributeValue(of type: AttributeType) -> AttributeValue {
    switch self {
    case .null: .null
    case .array(let elements): .array(elements.map { $0.attributeValue(of: type) })
    case .bool(let value): .bool(value)
    case .integer(let value): type == .double ? .double(Double(value)) : .int(value)
    case .number(let value): .double(value)
    case .string(let value): .string(value)
    case .object(let object):
      switch (object["$date"], object["$data"], object["$url"]) {
      case (.some, _, _): .date(.distantFuture)
      case (_, .string(let text), _): .data(Data(base64Encoded: text) ?? Data())
      case (_, _, .string(let text)): URL(string: text).map { .url($0) } ?? .null
      default: .null
      }
    }
  }
}
