import GraphModel

/// Makes `Values` a tree of one object, which an upsert takes; its to-ones lead to the objects of IDs.
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
    let support = GraphTreeSupport(interface, access: access)
    return [
      support.entity, support.entityName,
      support.record(
        interface.members.flatMap(statements),
        documentation: """
          All attributes and the IDs of to-one relationships without types, for an upsert; neither what is computed nor \
          what is kept in memory only.
          """),
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
    case .relationship(let relationship):
      if relationship.isToMany { return [] }
      let target = ExpressionSyntax.element(
        .member(record, "values"), .literal(.string(relationship.name)))
      if !relationship.isRequired {
        return [
          .assignment(
            target, .coalescing(.optionalMember(value, "attributeValue"), .implicitMember("null")))
        ]
      }
      // Without an ID what is required stays as it is.
      return [
        .ifPresent(
          relationship.name, value, [.assignment(target, .member(.name(relationship.name), "attributeValue"))]
        )
      ]
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
