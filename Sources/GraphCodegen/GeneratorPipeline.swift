package import Foundation

/// The generator as a list of stages: model files are parsed to a model, the model is translated to syntax, the
/// syntax is rendered to text.
package struct GeneratorPipeline: Sendable {
  package var parse: @Sendable ([URL]) throws -> ParsedModel
  package var translate: @Sendable (ParsedModel, GeneratorOptions) throws -> [FileSyntax]
  package var render: @Sendable (FileSyntax) -> RenderedFile

  package init(
    parse: @escaping @Sendable ([URL]) throws -> ParsedModel = { try ParsedModel(contentsOf: $0) },
    translate: @escaping @Sendable (ParsedModel, GeneratorOptions) throws -> [FileSyntax] = {
      try ModelTranslator($0, options: $1).translate()
    },
    render: @escaping @Sendable (FileSyntax) -> RenderedFile = { SourceRenderer().render($0) }
  ) {
    self.parse = parse
    self.translate = translate
    self.render = render
  }

  /// The source of model files and folders of them, which together are one model.
  ///
  /// - Throws: `ModelError` with every mistake of the files, `GenerationError` where the model asks for what
  ///   code cannot be made of.
  package func run(_ models: [URL], options: GeneratorOptions) throws -> [RenderedFile] {
    try translate(try parse(models), options).map(render)
  }
}
