import GraphModel
import GraphValues

/// Makes an attribute's property and the calls that read and write it.
struct AttributeTranslator {
  private let attribute: AttributeInterface
  private let names: TypeNames
  private let access: AccessLevel

  init(_ attribute: AttributeInterface, names: TypeNames, access: AccessLevel) {
    self.attribute = attribute
    self.names = names
    self.access = access
  }

  func property() -> DeclarationSyntax {
    let get = StatementSyntax.expression(reading())
    let set = setting(.name("newValue"), isOptional: attribute.isOptionalProperty)
    return DeclarationSyntax(
      .property(
        PropertySyntax(
          attribute.name, type: attribute.propertyType,
          attribute.isDerived
            ? .computed([get]) : .accessors(get: [get], nonmutatingSet: [.expression(set)]))),
      documentation: AttributeDocumentation.text(attribute), access: access.written)
  }

  /// The call that reads the value: `object.int64(at: 0)`.
  func reading() -> ExpressionSyntax {
    let slot = ArgumentSyntax("at", .literal(.integer(Int64(attribute.slot))))
    let element = ArgumentSyntax("of", .metatype(attribute.elementType))
    switch attribute.shape {
    case .scalar(let type):
      let plain = accessorName(type)
      let name = attribute.isOptional ? prefixed("optional", plain) : plain
      return call(name, [slot])
    case .codable:
      return call("codable", [ArgumentSyntax(nil, .metatype(attribute.valueType)), slot])
    case .codableArray:
      return call("codableArray", [element, slot])
    case .array:
      return call(attribute.isOptional ? "optionalArray" : "array", [element, slot])
    case .closed(let enumeration):
      if attribute.isOptional { return call("optionalClosedValue", [element, slot]) }
      let first = ExpressionSyntax.member(
        .type(attribute.elementType), enumeration.cases.first?.name ?? "")
      return call("closedValue", [slot, ArgumentSyntax("zero", first)])
    }
  }

  /// The call that writes a value: `object.setInt64(newsid, at: 0)`.
  ///
  /// - Parameter isOptional: whether the value may be nil.
  func setting(_ value: ExpressionSyntax, isOptional: Bool) -> ExpressionSyntax {
    let optional = isOptional ? "setOptional" : "set"
    let name =
      switch attribute.shape {
      case .scalar(let type): prefixed(optional, accessorName(type))
      case .codable: "setCodable"
      case .codableArray: "setCodableArray"
      case .array: optional + "Array"
      case .closed: optional + "ClosedValue"
      }
    return call(
      name,
      [ArgumentSyntax(nil, value), ArgumentSyntax("at", .literal(.integer(Int64(attribute.slot))))])
  }

  /// Strings are read in place, but for those that may be in files.
  private func accessorName(_ type: AttributeType) -> String {
    attribute.description.isExternal && type == .string ? "externalString" : type.accessorName
  }

  private func call(_ name: String, _ arguments: [ArgumentSyntax]) -> ExpressionSyntax {
    .call(.member(.name("object"), name), arguments)
  }

  private func prefixed(_ prefix: String, _ name: String) -> String {
    let initialism = name == "uuid" || name == "url"
    return prefix + (initialism ? name.uppercased() : SwiftNames.typeName(name))
  }
}
