/// Makes the static functions of an entity's fetch request templates.
struct TemplateTranslator {
  private let interface: EntityInterface
  private let access: AccessLevel

  init(_ interface: EntityInterface, access: AccessLevel) {
    self.interface = interface
    self.access = access
  }

  func declarations() -> [DeclarationSyntax] { interface.templates.map(function) }

  private func function(_ template: TemplateInterface) -> DeclarationSyntax {
    let type = TypeSyntax.generic(interface.names["FetchRequest"], [interface.type])
    let request = ExpressionSyntax.call(
      .type(type), [ArgumentSyntax("template", .literal(.string(template.name)))])
    let local = SwiftNames.unique("request", taken: Set(template.parameters.map(\.name)))
    let settings = template.parameters.map { setting($0, of: .member(.name(local), "variables")) }
    let body: [StatementSyntax] =
      settings.isEmpty
      ? [.expression(request)] : [.variable(local, request)] + settings + [.returning(.name(local))]
    return DeclarationSyntax(
      .function(
        FunctionSyntax(
          template.name,
          parameters: template.parameters.map { ParameterSyntax(name: $0.name, type: $0.type) },
          result: type, body: body)),
      documentation: template.documentation, access: access.written, modifiers: [.static])
  }

  private func setting(
    _ parameter: TemplateInterface.Parameter, of variables: ExpressionSyntax
  ) -> StatementSyntax {
    let name = ExpressionSyntax.literal(.string(parameter.name))
    guard case .optional = parameter.type else {
      return .assignment(.element(variables, name), parameter.value)
    }
    // Setting an element to nil would remove the variable, whose value is to be nil.
    return .expression(
      .method(variables, "updateValue", ArgumentSyntax(nil, parameter.value), ArgumentSyntax("forKey", name)))
  }
}
