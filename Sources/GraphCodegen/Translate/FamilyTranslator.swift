import GraphModel

/// Makes what the types of entities have that others inherit from: their protocol, and the kinds of objects.
struct FamilyTranslator {
  private let interface: EntityInterface
  private let family: FamilyInterface
  private let access: AccessLevel

  init(_ interface: EntityInterface, family: FamilyInterface, access: AccessLevel) {
    self.interface = interface
    self.family = family
    self.access = access
  }

  // MARK: The protocol

  /// `protocol PersonProperties: Entity`.
  func protocolDeclaration() -> DeclarationSyntax {
    let parent: TypeSyntax = interface.parentProtocol.map { .named($0) } ?? interface.names["Entity"]
    return DeclarationSyntax(
      .type(
        TypeDeclarationSyntax(
          .protocol, family.protocolName, inheritance: [parent],
          members: interface.ownMembers.map { requirement($0.inherited(from: interface.name)) })),
      documentation:
        "The properties of ``\(interface.name)``, which the types of all entities that inherit from it have.",
      access: access.written)
  }

  private func requirement(_ member: MemberInterface) -> DeclarationSyntax {
    let type: TypeSyntax
    var isSettable = true
    let documentation: String
    switch member {
    case .attribute(let attribute):
      type = attribute.propertyType
      isSettable = !attribute.isDerived
      documentation = attribute.description.documentation ?? "The attribute \"\(attribute.name)\"."
    case .composite(let composite):
      type = composite.propertyType
      documentation = composite.documentation ?? "The attribute \"\(composite.name)\"."
    case .relationship(let relationship):
      type = RelationshipTranslator.type(relationship, names: interface.names)
      documentation = relationship.documentation
    }
    return DeclarationSyntax(
      .property(PropertySyntax(member.name, type: type, .requirement(isSettable: isSettable))),
      documentation: documentation)
  }

  // MARK: Casts

  func members() -> [DeclarationSyntax] {
    family.members.isEmpty ? [upcast()] : [upcast(), kind(), kindType()]
  }

  /// `init(_:)`, for handles of any entity of the family.
  private func upcast() -> DeclarationSyntax {
    let parameter = ParameterSyntax("_", name: "other", type: .opaque(.named(family.protocolName)))
    return DeclarationSyntax(
      .function(
        FunctionSyntax(
          nil, parameters: [parameter],
          body: [.assignment(.name("object"), .member(.name("other"), "object"))])),
      documentation: "The same object as one of this entity, from which its own inherits.",
      access: access.written)
  }

  private func kind() -> DeclarationSyntax {
    let own = family.members.first { $0.entity == interface.name }
    let others = family.members.filter { $0.entity != interface.name }
    func value(_ member: FamilyInterface.Member) -> ExpressionSyntax {
      let handle: ExpressionSyntax =
        member.entity == interface.name
        ? .current : .call(.type(member.type), [ArgumentSyntax("unchecked", .name("object"))])
      return .call(.implicitMember(member.caseName), [ArgumentSyntax(nil, handle)])
    }
    // An object whose row is gone may be of no entity that there are objects of: it is shown as the first.
    let otherwise = own ?? others.first
    let cases = others.filter { $0.entity != otherwise?.entity }
    let body: StatementSyntax =
      cases.isEmpty
      ? .expression(otherwise.map(value) ?? .literal(.nil))
      : .switching(
        .member(.name("object"), "entityName"),
        cases.map { SwitchCaseSyntax(.literal(.string($0.entity)), value($0)) },
        defaultValue: otherwise.map(value))
    return DeclarationSyntax(
      .property(PropertySyntax("kind", type: .named("Kind"), .computed([body]))),
      documentation: "The object as one of the entity that it is of.", access: access.written)
  }

  private func kindType() -> DeclarationSyntax {
    let cases = family.members.map { member in
      DeclarationSyntax(
        .payloadCase(member.caseName, member.type),
        documentation: "An object of the entity \"\(member.entity)\".")
    }
    return DeclarationSyntax(
      .type(
        TypeDeclarationSyntax(
          .enum, "Kind", inheritance: [interface.names["Hashable"]], members: cases + [tree()])),
      documentation: "An object as one of the entity that it is of.", access: access.written)
  }

  // MARK: The tree

  /// The key under which the JSON of a tree names its entity: no property can have the name.
  private static let key = "entity"

