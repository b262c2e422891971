import Graphstore

/// A value of a record as JSON has it.
enum JSONValue: Decodable {
  /// What an attribute may hold.
  case attribute(AttributeValue)
  /// What no attribute holds, in words.
  case other(String)

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .attribute(.null)
    } else if let text = try? container.decode(String.self) {
      self = .attribute(.string(text))
    } else if let number = try? container.decode(Int64.self) {
      self = .attribute(.int(number))
    } else if let truth = try? container.decode(Bool.self) {
      self = .attribute(.bool(truth))
    } else if let number = try? container.decode(Double.self) {
      // A whole number that is a double only because it is so large deserves to be told.
      let isWhole = number.rounded() == number
      self = isWhole ? .other("a number beyond 64 bits") : .attribute(.double(number))
    } else if (try? decoder.unkeyedContainer()) != nil {
      self = .other("an array")
    } else if (try? decoder.container(keyedBy: AnyKey.self)) != nil {
      self = .other("an object")
    } else {
      self = .other("what is no JSON value, or a number out of range")
    }
  }

  /// The value in words.
  var kind: String {
    switch self {
    case .attribute(.null): "null"
    case .attribute(.string): "a string"
    case .attribute(.bool): "a boolean"
    case .attribute: "a number"
    case .other(let kind): kind
    }
  }

  private struct AnyKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }

    init?(intValue: Int) { nil }
  }
}
