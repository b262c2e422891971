import Foundation
import GraphModel
import GraphQuery
import GraphValues

/// The rules of one attribute.
struct AttributeValidator {
  let name: String
  let slot: Int
  private let isOptional: Bool
  private let attribute: AttributeDescription?
  private let isConstrained: Bool
  private let pattern: ValuePattern?
  private let values: Set<AttributeValue>

  init(_ property: StoredProperty) {
    name = property.name
    slot = property.slot
    isOptional = property.isOptional
    attribute = property.attribute
    values = Set(property.attribute?.values ?? [])
    // The model's loader has refused patterns that do not compile.
    pattern = property.attribute?.pattern.flatMap { ValuePattern($0) }
    if let attribute = property.attribute {
      isConstrained =
        attribute.minimum != nil || attribute.maximum != nil || attribute.minimumLength != nil
        || attribute.maximumLength != nil || pattern != nil || !values.isEmpty || attribute.scale != nil
        || [.double, .float, .date, .decimal, .codable].contains(attribute.type)
    } else {
      isConstrained = false
    }
  }

  var isTrivial: Bool { isOptional && !isConstrained }

  /// Whether a value that a row holds may still break a rule.
  var constrainsPackedValues: Bool {
    guard let attribute else { return false }
    return attribute.minimum != nil || attribute.maximum != nil || attribute.minimumLength != nil
      || attribute.maximumLength != nil || pattern != nil || !values.isEmpty
      || attribute.type == .codable
  }

  func check(_ value: AttributeValue, _ fail: (ValidationFailure.Rule, String) -> Void) {
    if value.isNull {
      if !isOptional { fail(.required, "a value is required") }
      return
    }
    guard isConstrained, let attribute else { return }
    checkType(value, attribute, fail)
    checkLength(value, attribute, fail)
    if attribute.isArray, case .array(let elements) = value {
      for element in elements { checkElement(element, attribute, fail) }
    } else {
      checkElement(value, attribute, fail)
    }
  }

  private func checkType(
    _ value: AttributeValue, _ attribute: AttributeDescription,
    _ fail: (ValidationFailure.Rule, String) -> Void
  ) {
    switch value {
    case .double(let number) where number.isNaN: fail(.type, "not a number (NaN) cannot be stored")
    case .date(let date) where date.timeIntervalSinceReferenceDate.isNaN:
      fail(.type, "a date that is not a number cannot be stored")
    case .decimal(let number):
      if number.isNaN {
        fail(.type, "not a number (NaN) cannot be stored")
      } else if let scale = attribute.scale, DecimalCoding.scaled(number, by: scale) == nil {
        fail(.type, "the number has more than \(scale) decimal places, or is too large for them")
      }
    case .codable(let json):
      if (try? JSONReader.read(Array(json))) == nil { fail(.type, "the value is no JSON text") }
    case .array:
      var scratch = PackedRowsBuilder(layout: RowLayout(kinds: [.text]))
      scratch.beginRow(key: 0, version: 0)
      if !attribute.codec.encode(value, slot: 0, into: &scratch) {
        fail(.type, "an element cannot be stored as \(attribute.type.rawValue)")
      }
    default: break
    }
  }

  private func checkLength(
    _ value: AttributeValue, _ attribute: AttributeDescription,
    _ fail: (ValidationFailure.Rule, String) -> Void
  ) {
    guard attribute.minimumLength != nil || attribute.maximumLength != nil else { return }
    let length: Int
    switch value {
    case .string(let text): length = text.unicodeScalars.count
    case .data(let data): length = data.count
    case .array(let elements): length = elements.count
    default: return
    }
    if let least = attribute.minimumLength, length < least {
      fail(.minimumLength, "a length of at least \(least) is required")
    }
    if let most = attribute.maximumLength, length > most {
      fail(.maximumLength, "a length of at most \(most) is allowed")
    }
  }

  private func checkElement(
    _ value: AttributeValue, _ attribute: AttributeDescription,
    _ fail: (ValidationFailure.Rule, String) -> Void
  ) {
    if let minimum = attribute.minimum, value.precedes(minimum) {
      fail(.minimum, "the least value allowed is \(minimum.spelled)")
    }
    if let maximum = attribute.maximum, maximum.precedes(value) {
      fail(.maximum, "the greatest value allowed is \(maximum.spelled)")
    }
    if !values.isEmpty, !values.contains(value) {
      fail(
        .values, "only these values are allowed: " + attribute.values.map(\.spelled).joined(separator: ", "))
    }
    if let pattern, case .string(let text) = value {
      switch pattern.match(text) {
      case .match: break
      case .noMatch: fail(.pattern, "the text does not match the pattern \(attribute.pattern ?? "")")
      case .outOfTime: fail(.pattern, "matching the pattern \(attribute.pattern ?? "") takes too long")
      }
    }
  }
}

extension AttributeValue {
  /// Whether this number or date is smaller than another of the same type.
  fileprivate func precedes(_ other: AttributeValue) -> Bool {
    switch (self, other) {
    case (.int(let left), .int(let right)): left < right
    case (.double(let left), .double(let right)): left < right
    case (.decimal(let left), .decimal(let right)): left < right
    case (.date(let left), .date(let right)): left < right
    default: false
    }
  }

  /// A value of the model, for a message.
  fileprivate var spelled: String {
    switch self {
    case .int(let value): String(value)
    case .double(let value): value.description
    case .decimal(let value): value.description
    case .date(let value): value.formatted(.iso8601)
    case .string(let value): "\"\(value)\""
    default: kindName
    }
  }
}
