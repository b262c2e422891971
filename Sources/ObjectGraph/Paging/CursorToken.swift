import Foundation
import GraphQuery
import GraphValues

/// The text of a cursor: JSON in the URL-safe alphabet of Base64, without padding.
///
/// Whoever hands one in may have written it: what it says is checked against the request when it is used, and its
/// values are bound.
enum CursorToken {
  /// The longest text that is read.
  private static let lengthLimit = 1 << 20

  private struct Content: Codable {
    let entity: String
    let order: [String]
    let values: [String]
    let key: Int64
  }

  static func text(of cursor: FetchCursor) -> String {
    let content = Content(
      entity: cursor.entityName, order: cursor.order, values: cursor.position.values.map(text),
      key: cursor.position.key)
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // Texts and integers can always be written.
    let json = (try? encoder.encode(content)) ?? Data()
    return json.base64EncodedString()
      .replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
  }

  static func cursor(of text: String) -> FetchCursor? {
    guard text.utf8.count <= lengthLimit else { return nil }
    var base64 = text.replacing("-", with: "+").replacing("_", with: "/")
    base64 += String(repeating: "=", count: (4 - base64.utf8.count % 4) % 4)
    guard let json = Data(base64Encoded: base64),
      let content = try? JSONDecoder().decode(Content.self, from: json)
    else { return nil }
    var values: [AttributeValue] = []
    for text in content.values {
      guard let value = value(of: text) else { return nil }
      values.append(value)
    }
    return FetchCursor(
      entityName: content.entity, order: content.order,
      position: SortPosition(values: values, key: content.key))
  }

  /// A letter for the kind, then the value: numbers in floating point by their bits, so that they are exact.
  private static func text(_ value: AttributeValue) -> String {
    switch value {
    case .bool(let value): value ? "b1" : "b0"
    case .int(let value): "i\(value)"
    case .double(let value): "f\(value.bitPattern)"
    case .decimal(let value): "d\(value.description)"
    case .string(let value): "s\(value)"
    case .url(let value): "s\(value.absoluteString)"
    case .date(let value): "t\(value.timeIntervalSinceReferenceDate.bitPattern)"
    case .data(let value): "x\(value.base64EncodedString())"
    case .uuid(let value): "u\(value.uuidString)"
    // These have no order.
    case .null, .codable, .array, .reference: "n"
    }
  }

  private static func value(of text: String) -> AttributeValue? {
    // What follows the letter may combine with it into one character.
    let rest = String(text.unicodeScalars.dropFirst())
    switch text.unicodeScalars.first {
    case "n": return rest.isEmpty ? .null : nil
    case "b": return rest == "1" ? .bool(true) : rest == "0" ? .bool(false) : nil
    case "i": return Int64(rest).map { .int($0) }
    case "f": return number(rest).map { .double($0) }
    case "d":
      guard let value = DecimalText.parse(rest) else { return nil }
      return .decimal(value)
    case "s": return .string(rest)
    case "t": return number(rest).map { .date(Date(timeIntervalSinceReferenceDate: $0)) }
    case "x": return Data(base64Encoded: rest).map { .data($0) }
    case "u": return UUID(uuidString: rest).map { .uuid($0) }
    default: return nil
    }
  }

  private static func number(_ text: String) -> Double? {
    guard let bits = UInt64(text) else { return nil }
    let number = Double(bitPattern: bits)
    return number.isNaN ? nil : number
  }
}
