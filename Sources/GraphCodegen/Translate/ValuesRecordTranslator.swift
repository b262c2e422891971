import GraphModel

/// Makes `Values` a tree without relationships, which an upsert takes.
struct ValuesRecordTranslator {
  private let interface: EntityInterface
  private let access: AccessLevel
  private let record = ExpressionSyntax.name("record")

  /// Nil where there are no objects to insert, or where an attribute has the name of the record.
  init?(_ interface: EntityInterface, access: AccessLevel) {
    if interface.isAbstract || interface.members.contains(where: { $0.name == "record" }) { return nil }
    self.interface = interface
    self.access = access
  }

  func declarations() -> [DeclarationSyntax] {
    let names = interface.names
    let new = ExpressionSyntax.call(
      .type(names["GraphRecord"]), [ArgumentSyntax("entityName", .literal(.string(interface.name)))])
    let statements = interface.members.flatMap(statements)
    return [
      GraphTreeSupport.entity(interface.type, access: access),
      DeclarationSyntax(
        .property(PropertySyntax("entityName", type: nil, .constant(.literal(.string(interface.name))))),
        documentation: "The name of the entity.", access: access.written, modifiers: [.static]),
      DeclarationSyntax(
        .property(
          PropertySyntax(
            "record", type: names["GraphRecord"],
            .computed(
              statements.isEmpty
                ? [.expression(new)] : [.variable("record", new)] + statements + [.returning(record)]))),
        documentation: """
          All attributes without types, for an upsert: neither what is computed or kept in memory only, nor \
          relationships.
          """,
        access: access.written),
    ]
  }

  private func statements(_ member: MemberInterface) -> [StatementSyntax] {
    let value = ExpressionSyntax.name(member.name)
    switch member {
    case .attribute(let attribute):
      if attribute.isDerived || attribute.isTransient { return [] }
      return set(attribute, value, isOptional: false)
    case .composite(let composite):
      return composite.attributes.flatMap { attribute in
        set(
          attribute,
          composite.isOptional ? .optionalMember(value, attribute.name) : .member(value, attribute.name),
          isOptional: composite.isOptional)
      }
    case .relationship: return []
    }
  }

  /// - Parameter isOptional: whether the value may be nil though the attribute is required.
  private func set(
    _ attribute: AttributeInterface, _ value: ExpressionSyntax, isOptional: Bool
  ) -> [StatementSyntax] {
    let key = ExpressionSyntax.literal(.string(attribute.path))
    let target = ExpressionSyntax.element(.member(record, "values"), key)
    let null = ExpressionSyntax.implicitMember("null")
    if attribute.isReadFromJSON {
      let method = attribute.description.isArray ? "setCodableArray" : "setCodable"
      let set = StatementSyntax.ifPresent(
        attribute.name, value,
        [
          .expression(
            .method(
              record, method, ArgumentSyntax(nil, .name(attribute.name)), ArgumentSyntax("forKey", key)))
        ])
      // Nil of a required value means that its JSON could not be read: what is stored stays.
      return attribute.isOptional || isOptional ? [.assignment(target, null), set] : [set]
    }
    let converted: ExpressionSyntax =
      attribute.isOptional ? .optionalMember(value, "attributeValue") : .member(value, "attributeValue")
    return [
      .assignment(target, attribute.isOptional || isOptional ? .coalescing(converted, null) : converted)
    ]
  }
}
