import GraphModel
import GraphValues

/// An entity as generated code shows it: all decisions about names and types, before any syntax.
///
/// Relationships become members of their own here, beside the attributes, when code is generated for them.
struct EntityInterface: Sendable {
  let description: EntityDescription
  let name: String
  let schemaName: String
  let names: TypeNames
  let attributes: [AttributeInterface]

  /// - Throws: `GenerationError` where an attribute cannot be shown.
  init(_ resolved: ResolvedEntity, model: EntityModel, schemaName: String) throws(GenerationError) {
    description = resolved.description
    name = resolved.name
    self.schemaName = schemaName
    let nested: Set<String> = ["Values", "Properties", "CodingKeys", "ID"]
    let declared = Set(model.entities.map(\.name)).union([schemaName])
    names = TypeNames(declared: declared)
    var taken = declared.union(nested).union(TypeNames.used)
    var attributes: [AttributeInterface] = []
    var reasons: [GenerationError.Reason] = []
    for property in resolved.properties {
      guard let attribute = property.attribute else { continue }
      let builder = AttributeBuilder(attribute, slot: property.slot, names: names)
      switch builder.build(taken: taken) {
      case .success(let interface):
        if let enumeration = interface.enumeration { taken.insert(enumeration.name) }
        attributes.append(interface)
      case .failure(let failure):
        reasons.append(
          GenerationError.Reason(entity: resolved.name, property: attribute.name, failure.message))
      }
    }
    if !reasons.isEmpty { throw GenerationError(reasons) }
    self.attributes = attributes
  }

  /// The attributes that every new object needs values of.
  var required: [AttributeInterface] { attributes.filter(\.isRequired) }

  /// The entity's type.
  var type: TypeSyntax { .named(name) }

  /// A name for something local that no attribute has.
  func local(_ name: String) -> String {
    SwiftNames.unique(name, taken: Set(attributes.map(\.name)))
  }
}
