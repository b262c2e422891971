import GraphModel
import GraphValues

/// Decides how an attribute is shown.
struct AttributeBuilder {
  struct Failure: Error {
    let message: String
  }

  private let attribute: AttributeDescription
  private let path: String
  private let slot: Int
  private let names: TypeNames

  /// - Parameter path: the attribute's name in the model, of a composite's member with the composite's name.
  init(_ attribute: AttributeDescription, path: String, slot: Int, names: TypeNames) {
    self.attribute = attribute
    self.path = path
    self.slot = slot
    self.names = names
  }

  /// - Parameter taken: names that a nested enum must not have.
  func build(taken: Set<String>) -> Result<AttributeInterface, Failure> {
    if let message = AttributeSupport.refusal(attribute) { return .failure(Failure(message: message)) }
    let enumeration = attribute.values.isEmpty ? nil : EnumInterface(attribute, taken: taken)
    guard let element = elementType(enumeration) else {
      return .failure(
        Failure(
          message: "the Swift type \"\(attribute.swiftType ?? "")\" is not one that code can be made of"))
    }
    let valueType = attribute.isArray ? TypeSyntax.array(element) : element
    let defaults = DefaultTranslator(attribute, valueType: valueType, enumeration: enumeration, names: names)
    var defaultValue: ExpressionSyntax?
    if attribute.defaultValue != nil {
      defaultValue = defaults.expression()
      if defaultValue == nil { return .failure(Failure(message: "its default cannot be written in Swift")) }
    }
    return .success(
      AttributeInterface(
        description: attribute, name: attribute.name, path: path, slot: slot, shape: shape(enumeration),
        elementType: element, valueType: valueType, enumeration: enumeration, defaultValue: defaultValue))
  }

  private func shape(_ enumeration: EnumInterface?) -> AttributeInterface.Shape {
    if attribute.type == .codable { return attribute.isArray ? .codableArray : .codable }
    if attribute.isArray { return .array }
    if let enumeration { return .closed(enumeration) }
    return .scalar(attribute.type)
  }

  private func elementType(_ enumeration: EnumInterface?) -> TypeSyntax? {
    if let enumeration { return .named(enumeration.name) }
    if attribute.type == .codable { return attribute.swiftType.flatMap(SwiftTypeParser.parse) }
    return names[attribute.type.swiftName]
  }
}

extension AttributeType {
  /// The Swift type's name; of `codable` there is none.
  var swiftName: String {
    switch self {
    case .int16: "Int16"
    case .int32: "Int32"
    case .int64: "Int64"
    case .double: "Double"
    case .float: "Float"
    case .decimal: "Decimal"
    case .bool: "Bool"
    case .string: "String"
    case .date: "Date"
    case .data: "Data"
    case .uuid: "UUID"
    case .url: "URL"
    case .codable: "Codable"
    }
  }

  /// The getter of a managed object for a required value: `int64`.
  var accessorName: String {
    switch self {
    case .uuid: "uuid"
    case .url: "url"
    default: rawValue
    }
  }

  /// Whether its Swift type is Foundation's.
  var isFoundation: Bool {
    switch self {
    case .decimal, .date, .data, .uuid, .url: true
    default: false
    }
  }
}
