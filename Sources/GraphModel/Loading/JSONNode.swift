/// A JSON value as it stands in a file: numbers as written, members in order, duplicates kept.
struct JSONNode: Sendable {
  enum Kind: Sendable {
    case null
    case bool(Bool)
    /// The number's text.
    case number(String)
    case string(String)
    case array([JSONNode])
    case object([JSONMember])
  }

  let kind: Kind
  /// The index of its first byte in the file.
  let offset: Int

  /// What it is, for messages: `a string`.
  var noun: String {
    switch kind {
    case .null: "null"
    case .bool(let value): value ? "true" : "false"
    case .number(let text): "the number \(text.prefix(40))"
    case .string: "a string"
    case .array: "an array"
    case .object: "an object"
    }
  }
}

/// A key and its value.
struct JSONMember: Sendable {
  let key: String
  /// The index of the key's first byte in the file.
  let keyOffset: Int
  let value: JSONNode
}

extension JSONNode {
  /// The value as JSON text without spaces, members in their order, numbers as written.
  var compactText: String {
    switch kind {
    case .null: "null"
    case .bool(let value): value ? "true" : "false"
    case .number(let text): text
    case .string(let text): JSONText.quote(text)
    case .array(let elements): "[" + elements.map(\.compactText).joined(separator: ",") + "]"
    case .object(let members):
      "{" + members.map { JSONText.quote($0.key) + ":" + $0.value.compactText }.joined(separator: ",") + "}"
    }
  }
}

/// Writing JSON.
enum JSONText {
  /// A string with its quotation marks; control characters, and nothing else, are escaped as `\u00XX`.
  static func quote(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      case "\u{0}"..<"\u{20}", "\u{7F}", "\u{2028}", "\u{2029}":
        let hex = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - hex.count) + hex
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}
