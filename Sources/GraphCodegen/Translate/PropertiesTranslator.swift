/// Makes the tokens of an entity's properties and the answer to what a key path leads to.
struct PropertiesTranslator {
  private let interface: EntityInterface
  private let access: AccessLevel

  init(_ interface: EntityInterface, access: AccessLevel) {
    self.interface = interface
    self.access = access
  }

  func declarations() -> [DeclarationSyntax] {
    [tokens(), propertyName(), keyPathSteps()]
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
    let cases = keyPaths.map { SwitchCaseSyntax($0.keyPath, .literal(.string($0.name))) }
    return KeyPathTranslator(names: interface.names, access: access).declaration(
      cases: cases,
      otherwise: .call(
        .member(.type(interface.type), "propertyName"), [ArgumentSyntax("through", .name("keyPath"))]),
      documentation: """
        The name of the property that a key path leads to, `SELF` for the object's ID, names with points for one of
        another object, or nil where it leads to none of the model's.
        """)
  }

  private func keyPathSteps() -> DeclarationSyntax {
    let steps = keyPaths.map { keyPath, name in
      ExpressionSyntax.call(
        .type(interface.names["KeyPathStep"]),
        [
          ArgumentSyntax(nil, .literal(.string(name))), ArgumentSyntax(nil, keyPath),
          ArgumentSyntax(nil, .optionalKeyPath(keyPath)),
        ])
    }
    return DeclarationSyntax(
      .property(
        PropertySyntax(
          "keyPathSteps", type: .array(interface.names["KeyPathStep"]),
          .computed([.expression(.array(steps))]))),
      documentation: "The properties as steps of key paths through several objects.",
      access: access.written, modifiers: [.static])
  }

  /// The key paths of the entity's properties and of composites' members, with what they are called.
  private var keyPaths: [(keyPath: ExpressionSyntax, name: String)] {
    var result: [(keyPath: ExpressionSyntax, name: String)] = []
    for member in interface.members {
      result.append((.keyPath(interface.type, member.name), member.name))
      guard case .composite(let composite) = member else { continue }
      for attribute in composite.attributes {
        let path = ExpressionSyntax.longKeyPath(
          interface.type, composite.name, isOptional: composite.isOptional, attribute.name)
        result.append((path, attribute.path))
      }
    }
    return result + [(.keyPath(interface.type, "id"), "SELF")]
  }
}
