import GraphModel

/// Makes the method by which `Values` are written into a row of a batch insertion.
struct ValuesRowTranslator {
  private let interface: EntityInterface
  private let access: AccessLevel
  private let row = ExpressionSyntax.name("row")
  private let present = "value"

  init(_ interface: EntityInterface, access: AccessLevel) {
    self.interface = interface
    self.access = access
  }

  /// `func write(to row: inout ValuesRow)`.
  func declaration() -> DeclarationSyntax {
    DeclarationSyntax(
      .function(
        FunctionSyntax(
          "write",
          parameters: [ParameterSyntax("to", name: "row", type: .inout(interface.names["ValuesRow"]))],
          body: interface.members.flatMap(statements))),
      documentation:
        "Writes the values into the row of an object that a batch inserts; their ID is not looked at.",
      attributes: access == .public ? ["@_spi(Generated)"] : [], access: access.written)
  }

  private func statements(_ member: MemberInterface) -> [StatementSyntax] {
    let value = ExpressionSyntax.member(.current, member.name)
    switch member {
    case .attribute(let attribute):
      if attribute.isDerived || attribute.isTransient { return [] }
      return [set(attribute, value, isOptional: attribute.isOptionalProperty)]
    case .composite(let composite):
      return composite.attributes.map { attribute in
        set(
          attribute,
          composite.isOptional ? .optionalMember(value, attribute.name) : .member(value, attribute.name),
          isOptional: composite.isOptional || attribute.isOptionalProperty)
      }
    case .relationship(let relationship):
      guard case .slot(let slot) = relationship.place else { return [] }
      return [ifPresent(value, set("set", .name(present), slot))]
    }
  }

  private func set(
    _ attribute: AttributeInterface, _ value: ExpressionSyntax, isOptional: Bool
  ) -> StatementSyntax {
    let method =
      !attribute.isReadFromJSON ? "set" : attribute.description.isArray ? "setCodableArray" : "setCodable"
    if !isOptional { return set(method, value, attribute.slot) }
    return ifPresent(value, set(method, .name(present), attribute.slot))
  }

  private func ifPresent(_ value: ExpressionSyntax, _ statement: StatementSyntax) -> StatementSyntax {
    .ifPresent(present, value, [statement])
  }

  private func set(_ method: String, _ value: ExpressionSyntax, _ slot: Int) -> StatementSyntax {
    .expression(
      .method(
        row, method, ArgumentSyntax(nil, value), ArgumentSyntax("at", .literal(.integer(Int64(slot))))))
  }
}
