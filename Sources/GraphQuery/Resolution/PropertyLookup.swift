import GraphModel

/// Says why a key path names nothing that can be compared.
enum PropertyLookup {
  static func failure(_ path: PropertyPath, in entity: ResolvedEntity, model: ResolvedModel) -> QueryError {
    let name = path.first
    if entity.keys[name] != nil {
      return QueryError(
        .unsupported, "the key path \"\(path.text)\" has more than one step, which is not supported yet",
        keyPath: path.text, entity: entity.name)
    }
    if entity.toManyRelationships.contains(where: { $0.name == name }) {
      return QueryError(
        .unsupported, "\"\(name)\" leads to many objects, which is not supported yet in predicates",
        keyPath: path.text, entity: entity.name)
    }
    let names = entity.properties.map(\.name) + entity.toManyRelationships.map(\.name)
    return QueryError(
      .unknownKey, "\(entity.name) has no property \"\(name)\"", keyPath: path.text, entity: entity.name,
      suggestion: NearName.of(name, in: names))
  }
}
