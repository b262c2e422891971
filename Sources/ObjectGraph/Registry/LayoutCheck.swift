package import GraphModel

/// Whether a typed entity's slots and places of to-manys mean in a context's model what they meant in the model it
/// was generated from.
enum LayoutCheck {
  static func check<Typed: Entity>(
    _ entity: ResolvedEntity, in model: EntityModel, matches type: Typed.Type
  ) throws {
    let compiled = Typed.model
    // Equal fingerprints are not enough: they leave out the order of properties, which slots and places depend on.
    // Where both models are one value, as they usually are, arrays compare by their identity.
    if compiled.entities == model.entities { return }
    guard let expected = ResolvedModel(compiled)[Typed.entityName] else {
      throw mismatch(entity, type, "its own model has no such entity")
    }
    let stored = Dictionary(
      entity.properties.map { ($0.slot, $0) }, uniquingKeysWith: { first, _ in first })
    for property in expected.properties {
      guard let other = stored[property.slot], other.name == property.name,
        other.attribute?.codec == property.attribute?.codec, other.isOptional == property.isOptional,
        other.relationship?.destination == property.relationship?.destination
      else {
        throw mismatch(entity, type, "\"\(property.name)\" is not as it was compiled")
      }
    }
    for relationship in expected.relationships where relationship.isToMany && !relationship.isImplicit {
      guard let other = entity.relationship(named: relationship.name), other.place == relationship.place,
        other.destination == relationship.destination
      else {
        throw mismatch(entity, type, "\"\(relationship.name)\" is not as it was compiled")
      }
    }
  }

  private static func mismatch<Typed: Entity>(
    _ entity: ResolvedEntity, _ type: Typed.Type, _ reason: String
  ) -> GraphError {
    GraphError(
      .entityMismatch,
      "the Swift type \(type) does not fit the entity \"\(entity.name)\" of the container's model: \(reason); "
        + "generate it again with model-codegen, or open the container with \(type).model",
      entity: entity.name)
  }
}

extension ObjectContext {
  /// Checks that typed entities are laid out as a model lays them out.
  ///
  /// - Throws: ``GraphError`` with code `unknownEntity` or `entityMismatch`.
  package static func check(_ entities: [any Entity.Type], fit model: ResolvedModel) throws {
    for type in entities { try check(type, model) }
  }

  private static func check<Typed: Entity>(_ type: Typed.Type, _ model: ResolvedModel) throws {
    guard let entity = model[Typed.entityName] else {
      throw GraphError(
        .unknownEntity, "the model \"\(model.model.name)\" lacks the entity of the Swift type \(type)",
        entity: Typed.entityName)
    }
    try LayoutCheck.check(entity, in: model.model, matches: type)
  }
}
