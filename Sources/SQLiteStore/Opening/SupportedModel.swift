import GraphModel

/// Refuses models with what this version does not store yet, rather than storing half of it.
enum SupportedModel {
  static func check(_ model: EntityModel, path: String) throws {
    for entity in model.entities {
      for attribute in entity.attributes where attribute.isExternal {
        throw refusal("external attributes", "\(entity.name).\(attribute.name)", path)
      }
    }
  }

  private static func refusal(_ feature: String, _ place: String, _ path: String) -> StoreError {
    StoreError(
      .unsupportedModel, "\(place): this version of Graphstore does not store \(feature) yet", path: path)
  }
}
