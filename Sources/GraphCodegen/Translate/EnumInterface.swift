import GraphModel
import GraphValues

/// The enum that an attribute's closed set of values becomes.
struct EnumInterface: Sendable {
  /// A case of the enum.
  struct Case: Sendable {
    let name: String
    let value: AttributeValue
  }

  let name: String
  /// Whether the values are integers and not strings.
  let isInteger: Bool
  let cases: [Case]

  /// - Parameter taken: names that the enum must not have, because it would hide them in the entity.
  init(_ attribute: AttributeDescription, taken: Set<String>) {
    name = SwiftNames.nestedTypeName(attribute.name, taken: taken)
    isInteger = attribute.type != .string
    var names = Set(attribute.values.compactMap(Self.ownName))
    var cases: [Case] = []
    for (position, value) in attribute.values.enumerated() {
      let name: String
      if let own = Self.ownName(value) {
        name = own
      } else {
        let made = Self.madeName(value, position: position, isOptional: attribute.isOptional)
        name = SwiftNames.unique(made, taken: names)
        names.insert(name)
      }
      cases.append(Case(name: name, value: value))
    }
    self.cases = cases
  }

  /// The case of a value.
  func name(of value: AttributeValue) -> String? {
    cases.first { $0.value == value }?.name
  }

  /// The name of a value that is a case name as it stands; such values come first, whatever their place.
  private static func ownName(_ value: AttributeValue) -> String? {
    guard case .string(let text) = value, SwiftNames.caseName(text, position: 0) == text,
      !unusableCases.contains(text), text != "none"
    else { return nil }
    return text
  }

  private static func madeName(_ value: AttributeValue, position: Int, isOptional: Bool) -> String {
    switch value {
    case .int(let number): return SwiftNames.caseName(number)
    case .string(let text):
      let name = SwiftNames.caseName(text, position: position)
      // `.none` of an optional means that there is no value.
      if unusableCases.contains(name) || (name == "none" && isOptional) { return name + "Value" }
      return name
    default: return "value\(position + 1)"
    }
  }

  /// Names of members that enums have, or that no backticks make usable.
  private static let unusableCases: Set<String> = [
    "init", "self", "allCases",
  ]
}
