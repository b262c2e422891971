import GraphModel
import GraphValues

/// A property as a resolved predicate or sort reads it.
package struct QueryColumn: Sendable, Hashable {
  /// What the values are, which decides how they are compared.
  package enum Kind: UInt8, Sendable, Hashable {
    case bool, int16, int32, int64, double, float, decimal, string, date, data, uuid, url, codable
    /// An array attribute.
    case array
    /// An external attribute: what a row holds of it tells only whether there is a value.
    case external
    /// A to-one relationship.
    case reference
    /// The object itself, by its key.
    case object
  }

  /// The slot; -1 for the object itself, less for operands.
  package let slot: Int32
  package let kind: Kind
  package let isOptional: Bool
  /// The declared decimal places, or -1.
  let storedScale: Int16
  /// What the elements of an array attribute are; nil for other values.
  package let elementKind: Kind?

  /// The object itself.
  package static let object = QueryColumn(slot: -1, kind: .object, isOptional: false, storedScale: -1)

  /// Whether this is the object itself.
  package var isObject: Bool { slot == -1 }

  /// The operand that stands here, by its number; nil for a column of the object at hand.
  package var operand: Int? { slot < -1 ? -2 - Int(slot) : nil }

  /// The column as an operand of ``PredicateShape/values(_:_:)``.
  func asOperand(_ number: Int, isOptional: Bool) -> QueryColumn {
    QueryColumn(
      slot: Int32(truncatingIfNeeded: -2 - number), kind: kind, isOptional: isOptional,
      storedScale: storedScale)
  }

  /// The declared decimal places of a decimal.
  package var scale: Int? { storedScale < 0 ? nil : Int(storedScale) }

  var isText: Bool { kind == .string || kind == .url }

  init(slot: Int32, kind: Kind, isOptional: Bool, storedScale: Int16) {
    self.slot = slot
    self.kind = kind
    self.isOptional = isOptional
    self.storedScale = storedScale
    elementKind = nil
  }

  /// The column of an element of an array, as which it stands by itself.
  func element(isOptional: Bool = false) -> QueryColumn? {
    elementKind.map { QueryColumn(slot: 0, kind: $0, isOptional: isOptional, storedScale: -1) }
  }

  /// - Parameter isOptional: true for a property that not every object of the entity has.
  init(_ key: PropertyKey, isOptional: Bool = false) {
    slot = Int32(truncatingIfNeeded: key.slot)
    self.isOptional = isOptional || key.isOptional
    storedScale = Int16(clamping: key.codec?.scale ?? -1)
    kind =
      if let codec = key.codec {
        codec.isExternal ? .external : codec.isArray ? .array : Kind(codec.type)
      } else {
        .reference
      }
    elementKind = kind == .array ? key.codec.map { Kind($0.type) } : nil
  }
}

extension QueryColumn.Kind {
  init(_ type: AttributeType) {
    self =
      switch type {
      case .int16: .int16
      case .int32: .int32
      case .int64: .int64
      case .double: .double
      case .float: .float
      case .decimal: .decimal
      case .bool: .bool
      case .string: .string
      case .date: .date
      case .data: .data
      case .uuid: .uuid
      case .url: .url
      case .codable: .codable
      }
  }

  /// The kind with an article, for messages.
  var phrase: String {
    switch self {
    case .bool: "a boolean"
    case .int16, .int32, .int64: "an integer"
    case .double, .float: "a number"
    case .decimal: "a decimal number"
    case .string: "a string"
    case .date: "a date"
    case .data: "data"
    case .uuid: "a UUID"
    case .url: "a URL"
    case .codable: "a codable value"
    case .array: "an array"
    case .external: "an external attribute (only == nil and != nil can be asked of it)"
    case .reference, .object: "an object"
    }
  }
}

extension AttributeValue {
  /// The kind of value with an article, for messages.
  var phrase: String {
    switch self {
    case .null: "nil"
    case .bool: "a boolean"
    case .int: "an integer"
    case .double: "a number"
    case .decimal: "a decimal number"
    case .string: "a string"
    case .date: "a date"
    case .data: "data"
    case .uuid: "a UUID"
    case .url: "a URL"
    case .codable: "a codable value"
    case .array: "a list"
    case .reference: "an object"
    }
  }
}
