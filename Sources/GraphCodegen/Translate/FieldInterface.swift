import GraphModel

/// A stored property of a generated struct of plain values: of `Values`, a composite or a tree.
struct FieldInterface: Sendable {
  /// How the field comes out of what is decoded.
  enum Coding: Sendable {
    /// It has to be there.
    case required
    /// Nil where it is missing.
    case optional
    /// A default where it is missing; `isNilKept` tells whether a null that is there means nil.
    case defaulting(ExpressionSyntax, isNilKept: Bool)
    /// It is neither read nor written and begins with a value.
    case none(ExpressionSyntax)
  }

  let name: String
  /// The key in what is decoded, where it is another than the name.
  let key: String?
  let type: TypeSyntax
  /// The type without its optional.
  let valueType: TypeSyntax
  /// What the initializer's parameter defaults to; nil where it has to be given.
  let defaultValue: ExpressionSyntax?
  let coding: Coding
  let documentation: String

  var isCoded: Bool { if case .none = coding { false } else { true } }

  init(
    name: String, key: String? = nil, type: TypeSyntax, valueType: TypeSyntax,
    defaultValue: ExpressionSyntax?, coding: Coding, documentation: String
  ) {
    self.name = name
    self.key = key
    self.type = type
    self.valueType = valueType
    self.defaultValue = defaultValue
    self.coding = coding
    self.documentation = documentation
  }
}

extension FieldInterface {
  /// An attribute in `Values` or in a composite.
  init(_ attribute: AttributeInterface, names: TypeNames) {
    let given: ExpressionSyntax?
    let coding: Coding
    if attribute.isDerived {
      let zero = ZeroTranslator.expression(attribute, names: names)
      given = zero
      coding = attribute.isOptionalProperty ? .optional : .defaulting(zero, isNilKept: false)
    } else {
      given = attribute.defaultValue ?? (attribute.isOptional ? .literal(.nil) : nil)
      if attribute.isTransient {
        coding = .none(attribute.defaultValue ?? ZeroTranslator.expression(attribute, names: names))
      } else if let value = attribute.defaultValue {
        coding = .defaulting(value, isNilKept: attribute.isOptionalProperty)
      } else {
        coding = attribute.isOptionalProperty ? .optional : .required
      }
    }
    self.init(
      name: attribute.name, type: attribute.propertyType, valueType: attribute.valueType,
      defaultValue: given, coding: coding,
      documentation: attribute.description.documentation ?? "The attribute \"\(attribute.name)\".")
  }

  /// A composite in `Values`.
  init(_ composite: CompositeInterface) {
    let coding: Coding =
      if composite.isOptional {
        .optional
      } else if let value = composite.defaultValue {
        .defaulting(value, isNilKept: false)
      } else {
        .required
      }
    self.init(
      name: composite.name, type: composite.propertyType, valueType: composite.type,
      defaultValue: composite.defaultValue, coding: coding,
      documentation: composite.documentation ?? "The attribute \"\(composite.name)\".")
  }

  /// The ID of what a to-one leads to, in `Values`.
  init(_ relationship: RelationshipInterface, names: TypeNames) {
    self.init(
      name: relationship.name, type: .optional(names["ObjectID"]), valueType: names["ObjectID"],
      defaultValue: .literal(.nil), coding: .optional,
      documentation: "The ID of the object that the relationship \"\(relationship.name)\" leads to.")
  }
}
