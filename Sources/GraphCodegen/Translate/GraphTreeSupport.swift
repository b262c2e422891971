/// What every type of trees declares.
enum GraphTreeSupport {
  /// The entity whose objects an import makes of the trees.
  static func entity(_ type: TypeSyntax, access: AccessLevel) -> DeclarationSyntax {
    DeclarationSyntax(
      .typeAlias("TreeEntity", type), documentation: "The entity of the objects that an import makes of it.",
      access: access.written)
  }
}
