/// Makes what a struct of plain values needs to be `Codable` beyond what the compiler writes: missing keys take the
/// model's defaults.
struct CodingTranslator {
  private let fields: [FieldInterface]
  private let names: TypeNames
  private let access: AccessLevel
  private let container: String
  private let taken: Set<String>

  init(_ fields: [FieldInterface], names: TypeNames, access: AccessLevel) {
    self.fields = fields
    self.names = names
    self.access = access
    taken = Set(fields.map(\.name))
    container = SwiftNames.unique("container", taken: taken)
  }

  func declarations() -> [DeclarationSyntax] {
    needsEncoding ? [keys(), decoding(), encoding()] : [keys(), decoding()]
  }

  private var coded: [FieldInterface] { fields.filter(\.isCoded) }

  /// Whether nil has to be written: where it means something else than the default that a missing key takes.
  private var needsEncoding: Bool {
    coded.contains { if case .defaulting(_, isNilKept: true) = $0.coding { true } else { false } }
  }

  private func keys() -> DeclarationSyntax {
    DeclarationSyntax(
      .type(
        TypeDeclarationSyntax(
          .enum, "CodingKeys", inheritance: [names["String"], names["CodingKey"]],
          members: coded.map { field in
            DeclarationSyntax(.enumCase(field.name, rawValue: field.key.map { .string($0) }))
          })),
      modifiers: [.private])
  }

  private func decoding() -> DeclarationSyntax {
    let decoder = SwiftNames.unique("decoder", taken: taken)
    let parameter = ParameterSyntax("from", name: decoder, type: .existential(names["Decoder"]))
    let keys =
      coded.isEmpty ? [] : [StatementSyntax.constant(container, .trying(keyedContainer(of: decoder)))]
    return DeclarationSyntax(
      .function(
        FunctionSyntax(
          nil, parameters: [parameter], isThrowing: true, body: keys + fields.map(decoding))),
      documentation: """
        Decodes values: keys that are missing take the model's defaults, unknown keys are passed over.

        - Throws: `DecodingError` where a value is of another type or a required one is missing.
        """,
      access: access.written)
  }

  private func decoding(_ field: FieldInterface) -> StatementSyntax {
    let required = decode("decode", field)
    let present = decode("decodeIfPresent", field)
    let value: ExpressionSyntax =
      switch field.coding {
      case .required: .trying(required)
      case .optional: .trying(present)
      case .defaulting(let value, isNilKept: false): .trying(.coalescing(present, value))
      case .defaulting(let value, isNilKept: true):
        .trying(
          .conditional(
            .method(.name(container), "contains", ArgumentSyntax(nil, .implicitMember(field.name))),
            present, value))
      case .none(let value): value
      }
    return .assignment(.name(field.name), value)
  }

  private func decode(_ method: String, _ field: FieldInterface) -> ExpressionSyntax {
    .method(
      .name(container), method, ArgumentSyntax(nil, .metatype(field.valueType)),
      ArgumentSyntax("forKey", .implicitMember(field.name)))
  }

  private func encoding() -> DeclarationSyntax {
    let encoder = SwiftNames.unique("encoder", taken: taken)
    let statements = coded.map { field in
      if case .optional = field.coding { return encode("encodeIfPresent", field.name) }
      return encode("encode", field.name)
    }
    return DeclarationSyntax(
      .function(
        FunctionSyntax(
          "encode",
          parameters: [ParameterSyntax("to", name: encoder, type: .existential(names["Encoder"]))],
          isThrowing: true,
          body: [.variable(container, keyedContainer(of: encoder))] + statements)),
      documentation: """
        Encodes the values: nil is written where a missing key would take a default.

        - Throws: what the encoder throws.
        """,
      access: access.written)
  }

  private func encode(_ method: String, _ name: String) -> StatementSyntax {
    .expression(
      .trying(
        .method(
          .name(container), method, ArgumentSyntax(nil, .name(name)),
          ArgumentSyntax("forKey", .implicitMember(name)))))
  }

  private func keyedContainer(of coder: String) -> ExpressionSyntax {
    .method(.name(coder), "container", ArgumentSyntax("keyedBy", .metatype(.named("CodingKeys"))))
  }
}
