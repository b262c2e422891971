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
    result += interface.attributes.compactMap { attribute in
      attribute.enumeration.map { enumeration in
        extending(
          EnumTranslator(enumeration, of: attribute, names: interface.names, access: access).declaration())
      }
    }
    result.append(extending(ValuesTranslator(interface, access: access).declarations()))
    result.append(extending(PropertiesTranslator(interface, access: access).declarations()))
    return result
  }

  private func extending(_ members: [DeclarationSyntax]) -> DeclarationSyntax {
    DeclarationSyntax(.type(TypeDeclarationSyntax(.extension, interface.name, members: members)))
  }

  private func extending(_ member: DeclarationSyntax) -> DeclarationSyntax { extending([member]) }

  private func handle() -> DeclarationSyntax {
    let members =
      [entityName, model, object, uncheckedInitializer, insertingInitializer]
      + interface.attributes.map {
        AttributeTranslator($0, names: interface.names, access: access).property()
      }
    return DeclarationSyntax(
      .type(
        TypeDeclarationSyntax(
          .struct, interface.name, inheritance: [interface.names["Entity"]], members: members)),
      documentation: interface.description.documentation
        ?? "An object of the entity \"\(interface.name)\".",
      access: access.written)
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
    let parameters = interface.required.map { ParameterSyntax(name: $0.name, type: $0.valueType) }
    let insertion = StatementSyntax.assignment(
      .name("object"),
      .method(.name("context"), "insertObject", ArgumentSyntax(nil, .metatype(interface.type))))
    let setting = interface.required.map { attribute in
      StatementSyntax.expression(
        AttributeTranslator(attribute, names: interface.names, access: access)
          .setting(.name(attribute.name), isOptional: false))
    }
    return DeclarationSyntax(
      .function(FunctionSyntax(nil, parameters: [context] + parameters, body: [insertion] + setting)),
      documentation: interface.required.isEmpty
        ? "Inserts a new object, whose attributes have their defaults or no value."
        : "Inserts a new object with the values that the model requires; its other attributes have their defaults "
          + "or no value.",
      access: access.written)
  }
}
