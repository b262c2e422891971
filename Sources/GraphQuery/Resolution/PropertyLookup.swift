import GraphModel

/// Says why a key path names nothing that can be compared.
enum PropertyLookup {
  /// - Parameters:
  ///   - rest: the names from the one on that could not be followed.
  ///   - names: all names of the path.
  ///   - entity: the entity at which the rest begins.
  static func failure(
    _ rest: [String], of names: [String], in entity: ResolvedEntity, model: ResolvedModel
  ) -> QueryError {
    let name = rest.first ?? ""
    let text = PropertyPath("").replacing(names).text
    if entity.keys[name] != nil {
      return QueryError(
        .unknownKey, "\"\(name)\" of \(entity.name) is an attribute: no path leads on from it", keyPath: text,
        entity: entity.name)
    }
    let properties = entity.properties.map(\.name)
    if let member = properties.first(where: { $0.hasPrefix(name + ".") }) {
      return QueryError(
        .unknownKey,
        "\"\(name)\" of \(entity.name) is a composite, whose members are compared one by one, as \"\(member)\"; "
          + "there is none \"\(rest.joined(separator: "."))\"", keyPath: text, entity: entity.name,
        suggestion: NearName.of(rest.joined(separator: "."), in: properties))
    }
    return QueryError(
      .unknownKey, "\(entity.name) has no property \"\(name)\"", keyPath: text, entity: entity.name,
      suggestion: NearName.of(name, in: properties + entity.toManyRelationships.map(\.name)))
  }
}
