import GraphValues

/// Makes the enum of a closed set of values.
struct EnumTranslator {
  private let enumeration: EnumInterface
  private let attribute: AttributeInterface
  private let names: TypeNames
  private let access: AccessLevel

  init(_ enumeration: EnumInterface, of attribute: AttributeInterface, names: TypeNames, access: AccessLevel)
  {
    self.enumeration = enumeration
    self.attribute = attribute
    self.names = names
    self.access = access
  }

  func declaration() -> DeclarationSyntax {
    let protocols = [
      "Sendable", "Hashable", "Codable", "CaseIterable", "AttributeConvertible", "PredicateArgument",
    ]
    let rawType = names[enumeration.isInteger ? "Int64" : "String"]
    let cases = enumeration.cases.map { item in
      DeclarationSyntax(
        .enumCase(item.name, rawValue: rawValue(item)), documentation: documentation(item.value))
    }
    return DeclarationSyntax(
      .type(
        TypeDeclarationSyntax(
          .enum, enumeration.name, inheritance: [rawType] + protocols.map { names[$0] }, members: cases)),
      documentation: "The values that ``\(attribute.name)`` may have.", access: access.written)
  }

  /// The raw value, where it is not the case's name.
  private func rawValue(_ item: EnumInterface.Case) -> LiteralSyntax? {
    switch item.value {
    case .int(let value): .integer(value)
    case .string(let value) where value != item.name: .string(value)
    default: nil
    }
  }

  private func documentation(_ value: AttributeValue) -> String? {
    switch value {
    case .int(let value): "The value `\(value)`."
    case .string(let value): "The value `\(LiteralRenderer.quoted(value))`."
    default: nil
    }
  }
}
