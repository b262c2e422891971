import GraphModel
import GraphValues

/// Makes what `Values` needs to be `Codable` beyond what the compiler writes: missing keys take the model's
/// defaults.
struct ValuesCodingTranslator {
  private let interface: EntityInterface
  private let access: AccessLevel
  private let container: String

  init(_ interface: EntityInterface, access: AccessLevel) {
    self.interface = interface
    self.access = access
    container = interface.local("container")
  }

  func declarations() -> [DeclarationSyntax] {
    needsEncoding ? [decoding(), encoding()] : [decoding()]
  }

  /// Whether nil has to be written: where it means something else than the default that a missing key takes.
  private var needsEncoding: Bool {
    interface.attributes.contains { $0.isOptionalProperty && $0.defaultValue != nil }
  }

  private func decoding() -> DeclarationSyntax {
    let decoder = interface.local("decoder")
    let parameter = ParameterSyntax(
      "from", name: decoder, type: .existential(interface.names["Decoder"]))
    let keys = keyedContainer(of: decoder)
    let id = StatementSyntax.assignment(
      .name("id"), .trying(decode("decodeIfPresent", interface.names["ObjectID"], "id")))
    return DeclarationSyntax(
      .function(
        FunctionSyntax(
          nil, parameters: [parameter], isThrowing: true,
          body: [.constant(container, .trying(keys)), id] + interface.attributes.map(decoding))),
      documentation: """
        Decodes values: keys that are missing take the model's defaults, unknown keys are passed over.

        - Throws: `DecodingError` where a value is of another type or a required one is missing.
        """,
      access: access.written)
  }

  private func decoding(_ attribute: AttributeInterface) -> StatementSyntax {
    let required = decode("decode", attribute.valueType, attribute.name)
    let present = decode("decodeIfPresent", attribute.valueType, attribute.name)
    let value: ExpressionSyntax =
      switch (attribute.isOptionalProperty, attribute.defaultValue) {
      case (false, nil): required
      case (true, nil): present
      case (false, .some(let defaultValue)): .coalescing(present, defaultValue)
      case (true, .some(let defaultValue)):
        .conditional(
          .method(.name(container), "contains", ArgumentSyntax(nil, .implicitMember(attribute.name))),
          present, defaultValue)
      }
    return .assignment(.name(attribute.name), .trying(value))
  }

  private func decode(_ method: String, _ type: TypeSyntax, _ key: String) -> ExpressionSyntax {
    .method(
      .name(container), method, ArgumentSyntax(nil, .metatype(type)),
      ArgumentSyntax("forKey", .implicitMember(key)))
  }

  private func encoding() -> DeclarationSyntax {
    let encoder = interface.local("encoder")
    let id = encode("encodeIfPresent", "id")
    let attributes = interface.attributes.map { attribute in
      let omitsNil = attribute.isOptionalProperty && attribute.defaultValue == nil
      return encode(omitsNil ? "encodeIfPresent" : "encode", attribute.name)
    }
    return DeclarationSyntax(
      .function(
        FunctionSyntax(
          "encode",
          parameters: [
            ParameterSyntax("to", name: encoder, type: .existential(interface.names["Encoder"]))
          ], isThrowing: true,
          body: [.variable(container, keyedContainer(of: encoder)), id] + attributes)),
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
