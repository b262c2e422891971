import GraphModel
import GraphValues

/// Makes the declarations of an entity: the handle, and extensions with what is nested in it.
struct EntityTranslator {
  let interface: EntityInterface
  let access: AccessLevel

  init(_ interface: EntityInterface, access: AccessLevel) {
    self.interface = interface
    self.access = access
  }

  func declarations() -> [DeclarationSyntax] {
    var result = [handle()]
    result += interface.ownMembers.compactMap(nestedType).map(extending)
    result.append(extending(ValuesTranslator(interface, access: access).declarations()))
    result.append(extending(PropertiesTranslator(interface, access: access).declarations()))
    if !interface.templates.isEmpty {
      result.append(extending(TemplateTranslator(interface, access: access).declarations()))
    }
    if let tree = TreeTranslator(interface, access: access).declaration() { result.append(extending(tree)) }
    if let family = interface.family {
      let translator = FamilyTranslator(interface, family: family, access: access)
      result += [extending(translator.members()), translator.protocolDeclaration()]
    }
    return result
  }

  private func nestedType(_ member: MemberInterface) -> DeclarationSyntax? {
    switch member {
    case .attribute(let attribute):
      attribute.enumeration.map { enumeration in
        EnumTranslator(enumeration, of: attribute, names: interface.names, access: access).declaration()
      }
    case .composite(let composite):
      CompositeTranslator(composite, names: interface.names, access: access).declaration()
    case .relationship: nil
    }
  }

  private func property(_ member: MemberInterface) -> DeclarationSyntax {
    switch member {
    case .attribute(let attribute):
      AttributeTranslator(attribute, names: interface.names, access: access).property()
    case .composite(let composite):
      CompositeTranslator(composite, names: interface.names, access: access).property()
    case .relationship(let relationship):
      RelationshipTranslator(relationship, access: access).property(names: interface.names)
    }
  }

  private func extending(_ members: [DeclarationSyntax]) -> DeclarationSyntax {
    DeclarationSyntax(.type(TypeDeclarationSyntax(.extension, interface.name, members: members)))
  }

  private func extending(_ member: DeclarationSyntax) -> DeclarationSyntax { extending([member]) }

  private func handle() -> DeclarationSyntax {
    // Of an abstract entity there are no objects to insert.
    let initializers =
      interface.isAbstract ? [uncheckedInitializer] : [uncheckedInitializer, insertingInitializer]
    let members = [entityName, model, object] + initializers + interface.members.map(property)
    return DeclarationSyntax(
      .type(
        TypeDeclarationSyntax(.struct, interface.name, inheritance: [conformance], members: members)),
      documentation: interface.description.documentation
        ?? "An object of the entity \"\(interface.name)\".",
      access: access.written)
  }

  /// The protocol of the handle's own properties, else its parent's: each refines `Entity`.
  private var conformance: TypeSyntax {
    (interface.family?.protocolName ?? interface.parentProtocol).map { .named($0) }
      ?? interface.names["Entity"]
  }

  private var entityName: DeclarationSyntax {
    DeclarationSyntax(
      .property(
        PropertySyntax("entityName", type: nil, .constant(.literal(.string(interface.name))))),
      documentation: "The entity's name in the model.", access: access.written, modifiers: [.static])
  }

  private var model: DeclarationSyntax {
    DeclarationSyntax(
      .property(
        PropertySyntax(
          "model", type: interface.names["EntityModel"],
          .computed([.expression(.member(.name(interface.schemaName), "model"))]))),
      documentation: "The model that the entity is of.", access: access.written, modifiers: [.static])
  }

  private var object: DeclarationSyntax {
    DeclarationSyntax(
      .property(PropertySyntax("object", type: interface.names["ManagedObject"], .constant(nil))),
      documentation: "The object behind this handle.", access: access.written)
  }

  private var uncheckedInitializer: DeclarationSyntax {
    let parameter = ParameterSyntax("unchecked", name: "object", type: interface.names["ManagedObject"])
    let body = StatementSyntax.assignment(.member(.current, "object"), .name("object"))
    return DeclarationSyntax(
      .function(FunctionSyntax(nil, parameters: [parameter], body: [body])),
      documentation: "A handle on an object that is known to be of this entity.",
      attributes: access == .public ? ["@_spi(Generated)"] : [], access: access.written)
  }

  /// `init(in:…)`, which takes what the model requires and gives no default.
  private var insertingInitializer: DeclarationSyntax {
    let context = ParameterSyntax("in", name: "context", type: interface.names["ObjectContext"])
    let parameters = interface.required.map { ParameterSyntax(name: $0.name, type: parameterType($0)) }
    let insertion = StatementSyntax.assignment(
      .name("object"),
      .method(.name("context"), "insertObject", ArgumentSyntax(nil, .metatype(interface.type))))
    let setting = interface.required.map(initialization)
    return DeclarationSyntax(
      .function(FunctionSyntax(nil, parameters: [context] + parameters, body: [insertion] + setting)),
      documentation: interface.required.isEmpty
        ? "Inserts a new object, whose attributes have their defaults or no value."
        : "Inserts a new object with the values that the model requires; its other attributes have their defaults "
          + "or no value.",
      access: access.written)
  }

  private func parameterType(_ member: MemberInterface) -> TypeSyntax {
    switch member {
    case .attribute(let attribute): attribute.valueType
    case .composite(let composite): composite.type
    case .relationship(let relationship): relationship.destination
    }
  }

  /// The statement that sets a required property of a new object to the initializer's parameter.
  private func initialization(_ member: MemberInterface) -> StatementSyntax {
    switch member {
    case .attribute(let attribute):
      .expression(
        AttributeTranslator(attribute, names: interface.names, access: access)
          .setting(.name(attribute.name), isOptional: false))
    case .composite(let composite):
      .assignment(.member(.current, composite.name), .name(composite.name))
    case .relationship(let relationship):
      .expression(
        RelationshipTranslator(relationship, access: access)
          .setting(.name(relationship.name), isOptional: false))
    }
  }
}
