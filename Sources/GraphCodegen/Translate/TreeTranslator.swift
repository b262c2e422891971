import GraphModel
import GraphValues

/// Makes `Tree`: an object with the objects that it leads to, as JSON has them.
struct TreeTranslator {
  private let interface: EntityInterface
  private let access: AccessLevel
  private let names: TypeNames

  init(_ interface: EntityInterface, access: AccessLevel) {
    self.interface = interface
    self.access = access
    names = interface.names
  }

  /// Nil for an abstract entity of which there can be no objects.
  func declaration() -> DeclarationSyntax? {
    guard interface.isAbstract else { return type() }
    guard let family = interface.family, !family.members.isEmpty else { return nil }
    return DeclarationSyntax(
      .typeAlias("Tree", .member(.named("Kind"), "Tree")),
      documentation: "A tree of an object of an entity that inherits from this one.", access: access.written)
  }

  // MARK: Fields

  /// A property of the tree, with what it is of.
  private struct Member {
    let field: FieldInterface
    let source: MemberInterface
    /// The name of the stored property, where the tree cannot hold the value itself.
    let storage: String?
  }

  private var members: [Member] {
    let taken = Set(interface.members.map(\.name)).union(Self.ownNames)
    return interface.members.compactMap { member in
      guard let (type, isRequired, documentation) = shown(member) else { return nil }
      let isTaken = Self.ownNames.contains(member.name)
      let name = isTaken ? SwiftNames.unique(member.name + "Value", taken: taken) : member.name
      let field = FieldInterface(
        name: name, key: isTaken ? member.name : nil, type: isRequired ? type : .optional(type),
        valueType: type, defaultValue: isRequired ? nil : .literal(.nil),
        coding: isRequired ? .required : .optional, documentation: documentation)
      let isBoxed = interface.boxed.contains(member.name)
      return Member(
        field: field, source: member,
        storage: isBoxed ? SwiftNames.unique(name + "Storage", taken: taken) : nil)
    }
  }

  /// The members that every tree has beside the model's.
  private static let ownNames: Set<String> = ["record"]

  /// What a tree holds of a property: neither what is computed nor what is kept in memory only.
  private func shown(_ member: MemberInterface) -> (TypeSyntax, isRequired: Bool, documentation: String)? {
    switch member {
    case .attribute(let attribute):
      if attribute.isDerived || attribute.isTransient { return nil }
      return (
        attribute.valueType, attribute.isRequired,
        attribute.description.documentation ?? "The attribute \"\(attribute.name)\"."
      )
    case .composite(let composite):
      return (
        composite.type, composite.isRequired,
        composite.documentation ?? "The attribute \"\(composite.name)\"."
      )
    case .relationship(let relationship):
      guard let tree = relationship.tree else { return nil }
      let what = relationship.description.documentation ?? "The relationship \"\(relationship.name)\"."
      return (
        relationship.isToMany ? .array(tree) : tree, false,
        what + " Nil leaves it as it is."
      )
    }
  }

  // MARK: The type

  private func type() -> DeclarationSyntax {
    let members = members
    let fields = members.map(\.field)
    let syntax = StructTranslator(fields: fields, access: access)
    let support = GraphTreeSupport(interface, access: access)
    var declarations = [support.entityName, support.entity]
    for (member, property) in zip(members, syntax.properties()) {
      declarations.append(member.storage.map { boxed(member.field, storage: $0) } ?? property)
    }
    declarations += members.compactMap { member in member.storage.map { box(member.field, storage: $0) } }
    declarations.append(initializer(members))
    if fields.contains(where: { $0.key != nil }) || members.contains(where: { $0.storage != nil }) {
      declarations.append(keys(fields))
    }
    if members.contains(where: { $0.storage != nil }) { declarations += coding(members) }
    declarations.append(
      support.record(
        members.flatMap { member in
          TreeRecordTranslator.statements(
            of: member.source, named: member.field.name, isOptional: member.field.defaultValue != nil)
        }, documentation: "The same without types; what is nil is left out."))
    return DeclarationSyntax(
      .type(
        TypeDeclarationSyntax(
          .struct, "Tree", inheritance: [names["GraphTree"], names["Hashable"]], members: declarations)),
      documentation: """
        An object with the objects that its relationships lead to, for imports of whole graphs.

        JSON may leave out what is optional or has a default, and every relationship; keys that the model does not \
        know are passed over.
        """,
      access: access.written)
  }

