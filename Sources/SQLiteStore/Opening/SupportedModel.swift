import GraphModel

/// Refuses models with what this version does not store yet, rather than storing half of it.
enum SupportedModel {
  static func check(_ model: EntityModel, path: String) throws {
    for entity in model.entities {
      if entity.parent != nil || entity.isAbstract { throw refusal("inheritance", entity.name, path) }
      if let relationship = entity.relationships.first {
        throw refusal("relationships", "\(entity.name).\(relationship.name)", path)
      }
      for attribute in entity.attributes {
        let place = "\(entity.name).\(attribute.name)"
        if attribute.isTransient { throw refusal("transient attributes", place, path) }
        if attribute.derivation != nil { throw refusal("derived attributes", place, path) }
        if attribute.isExternal { throw refusal("external attributes", place, path) }
      }
    }
  }

  private static func refusal(_ feature: String, _ place: String, _ path: String) -> StoreError {
    StoreError(
      .unsupportedModel, "\(place): this version of Graphstore does not store \(feature) yet", path: path)
  }
}
