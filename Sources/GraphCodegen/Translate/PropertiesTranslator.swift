/// Makes the tokens of an entity's properties and the answer to what a key path leads to.
struct PropertiesTranslator {
  private let interface: EntityInterface
  private let access: AccessLevel

  init(_ interface: EntityInterface, access: AccessLevel) {
    self.interface = interface
    self.access = access
  }

  func declarations() -> [DeclarationSyntax] {
    [tokens(), propertyName()]
  }

  private func tokens() -> DeclarationSyntax {
    let members = interface.members.map { member in
      switch member {
      case .attribute(let attribute):
        token(attribute.name, of: attribute.propertyType, modifiers: [.static])
      case .relationship(let relationship):
        token(
          relationship.name, of: RelationshipTranslator.type(relationship, names: interface.names),
          modifiers: [.static])
      case .composite(let composite):
        DeclarationSyntax(
          .property(
            PropertySyntax(
              composite.name, type: nil, .constant(.call(.type(.named(groupName(composite))), [])))),
          documentation: "The members of the property ``\(interface.name)/\(composite.name)``.",
          access: access.written, modifiers: [.static])
      }
    }
    let groups = interface.composites.map(group)
    return DeclarationSyntax(
      .type(TypeDeclarationSyntax(.enum, "Properties", members: members + groups)),
      documentation: "The entity's properties as values, for predicates and sort keys built in code.",
      access: access.written)
  }

  private func token(
    _ name: String, path: String? = nil, of type: TypeSyntax, modifiers: [DeclarationSyntax.Modifier]
  ) -> DeclarationSyntax {
    let property = TypeSyntax.generic(interface.names["Property"], [interface.type, type])
    let value = ExpressionSyntax.call(
      .type(property), [ArgumentSyntax(nil, .literal(.string(path ?? name)))])
    return DeclarationSyntax(
      .property(PropertySyntax(name, type: nil, .constant(value))),
      documentation: path == nil
        ? "The property ``\(interface.name)/\(name)``." : "The member \"\(name)\".",
      access: access.written, modifiers: modifiers)
  }

  /// A struct, so that its members are found from a value of the type `Properties.Type` as well.
  private func group(_ composite: CompositeInterface) -> DeclarationSyntax {
    let members = composite.attributes.map { attribute in
      let isOptional = composite.isOptional && !attribute.isOptionalProperty
      return token(
        attribute.name, path: attribute.path,
        of: isOptional ? .optional(attribute.valueType) : attribute.propertyType, modifiers: [])
    }
    return DeclarationSyntax(
      .type(
        TypeDeclarationSyntax(
          .struct, groupName(composite), inheritance: [interface.names["Sendable"]], members: members)),
      documentation: "The members of the property ``\(interface.name)/\(composite.name)``.",
      access: access.written)
  }

  private func groupName(_ composite: CompositeInterface) -> String { composite.typeName + "Properties" }

  private func propertyName() -> DeclarationSyntax {
    let id = SwitchCaseSyntax(.keyPath(interface.type, "id"), .literal(.string("SELF")))
    return KeyPathTranslator(names: interface.names, access: access).declaration(
      cases: interface.members.flatMap(cases) + [id],
      documentation: """
        The name of the property that a key path leads to, `SELF` for the object's ID, or nil where it leads to
        none of the model's.
        """)
  }

  private func cases(_ member: MemberInterface) -> [SwitchCaseSyntax] {
    let whole = SwitchCaseSyntax(
      .keyPath(interface.type, member.name), .literal(.string(member.name)))
    if case .relationship(let relationship) = member {
      // One step further, for sort descriptors and sections: `\.author?.name`.
      let attributes = interface.attributesBehind[relationship.name] ?? []
      return [whole]
        + attributes.map { attribute in
          SwitchCaseSyntax(
            .longKeyPath(
              interface.type, relationship.name, isOptional: !relationship.isRequired, attribute.name),
            .literal(.string("\(relationship.name).\(attribute.path)")))
        }
    }
    guard case .composite(let composite) = member else { return [whole] }
    return [whole]
      + composite.attributes.map { attribute in
        SwitchCaseSyntax(
          .longKeyPath(
            interface.type, composite.name, isOptional: composite.isOptional, attribute.name),
          .literal(.string(attribute.path)))
      }
  }
}
