import GraphModel
import GraphValues

/// An attribute as generated code shows it.
struct AttributeInterface: Sendable {
  /// Which accessors of a managed object serve the attribute.
  enum Shape: Sendable {
    /// A single value: `int64(at:)`.
    case scalar(AttributeType)
    /// A value of a closed set: `closedValue(at:zero:)`.
    case closed(EnumInterface)
    /// A Swift type kept as JSON: `codable(_:at:)`.
    case codable
    /// An array of these: `codableArray(of:at:)`.
    case codableArray
    /// An array: `array(of:at:)`.
    case array
  }

  let description: AttributeDescription
  let name: String
  /// Its name in the model: of a composite's member with the composite's name, `address.street`.
  let path: String
  /// The place in the packed rows.
  let slot: Int
  let shape: Shape
  /// The type of the value, or of its elements.
  let elementType: TypeSyntax
  /// The type of the value without its optional.
  let valueType: TypeSyntax
  /// The enum to declare for it.
  let enumeration: EnumInterface?
  /// What a value begins with in `Values`, where the model says so.
  let defaultValue: ExpressionSyntax?

  /// Whether the model allows that there is no value.
  var isOptional: Bool { description.isOptional }

  /// Whether the property is optional: also where stored JSON may not be what the Swift type can read.
  var isOptionalProperty: Bool {
    isOptional || isReadFromJSON
  }

  /// Whether the value is of a Swift type that is kept as JSON.
  var isReadFromJSON: Bool { description.type == .codable }

  /// Whether a new object needs its value.
  var isRequired: Bool { !isOptional && description.defaultValue == nil && !isDerived }

  /// Whether the value is computed from others, and can only be read.
  var isDerived: Bool { description.derivation != nil }

  /// Whether the value is kept in memory only.
  var isTransient: Bool { description.isTransient }

  /// The type of the property.
  var propertyType: TypeSyntax { isOptionalProperty ? .optional(valueType) : valueType }

  /// The attribute with its enum named by the entity that it is nested in; or a composite's, by that.
  ///
  /// - Parameter nested: the type that is nested in the outer one; nil for the attribute's own enum.
  func qualified(by outer: String, nested: String? = nil) -> AttributeInterface {
    let name = nested ?? enumeration?.name
    return AttributeInterface(
      description: description, name: self.name, path: path, slot: slot, shape: shape,
      elementType: elementType.qualified(by: outer, nested: enumeration == nil ? nil : name),
      valueType: valueType.qualified(by: outer, nested: enumeration == nil ? nil : name),
      enumeration: enumeration, defaultValue: defaultValue)
  }

  /// The attribute as a member of a composite, in whose struct its enum is nested.
  func nested(in composite: String) -> AttributeInterface { qualified(by: composite) }
}
