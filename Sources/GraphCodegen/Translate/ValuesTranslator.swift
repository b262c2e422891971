import GraphModel
import GraphValues

/// Makes `Values`, and the members of the handle that take and give them.
struct ValuesTranslator {
  private let interface: EntityInterface
  private let access: AccessLevel

  init(_ interface: EntityInterface, access: AccessLevel) {
    self.interface = interface
    self.access = access
  }

  private var values: TypeSyntax { .named("Values") }

  func declarations() -> [DeclarationSyntax] {
    [reading(), insertingInitializer(), applying(), type()]
  }

  /// `var values: Values`.
  private func reading() -> DeclarationSyntax {
    let arguments = interface.attributes.map { ArgumentSyntax($0.name, .name($0.name)) }
    return DeclarationSyntax(
      .property(
        PropertySyntax(
          "values", type: values,
          .computed([
            .variable("values", .call(.type(values), arguments)),
            .assignment(.member(.name("values"), "id"), .name("id")),
            .returning(.name("values")),
          ]))),
      documentation: "The object's ID and the values of its attributes as they are now.",
      access: access.written)
  }

  /// `init(in:values:)`.
  private func insertingInitializer() -> DeclarationSyntax {
    let parameters = [
      ParameterSyntax("in", name: "context", type: interface.names["ObjectContext"]),
      ParameterSyntax(name: "values", type: values),
    ]
    return DeclarationSyntax(
      .function(
        FunctionSyntax(
          nil, parameters: parameters,
          body: [
            .assignment(
              .name("object"),
              .method(.name("context"), "insertObject", ArgumentSyntax(nil, .metatype(interface.type)))),
            .expression(.call(.name("apply"), [ArgumentSyntax(nil, .name("values"))])),
          ])),
      documentation: "Inserts a new object with these values; it gets an ID of its own.",
      access: access.written)
  }

  /// `func apply(_:)`.
  private func applying() -> DeclarationSyntax {
    DeclarationSyntax(
      .function(
        FunctionSyntax(
          "apply", parameters: [ParameterSyntax("_", name: "values", type: values)],
          body: interface.attributes.map(applying))),
      documentation: "Sets all attributes to these values; their ID is not looked at.",
      access: access.written)
  }

  private func applying(_ attribute: AttributeInterface) -> StatementSyntax {
    let translator = AttributeTranslator(attribute, names: interface.names, access: access)
    let value = ExpressionSyntax.member(.name("values"), attribute.name)
    guard attribute.isReadFromJSON, !attribute.isOptional else {
      return .expression(translator.setting(value, isOptional: attribute.isOptionalProperty))
    }
    // Nil means here that the JSON could not be read: what is stored stays.
    let set = translator.setting(.name(attribute.name), isOptional: false)
    return .ifPresent(attribute.name, value, [.expression(set)])
  }

  private func type() -> DeclarationSyntax {
    let protocols = ["Codable", "Sendable", "Hashable"].map { interface.names[$0] }
    var members = [id()] + interface.attributes.map(property)
    members += [initializer(), codingKeys()]
    members += ValuesCodingTranslator(interface, access: access).declarations()
    return DeclarationSyntax(
      .type(TypeDeclarationSyntax(.struct, "Values", inheritance: protocols, members: members)),
      documentation: """
        The values of an object's attributes and its ID, for what crosses threads, files and the network.

        Values are equal where Swift's `==` finds all of them equal: strings that differ in Unicode composition \
        only are equal here, while the store tells them apart.
        """,
      access: access.written)
  }

  private func id() -> DeclarationSyntax {
    DeclarationSyntax(
      .property(PropertySyntax("id", type: .optional(interface.names["ObjectID"]), .variable)),
      documentation: "The ID of the object that the values are of; nil for values of no object yet.",
      access: access.written)
  }

  private func property(_ attribute: AttributeInterface) -> DeclarationSyntax {
    DeclarationSyntax(
      .property(PropertySyntax(attribute.name, type: attribute.propertyType, .variable)),
      documentation: attribute.description.documentation ?? "The attribute \"\(attribute.name)\".",
      access: access.written)
  }

  private func initializer() -> DeclarationSyntax {
    let parameters = interface.attributes.map { attribute in
      ParameterSyntax(
        name: attribute.name, type: attribute.propertyType,
        defaultValue: attribute.defaultValue ?? (attribute.isOptional ? .literal(.nil) : nil))
    }
    let assignments = interface.attributes.map { attribute in
      StatementSyntax.assignment(.member(.current, attribute.name), .name(attribute.name))
    }
    return DeclarationSyntax(
      .function(FunctionSyntax(nil, parameters: parameters, body: assignments)),
      documentation: "Values of no object yet.", access: access.written)
  }

  private func codingKeys() -> DeclarationSyntax {
    let names = ["id"] + interface.attributes.map(\.name)
    return DeclarationSyntax(
      .type(
        TypeDeclarationSyntax(
          .enum, "CodingKeys", inheritance: [interface.names["String"], interface.names["CodingKey"]],
          members: names.map { DeclarationSyntax(.enumCase($0, rawValue: nil)) })),
      modifiers: [.private])
  }
}