  private func tree() -> DeclarationSyntax {
    let names = interface.names
    let cases = family.members.map { member in
      DeclarationSyntax(
        .payloadCase(member.caseName, member.tree),
        documentation: "An object of the entity \"\(member.entity)\".")
    }
    let entityName = DeclarationSyntax(
      .property(PropertySyntax("entityName", type: nil, .constant(.literal(.string(interface.name))))),
      documentation: "The name of the entity that all of them are of or inherit from.",
      access: access.written, modifiers: [.static])
    let keys = DeclarationSyntax(
      .type(
        TypeDeclarationSyntax(
          .enum, "CodingKeys", inheritance: [names["String"], names["CodingKey"]],
          members: [DeclarationSyntax(.enumCase(Self.key, rawValue: nil))])), modifiers: [.private])
    let own = family.members.contains { $0.entity == interface.name }
    return DeclarationSyntax(
      .type(
        TypeDeclarationSyntax(
          .enum, "Tree", inheritance: [names["GraphTree"], names["Hashable"]],
          members: cases + [
            entityName, GraphTreeSupport(interface, access: access).entity, keys, decoding(), encoding(),
            record(),
          ])),
      documentation: """
        A tree of an object of any of these entities.

        In JSON the key `\(Self.key)` names the entity\(own ? "; without it, it is \"\(interface.name)\"" : "").
        """,
      access: access.written, modifiers: [.indirect])
  }

  private func decoding() -> DeclarationSyntax {
    let names = interface.names
    let key = ArgumentSyntax("forKey", .implicitMember(Self.key))
    let isConcrete = !interface.isAbstract
    let call = ExpressionSyntax.method(
      .name("container"), isConcrete ? "decodeIfPresent" : "decode",
      ArgumentSyntax(nil, .metatype(names["String"])), key)
    let entity: ExpressionSyntax =
      isConcrete ? .coalescing(call, .literal(.string(interface.name))) : call
    let choices = family.members.map { member in
      ChoiceSyntax(
        .literal(.string(member.entity)),
        [
          .assignment(
            .current,
            .call(
              .implicitMember(member.caseName),
              [
                ArgumentSyntax(
                  nil,
                  .trying(.call(.type(member.tree), [ArgumentSyntax("from", .name("decoder"))])))
              ]))
        ])
    }
    let list = family.members.map(\.entity).joined(separator: ", ")
    let error = ExpressionSyntax.call(
      .member(.type(names["DecodingError"]), "dataCorruptedError"),
      [
        key, ArgumentSyntax("in", .name("container")),
        ArgumentSyntax(
          "debugDescription",
          .literal(.string("the entity is none of these: \(list)"))),
      ])
    return DeclarationSyntax(
      .function(
        FunctionSyntax(
          nil, parameters: [ParameterSyntax("from", name: "decoder", type: .existential(names["Decoder"]))],
          isThrowing: true,
          body: [
            .constant("container", .trying(keyed("decoder"))),
            .choosing(.trying(entity), choices, otherwise: [.throwing(error)]),
          ])),
      documentation: """
        Decodes a tree of the entity that it names.

        - Throws: `DecodingError` where the entity is unknown, a value of another type, or a required one missing.
        """,
      access: access.written)
  }

  private func encoding() -> DeclarationSyntax {
    let choices = family.members.map { member in
      ChoiceSyntax(
        .call(.implicitMember(member.caseName), [ArgumentSyntax(nil, .binding("tree"))]),
        [
          .expression(
            .trying(
              .method(
                .name("container"), "encode",
                ArgumentSyntax(nil, .literal(.string(member.entity))),
                ArgumentSyntax("forKey", .implicitMember(Self.key))))),
          .expression(
            .trying(.method(.name("tree"), "encode", ArgumentSyntax("to", .name("encoder"))))),
        ])
    }
    return DeclarationSyntax(
      .function(
        FunctionSyntax(
          "encode",
          parameters: [
            ParameterSyntax("to", name: "encoder", type: .existential(interface.names["Encoder"]))
          ],
          isThrowing: true,
          body: [
            .variable("container", keyed("encoder")), .choosing(.current, choices, otherwise: []),
          ])),
      documentation: "Encodes the tree with the name of its entity.\n\n- Throws: what the encoder throws.",
      access: access.written)
  }

  private func record() -> DeclarationSyntax {
    let cases = family.members.map { member in
      SwitchCaseSyntax(
        .call(.implicitMember(member.caseName), [ArgumentSyntax(nil, .binding("tree"))]),
        .member(.name("tree"), "record"))
    }
    return DeclarationSyntax(
      .property(
        PropertySyntax(
          "record", type: interface.names["GraphRecord"],
          .computed([.switching(.current, cases, defaultValue: nil)]))),
      documentation: "The same without types; what is nil is left out.", access: access.written)
  }

  private func keyed(_ coder: String) -> ExpressionSyntax {
    .method(.name(coder), "container", ArgumentSyntax("keyedBy", .metatype(.named("CodingKeys"))))
  }
}
