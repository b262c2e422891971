/// Makes the members of a struct of plain values: its properties, and the initializer that takes them.
struct StructTranslator {
  let fields: [FieldInterface]
  let access: AccessLevel

  func properties() -> [DeclarationSyntax] {
    fields.map { field in
      DeclarationSyntax(
        .property(PropertySyntax(field.name, type: field.type, .variable)),
        documentation: field.documentation, access: access.written)
    }
  }

  func initializer(documentation: String) -> DeclarationSyntax {
    let parameters = fields.map { field in
      ParameterSyntax(name: field.name, type: field.type, defaultValue: field.defaultValue)
    }
    let assignments = fields.map { field in
      StatementSyntax.assignment(.member(.current, field.name), .name(field.name))
    }
    return DeclarationSyntax(
      .function(FunctionSyntax(nil, parameters: parameters, body: assignments)),
      documentation: documentation, access: access.written)
  }
}
