import GraphValues

extension GraphError {
  /// A store's refusal, with the objects of the context that it is about.
  init(_ conflict: SaveConflict, in core: ContextCore) {
    func id(_ entity: String, _ key: Int64?) -> ObjectID? {
      guard let key, let registry = try? core.registry(named: entity) else { return nil }
      return ObjectID(home: registry.home, key: key)
    }
    switch conflict {
    case .uniqueness(let entity, let properties, let key, let otherKey):
      let object = id(entity, key)
      let other = id(entity, otherKey)
      let names = properties.joined(separator: ", ")
      let who = object.map { "\($0)" } ?? "an object of \(entity)"
      let whom = other.map { ", which \($0) has" } ?? ""
      self.init(
        .uniqueness, "cannot save: \(who) repeats values of \(names)\(whom); they have to be unique",
        entity: entity, properties: properties, objectID: object, otherObjectID: other)
    case .version(let entity, let keys):
      let object = id(entity, keys.first)
      let who = object.map { "\($0)" } ?? "an object of \(entity)"
      let more = keys.count > 1 ? " and \(keys.count - 1) more" : ""
      self.init(
        .conflict,
        "cannot save: \(who)\(more) was changed or deleted by another writer since it was read; "
          + "refresh it, or roll back",
        entity: entity, objectID: object)
    }
  }
}
