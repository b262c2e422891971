import GraphModel

/// Makes syntax of a model: a file for the schema and one for each entity, or one file of all.
package struct ModelTranslator {
  private let parsed: ParsedModel
  private let options: GeneratorOptions

  package init(_ parsed: ParsedModel, options: GeneratorOptions) {
    self.parsed = parsed
    self.options = options
  }

  /// - Throws: `GenerationError` where the model asks for what code cannot be made of.
  package func translate() throws(GenerationError) -> [FileSyntax] {
    let model = parsed.model
    let schemaName = SwiftNames.typeName(model.name) + "Schema"
    try ModelSupport.check(model, schemaName: schemaName)
    var builder = InterfaceBuilder(parsed.resolved, schemaName: schemaName)
    let interfaces = try builder.build()
    let schema = SchemaTranslator(parsed, name: schemaName, access: options.access).declaration()
    let imports = ImportTranslator(options)
    if let name = options.singleFile {
      let entities = interfaces.flatMap { EntityTranslator($0, access: options.access).declarations() }
      return [
        file(name, imports: imports.imports(for: interfaces), [schema] + entities)
      ]
    }
    return [file("\(schemaName).swift", imports: imports.imports(for: []), [schema])]
      + interfaces.map { interface in
        file(
          "\(interface.name).swift", imports: imports.imports(for: [interface]),
          EntityTranslator(interface, access: options.access).declarations())
      }
  }

  private func file(
    _ name: String, imports: [ImportSyntax], _ declarations: [DeclarationSyntax]
  ) -> FileSyntax {
    FileSyntax(
      name: name, header: GeneratedHeader.lines(model: parsed.model.name), imports: imports,
      declarations: declarations)
  }
}
