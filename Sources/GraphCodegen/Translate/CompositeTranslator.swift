import GraphModel

/// Makes a composite attribute's property and its struct.
struct CompositeTranslator {
  private let composite: CompositeInterface
  private let names: TypeNames
  private let access: AccessLevel

  init(_ composite: CompositeInterface, names: TypeNames, access: AccessLevel) {
    self.composite = composite
    self.names = names
    self.access = access
  }

  // MARK: The property

  func property() -> DeclarationSyntax {
    let value = ExpressionSyntax.call(
      .type(composite.type),
      composite.attributes.map { ArgumentSyntax($0.name, translator($0).reading()) })
    let get: [StatementSyntax] =
      composite.isOptional
      ? [
        .guarding(
          .method(
            .name("object"), "hasValue",
            ArgumentSyntax("atAnyOf", .array(composite.slots.map { .literal(.integer(Int64($0))) })))),
        .returning(value),
      ] : [.expression(value)]
    return DeclarationSyntax(
      .property(
        PropertySyntax(
          composite.name, type: composite.propertyType,
          .accessors(get: get, nonmutatingSet: composite.attributes.map(setting)))),
      documentation: documentation, access: access.written)
  }

  private var documentation: String {
    let head = composite.documentation ?? "The attribute \"\(composite.name)\"."
    return composite.isOptional ? head + "\n\nIt is nil where none of its members has a value." : head
  }

  private func setting(_ attribute: AttributeInterface) -> StatementSyntax {
    let new = ExpressionSyntax.name("newValue")
    let value: ExpressionSyntax =
      composite.isOptional ? .optionalMember(new, attribute.name) : .member(new, attribute.name)
    return .expression(
      translator(attribute).setting(
        value, isOptional: composite.isOptional || attribute.isOptionalProperty))
  }

  private func translator(_ attribute: AttributeInterface) -> AttributeTranslator {
    AttributeTranslator(attribute, names: names, access: access)
  }

  // MARK: The struct

  func declaration() -> DeclarationSyntax {
    let fields = composite.attributes.map { FieldInterface($0, names: names) }
    let syntax = StructTranslator(fields: fields, access: access)
    let enums = composite.attributes.compactMap { attribute in
      attribute.enumeration.map {
        EnumTranslator($0, of: attribute, names: names, access: access).declaration()
      }
    }
    let protocols = ["Codable", "Sendable", "Hashable", "KeyPathResolving"].map { names[$0] }
    let members =
      syntax.properties() + [syntax.initializer(documentation: "A value of its members.")]
      + CodingTranslator(fields, names: names, access: access).declarations() + [propertyName()] + enums
    return DeclarationSyntax(
      .type(TypeDeclarationSyntax(.struct, composite.typeName, inheritance: protocols, members: members)),
      documentation: composite.documentation ?? "The members of ``\(composite.name)``.",
      access: access.written)
  }

  private func propertyName() -> DeclarationSyntax {
    KeyPathTranslator(names: names, access: access).declaration(
      cases: composite.attributes.map { attribute in
        SwitchCaseSyntax(.keyPath(composite.type, attribute.name), .literal(.string(attribute.name)))
      }, documentation: "The name of the member that a key path leads to, or nil where it leads to none.")
  }
}
