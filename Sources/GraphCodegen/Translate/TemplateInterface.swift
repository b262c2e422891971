import GraphModel
import GraphQuery
import GraphValues

/// A fetch request template as generated code shows it: a function with a parameter a variable.
struct TemplateInterface: Sendable {
  /// A variable of the predicate.
  struct Parameter: Sendable {
    let name: String
    let type: TypeSyntax
    /// What the variable stands for in the request.
    let value: ExpressionSyntax
  }

  let name: String
  let documentation: String
  let parameters: [Parameter]
  /// Whether a parameter's type is one of Foundation's.
  let usesFoundation: Bool

  /// - Parameter interfaces: the interfaces of all entities.
  init(_ template: CheckedTemplate, names: TypeNames, interfaces: [String: EntityInterface]) {
    name = template.template.name
    var text = "The fetch request \"\(name)\" of the model"
    text += template.template.predicate.map { ": `\($0)`." } ?? "."
    documentation = text
    parameters = template.variables.map { Self.parameter($0, names, interfaces) }
    usesFoundation = template.variables.contains { variable in
      switch variable.kind {
      case .property(_, _, let type), .value(let type): type.isFoundation
      case .object, .unknown: false
      }
    }
  }

  private static func parameter(
    _ variable: TemplateVariable, _ names: TypeNames, _ interfaces: [String: EntityInterface]
  ) -> Parameter {
    let name = ExpressionSyntax.name(variable.name)
    switch variable.kind {
    case .object(let entity):
      // The objects themselves do not cross to where a request may be sent; their IDs do.
      let type = TypeSyntax.named(entity)
      if variable.isList {
        return Parameter(
          name: variable.name, type: .array(type),
          value: .method(name, "map", ArgumentSyntax(nil, .implicitKeyPath("id"))))
      }
      return variable.isOptional
        ? Parameter(name: variable.name, type: .optional(type), value: .optionalMember(name, "id"))
        : Parameter(name: variable.name, type: type, value: .member(name, "id"))
    case .property(let entity, let property, let type):
      let attribute = interfaces[entity]?.allAttributes.first { $0.path == property }
      let value = attribute?.qualified(by: entity).valueType ?? names[type.swiftName]
      return Parameter(name: variable.name, type: wrapped(value, variable), value: name)
    case .value(let type):
      return Parameter(
        name: variable.name, type: wrapped(names[type.swiftName], variable), value: name)
    case .unknown:
      return Parameter(
        name: variable.name,
        type: .existential(.composition([names["PredicateArgument"], names["Sendable"]])), value: name)
    }
  }

  private static func wrapped(_ type: TypeSyntax, _ variable: TemplateVariable) -> TypeSyntax {
    variable.isList ? .array(type) : variable.isOptional ? .optional(type) : type
  }
}
