import GraphModel

/// Makes the type that carries the model: `GifSchema`.
struct SchemaTranslator {
  private let parsed: ParsedModel
  private let name: String
  private let access: AccessLevel

  init(_ parsed: ParsedModel, name: String, access: AccessLevel) {
    self.parsed = parsed
    self.name = name
    self.access = access
  }

  func declaration() -> DeclarationSyntax {
    let model = parsed.model
    let names = TypeNames(declared: Set(model.entities.map(\.name)))
    let embedded = ExpressionSyntax.call(
      .member(.type(names["EntityModel"]), "embedded"),
      [
        ArgumentSyntax(nil, .literal(.text(EmbeddableJSON.text(parsed.json)))),
        ArgumentSyntax("fingerprint", .literal(.string(model.fingerprint))),
      ])
    let property = DeclarationSyntax(
      .property(PropertySyntax("model", type: nil, .constant(embedded))),
      documentation: "The model, as it was when this code was generated.",
      access: access.written, modifiers: [.static])
    let version = model.version.map { ", version \($0)" } ?? ""
    return DeclarationSyntax(
      .type(TypeDeclarationSyntax(.enum, name, members: [property])),
      documentation: "The model \"\(model.name)\"\(version).", access: access.written)
  }
}

extension AccessLevel {
  /// The level where declarations say it: `internal` goes without saying.
  var written: AccessLevel? { self == .internal ? nil : self }
}
