/// A JSON value as it stands in a text: numbers as written, members in order, duplicates kept.
package struct JSONNode: Sendable {
  package enum Kind: Sendable {
    case null
    case bool(Bool)
    /// The number's text.
    case number(String)
    case string(String)
    case array([JSONNode])
    case object([JSONMember])
  }

  package let kind: Kind
  /// Where its bytes are in the text.
  package let range: Range<Int>

  /// The index of its first byte.
  package var offset: Int { range.lowerBound }

  /// What it is, for messages: `a string`.
  package var noun: String {
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
package struct JSONMember: Sendable {
  package let key: String
  /// The index of the key's first byte.
  package let keyOffset: Int
  package let value: JSONNode
}

extension JSONNode {
  /// The value as JSON text without spaces, members in their order, numbers as written.
  package var compactText: String {
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
