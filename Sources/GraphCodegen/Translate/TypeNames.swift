/// Spells the library's types in the source of one entity: with their module only where a name of the model
/// would hide them.
struct TypeNames: Sendable {
  private static let modules: [String: [String]] = [
    "Swift": [
      "Int16", "Int32", "Int64", "Bool", "Double", "Float", "String", "Codable", "CodingKey", "Sendable",
      "Hashable", "CaseIterable", "Encoder", "Decoder", "AnyKeyPath", "Array", "DecodingError",
    ],
    "Foundation": ["Decimal", "Date", "Data", "UUID", "URL", "JSONDecoder"],
    "Graphstore": [
      "Entity", "EntityModel", "ManagedObject", "ObjectContext", "ObjectID", "Property",
      "AttributeConvertible",
      "PredicateArgument", "FetchRequest", "KeyPathResolving", "KeyPathStep", "ToMany", "GraphTree",
      "GraphRecord",
      "EntityValues",
      "ValuesRow",
    ],
  ]

  /// The names that generated code uses, which nested types must not hide.
  static let used = Set(modules.values.joined()).union(modules.keys)

  private let hidden: Set<String>

  /// - Parameter declared: the names that the model declares.
  init(declared: Set<String>) {
    hidden = declared.intersection(Self.used)
  }

  subscript(name: String) -> TypeSyntax {
    guard hidden.contains(name),
      let module = Self.modules.first(where: { $0.value.contains(name) })?.key
    else { return .named(name) }
    return .member(.named(module), name)
  }
}
