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
    let members = interface.attributes.map { attribute in
      let type = TypeSyntax.generic(interface.names["Property"], [interface.type, attribute.propertyType])
      let value = ExpressionSyntax.call(
        .type(type), [ArgumentSyntax(nil, .literal(.string(attribute.name)))])
      return DeclarationSyntax(
        .property(PropertySyntax(attribute.name, type: nil, .constant(value))),
        documentation: "The property ``\(interface.name)/\(attribute.name)``.", access: access.written,
        modifiers: [.static])
    }
    return DeclarationSyntax(
      .type(TypeDeclarationSyntax(.enum, "Properties", members: members)),
      documentation: "The entity's properties as values, for predicates and sort keys built in code.",
      access: access.written)
  }

  private func propertyName() -> DeclarationSyntax {
    let parameter = ParameterSyntax("for", name: "keyPath", type: interface.names["AnyKeyPath"])
    let id = SwitchCaseSyntax(.keyPath(interface.type, "id"), .literal(.string("SELF")))
    let cases = interface.attributes.map { attribute in
      SwitchCaseSyntax(.keyPath(interface.type, attribute.name), .literal(.string(attribute.name)))
    }
    let body = StatementSyntax.switching(.name("keyPath"), cases + [id], defaultValue: .literal(.nil))
    return DeclarationSyntax(
      .function(
        FunctionSyntax(
          "propertyName", parameters: [parameter], result: .optional(interface.names["String"]),
          body: [body])),
      documentation: """
        The name of the property that a key path leads to, `SELF` for the object's ID, or nil where it leads to
        none of the model's.

        - Complexity: O(*n*) in the number of properties.
        """,
      access: access.written, modifiers: [.static])
  }
}
