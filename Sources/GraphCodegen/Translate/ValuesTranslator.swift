import GraphModel
import GraphValues

/// Makes `Values`, and the members of the handle that take and give them.
struct ValuesTranslator {
  private let interface: EntityInterface
  private let access: AccessLevel
  private let fields: [FieldInterface]

  init(_ interface: EntityInterface, access: AccessLevel) {
    self.interface = interface
    self.access = access
    fields = interface.members.compactMap { member in
      switch member {
      case .attribute(let attribute): FieldInterface(attribute, names: interface.names)
      case .composite(let composite): FieldInterface(composite)
      case .relationship(let relationship):
        relationship.isToMany ? nil : FieldInterface(relationship, names: interface.names)
      }
    }
  }

  private var values: TypeSyntax { .named("Values") }

  func declarations() -> [DeclarationSyntax] {
    // Of an abstract entity there are no objects to insert.
    interface.isAbstract
      ? [reading(), applying(), type()]
      : [
        reading(), insertingInitializer(), applying(), type(),
      ]
  }

  private var hasRelationships: Bool { interface.relationships.contains { !$0.isToMany } }

  /// `var values: Values`.
  private func reading() -> DeclarationSyntax {
    let arguments = interface.members.compactMap { member in
      if case .relationship(let relationship) = member {
        return RelationshipTranslator(relationship, access: access).readingID()
          .map { ArgumentSyntax(member.name, $0) }
      }
      return ArgumentSyntax(member.name, .name(member.name))
    }
    return DeclarationSyntax(
      .property(
        PropertySyntax(
          "values", type: values,
          .computed([
            .variable("values", .call(.type(values), arguments)),
            .assignment(.member(.name("values"), "id"), .name("id")),
            .returning(.name("values")),
          ]))),
      documentation: hasRelationships
        ? "The object's ID, the values of its attributes and the IDs that its to-one relationships lead to, as "
          + "they are now."
        : "The object's ID and the values of its attributes as they are now.",
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
    var documentation = "Sets all attributes to these values; their ID is not looked at."
    if interface.allAttributes.contains(where: \.isDerived) {
      documentation += " What is computed is left as it is."
    }
    if hasRelationships {
      documentation += """


        To-one relationships lead to the objects of the IDs; without an ID one that is optional leads to none, \
        and one that is required is left as it is.
        """
    }
    return DeclarationSyntax(
      .function(
        FunctionSyntax(
          "apply", parameters: [ParameterSyntax("_", name: "values", type: values)],
          body: interface.members.compactMap(applying))),
      documentation: documentation, access: access.written)
  }

  private func applying(_ member: MemberInterface) -> StatementSyntax? {
    let value = ExpressionSyntax.member(.name("values"), member.name)
    switch member {
    case .attribute(let attribute): return attribute.isDerived ? nil : applying(attribute, value)
    case .composite: return .assignment(.name(member.name), value)
    case .relationship(let relationship):
      return RelationshipTranslator(relationship, access: access).applyingID(value)
    }
  }

  private func applying(_ attribute: AttributeInterface, _ value: ExpressionSyntax) -> StatementSyntax {
    let translator = AttributeTranslator(attribute, names: interface.names, access: access)
    guard attribute.isReadFromJSON, !attribute.isOptional else {
      return .expression(translator.setting(value, isOptional: attribute.isOptionalProperty))
    }
    // Nil means here that the JSON could not be read: what is stored stays.
    let set = translator.setting(.name(attribute.name), isOptional: false)
    return .ifPresent(attribute.name, value, [.expression(set)])
  }

  private func type() -> DeclarationSyntax {
    let record = ValuesRecordTranslator(interface, access: access)
    let protocols =
      (["Codable", "Sendable", "Hashable"] + (record == nil ? [] : ["GraphTree", "EntityValues"]))
      .map { interface.names[$0] }
    let syntax = StructTranslator(fields: fields, access: access)
    let id = FieldInterface(
      name: "id", type: .optional(interface.names["ObjectID"]), valueType: interface.names["ObjectID"],
      defaultValue: nil, coding: .optional, documentation: "")
    let coding = CodingTranslator([id] + fields, names: interface.names, access: access)
    let members =
      [idProperty()] + syntax.properties() + [syntax.initializer(documentation: "Values of no object yet.")]
      + coding.declarations()
      + (record.map { $0.declarations() + [ValuesRowTranslator(interface, access: access).declaration()] }
        ?? [])
    let subject =
      hasRelationships
      ? "The values of an object's attributes, the IDs that its to-one relationships lead to and its own ID"
      : "The values of an object's attributes and its ID"
    return DeclarationSyntax(
      .type(TypeDeclarationSyntax(.struct, "Values", inheritance: protocols, members: members)),
      documentation: """
        \(subject), for what crosses threads, files and the network.

        Values are equal where Swift's `==` finds all of them equal: strings that differ in Unicode composition \
        only are equal here, while the store tells them apart.
        """,
      access: access.written)
  }

  private func idProperty() -> DeclarationSyntax {
    DeclarationSyntax(
      .property(PropertySyntax("id", type: .optional(interface.names["ObjectID"]), .variable)),
      documentation: "The ID of the object that the values are of; nil for values of no object yet.",
      access: access.written)
  }
}
