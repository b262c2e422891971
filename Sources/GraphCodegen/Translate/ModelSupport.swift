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
    if !reasons.isEmpty { throw GenerationError(reasons) }
  }

  private static func check(_ entity: EntityDescription) -> [GenerationError.Reason] {
    func reason(_ property: String? = nil, _ message: String) -> GenerationError.Reason {
      GenerationError.Reason(entity: entity.name, property: property, message)
    }
    var reasons: [GenerationError.Reason] = []
    if !SwiftNames.isIdentifier(entity.name) { reasons.append(reason(nil, "the name is no Swift name")) }
    if let parent = entity.parent {
      reasons.append(reason(nil, "code for inheritance (parent \"\(parent)\") cannot be generated yet"))
    } else if entity.isAbstract {
      reasons.append(reason(nil, "code for abstract entities cannot be generated yet"))
    }
    for relationship in entity.relationships {
      reasons.append(reason(relationship.name, "code for relationships cannot be generated yet"))
    }
    for attribute in entity.attributes where !SwiftNames.isIdentifier(attribute.name) {
      reasons.append(reason(attribute.name, "the name is no Swift name"))
    }
    return reasons
  }
}

/// What of an attribute code is not generated for.
enum AttributeSupport {
  /// Why not, or nil.
  static func refusal(_ attribute: AttributeDescription) -> String? {
    if attribute.derivation != nil { return "code for derived attributes cannot be generated yet" }
    if attribute.isTransient { return "code for transient attributes cannot be generated yet" }
    if attribute.isExternal { return "code for external attributes cannot be generated yet" }
    return closedValuesRefusal(attribute)
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
