import GraphModel
import GraphValues

/// What of a model code is not generated for.
enum ModelSupport {
  /// - Throws: a reason for each entity and property that cannot be generated.
  static func check(_ model: EntityModel, schemaName: String) throws(GenerationError) {
    var reasons: [GenerationError.Reason] = []
    if !SwiftNames.isIdentifier(schemaName) {
      reasons.append(
        GenerationError.Reason(entity: nil, "the model's name \"\(model.name)\" is no Swift name"))
    }
    for entity in model.entities {
      reasons += check(entity)
      if entity.name == schemaName {
        reasons.append(
          GenerationError.Reason(entity: entity.name, "the name is that of the generated type for the model"))
      }
    }
    reasons += clashes(model)
    if !reasons.isEmpty { throw GenerationError(reasons) }
  }

  private static func check(_ entity: EntityDescription) -> [GenerationError.Reason] {
    func reason(_ property: String? = nil, _ message: String) -> GenerationError.Reason {
      GenerationError.Reason(entity: entity.name, property: property, message)
    }
    var reasons: [GenerationError.Reason] = []
    if !SwiftNames.isIdentifier(entity.name) { reasons.append(reason(nil, "the name is no Swift name")) }
    let names =
      entity.attributes.map(\.name) + entity.composites.map(\.name) + entity.relationships.map(\.name)
    for name in names where !SwiftNames.isIdentifier(name) {
      reasons.append(reason(name, "the name is no Swift name"))
    }
    for composite in entity.composites {
      for attribute in composite.attributes where !SwiftNames.isIdentifier(attribute.name) {
        reasons.append(reason("\(composite.name).\(attribute.name)", "the name is no Swift name"))
      }
    }
    return reasons
  }

  /// Entities whose names generated code needs for something else.
  private static func clashes(_ model: EntityModel) -> [GenerationError.Reason] {
    let parents = Set(model.entities.compactMap(\.parent))
    let protocols = Set(parents.map(FamilyInterface.protocolName))
    return model.entities.compactMap { entity in
      let message: String? =
        if entity.name == "Tree" || (entity.name == "Kind" && !parents.isEmpty) {
          "generated types have a type of that name nested in them"
        } else if protocols.contains(entity.name) {
          "the name is that of a generated protocol"
        } else {
          nil
        }
      return message.map { GenerationError.Reason(entity: entity.name, $0) }
    }
  }
}

/// What of an attribute code is not generated for.
enum AttributeSupport {
  /// Why not, or nil.
  static func refusal(_ attribute: AttributeDescription) -> String? {
    closedValuesRefusal(attribute)
  }

  /// Swift compares the raw values of an enum by canonical equivalence, models by bytes.
  private static func closedValuesRefusal(_ attribute: AttributeDescription) -> String? {
    var seen: Set<String> = []
    for value in attribute.values {
      guard case .string(let text) = value else { continue }
      if !seen.insert(text).inserted {
        return "two of its values are the same text to Swift: \"\(text)\""
      }
    }
    return nil
  }
}
