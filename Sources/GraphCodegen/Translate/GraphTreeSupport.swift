/// What every type of trees declares.
struct GraphTreeSupport {
  let interface: EntityInterface
  let access: AccessLevel

  init(_ interface: EntityInterface, access: AccessLevel) {
    self.interface = interface
    self.access = access
  }

  /// The entity whose objects an import makes of the trees.
  var entity: DeclarationSyntax {
    DeclarationSyntax(
      .typeAlias("TreeEntity", interface.type),
      documentation: "The entity of the objects that an import makes of it.", access: access.written)
  }

  var entityName: DeclarationSyntax {
    DeclarationSyntax(
      .property(PropertySyntax("entityName", type: nil, .constant(.literal(.string(interface.name))))),
      documentation: "The name of the entity.", access: access.written, modifiers: [.static])
  }

  /// The tree without types.
  ///
  /// - Parameter statements: what fills the variable `record`.
  func record(_ statements: [StatementSyntax], documentation: String) -> DeclarationSyntax {
    let names = interface.names
    let new = ExpressionSyntax.call(
      .type(names["GraphRecord"]), [ArgumentSyntax("entityName", .literal(.string(interface.name)))])
    let body: [StatementSyntax] =
      statements.isEmpty
      ? [.expression(new)] : [.variable("record", new)] + statements + [.returning(.name("record"))]
    return DeclarationSyntax(
      .property(PropertySyntax("record", type: names["GraphRecord"], .computed(body))),
      documentation: documentation, access: access.written)
  }
}
