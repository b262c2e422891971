import GraphModel

/// A composite attribute as generated code shows it: a struct of its own.
struct CompositeInterface: Sendable {
  let name: String
  let documentation: String?
  /// Whether the model allows that there is none.
  let isOptional: Bool
  /// The struct's name.
  let typeName: String
  /// The struct as the entity's members name it.
  let type: TypeSyntax
  let attributes: [AttributeInterface]

  /// Whether a new object needs its value.
  var isRequired: Bool { !isOptional && attributes.contains(where: \.isRequired) }

  /// The type of the property.
  var propertyType: TypeSyntax { isOptional ? .optional(type) : type }

  /// What it begins with in `Values`; nil where it has to be given.
  var defaultValue: ExpressionSyntax? {
    if isOptional { return .literal(.nil) }
    return isRequired ? nil : .call(.type(type), [])
  }

  /// The places of its members in the packed rows.
  var slots: [Int] { attributes.map(\.slot) }

  func qualified(by entity: String) -> CompositeInterface {
    CompositeInterface(
      name: name, documentation: documentation, isOptional: isOptional, typeName: typeName,
      type: type.qualified(by: entity, nested: typeName),
      attributes: attributes.map { $0.qualified(by: entity, nested: typeName) })
  }
}
