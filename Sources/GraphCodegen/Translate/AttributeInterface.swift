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
  var isRequired: Bool { !isOptional && description.defaultValue == nil }

  /// The type of the property.
  var propertyType: TypeSyntax { isOptionalProperty ? .optional(valueType) : valueType }
}