  /// A property whose value lies in an array, as the type would hold itself otherwise.
  private func boxed(_ field: FieldInterface, storage: String) -> DeclarationSyntax {
    let get = StatementSyntax.expression(
      .coalescing(.member(.name(storage), "first"), .literal(.nil)))
    let set = StatementSyntax.assignment(.name(storage), .array([.name("newValue")]))
    return DeclarationSyntax(
      .property(PropertySyntax(field.name, type: field.type, .mutatingAccessors(get: [get], set: [set]))),
      documentation: field.documentation, access: access.written)
  }

  private func box(_ field: FieldInterface, storage: String) -> DeclarationSyntax {
    DeclarationSyntax(
      .property(PropertySyntax(storage, type: .array(field.type), .variable)), modifiers: [.private])
  }

  private func initializer(_ members: [Member]) -> DeclarationSyntax {
    let parameters = members.map {
      ParameterSyntax(name: $0.field.name, type: $0.field.type, defaultValue: $0.field.defaultValue)
    }
    return DeclarationSyntax(
      .function(
        FunctionSyntax(
          nil, parameters: parameters,
          body: members.map { assignment($0, .name($0.field.name)) })),
      documentation: "A tree; what is nil is left as it is by an import.", access: access.written)
  }

  private func assignment(_ member: Member, _ value: ExpressionSyntax) -> StatementSyntax {
    if let storage = member.storage { return .assignment(.member(.current, storage), .array([value])) }
    return .assignment(.member(.current, member.field.name), value)
  }

  // MARK: Coding

  private func keys(_ fields: [FieldInterface]) -> DeclarationSyntax {
    DeclarationSyntax(
      .type(
        TypeDeclarationSyntax(
          .enum, "CodingKeys", inheritance: [names["String"], names["CodingKey"]],
          members: fields.map { field in
            DeclarationSyntax(.enumCase(field.name, rawValue: field.key.map { .string($0) }))
          })),
      modifiers: [.private])
  }

  private func coding(_ members: [Member]) -> [DeclarationSyntax] {
    let taken = Set(members.map(\.field.name))
    let container = SwiftNames.unique("container", taken: taken)
    let (decoder, encoder) = (
      SwiftNames.unique("decoder", taken: taken), SwiftNames.unique("encoder", taken: taken)
    )
    let decoding = members.map { member in
      let isRequired = member.field.defaultValue == nil
      return assignment(
        member,
        .trying(
          .method(
            .name(container), isRequired ? "decode" : "decodeIfPresent",
            ArgumentSyntax(nil, .metatype(member.field.valueType)),
            ArgumentSyntax("forKey", .implicitMember(member.field.name)))))
    }
    let encoding = members.map { member in
      let isRequired = member.field.defaultValue == nil
      return StatementSyntax.expression(
        .trying(
          .method(
            .name(container), isRequired ? "encode" : "encodeIfPresent",
            ArgumentSyntax(nil, .name(member.field.name)),
            ArgumentSyntax("forKey", .implicitMember(member.field.name)))))
    }
    func keyed(_ coder: String) -> ExpressionSyntax {
      .method(.name(coder), "container", ArgumentSyntax("keyedBy", .metatype(.named("CodingKeys"))))
    }
    return [
      DeclarationSyntax(
        .function(
          FunctionSyntax(
            nil, parameters: [ParameterSyntax("from", name: decoder, type: .existential(names["Decoder"]))],
            isThrowing: true, body: [.constant(container, .trying(keyed(decoder)))] + decoding)),
        documentation: """
          Decodes a tree.

          - Throws: `DecodingError` where a value is of another type or a required one is missing.
          """,
        access: access.written),
      DeclarationSyntax(
        .function(
          FunctionSyntax(
            "encode",
            parameters: [ParameterSyntax("to", name: encoder, type: .existential(names["Encoder"]))],
            isThrowing: true, body: [.variable(container, keyed(encoder))] + encoding)),
        documentation: "Encodes the tree; what is nil is left out.\n\n- Throws: what the encoder throws.",
        access: access.written),
    ]
  }
}
