import GraphModel
import GraphValues

extension GraphError {
  /// A store's refusal that no context has asked for.
  package init(_ conflict: SaveConflict, in context: ObjectContext) {
    self.init(conflict, in: context.core)
  }

  /// A store's refusal, with the objects of the context that it is about.
  ///
  /// - Parameter conflicts: all conflicts of the save, as far as they are known.
  init(_ conflict: SaveConflict, in core: ContextCore, conflicts: [MergeConflict] = []) {
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
        entity: entity, properties: properties, objectID: object, otherObjectID: other, conflicts: conflicts)
    case .version(let entity, let keys):
      let described = conflicts.filter { ![.uniqueness, .uniquenessInContext].contains($0.kind) }
      let objects = described.isEmpty ? keys.compactMap { id(entity, $0) } : described.map(\.objectID)
      let who = Self.list(objects, of: entity)
      self.init(
        .conflict,
        "cannot save: \(who) was changed or deleted by another writer since it was read; "
          + "refresh it, or roll back",
        entity: entity, objectID: objects.first, objectIDs: objects, conflicts: conflicts)
    case .deletionDenied(let index, let owners, let members):
      let relationship = core.model.relationships[index]
      let owner = id(relationship.owner, owners.first)
      let inTheWay = members.compactMap { id(relationship.destination, $0) }
      let who = owner.map { "\($0)" } ?? "an object of \(relationship.owner)"
      self.init(
        .deletionDenied,
        "cannot save: \(who) cannot be deleted while \(relationship.name) leads to "
          + "\(Self.list(inTheWay, of: relationship.destination))",
        entity: relationship.owner, properties: [relationship.name], objectID: owner,
        otherObjectID: inTheWay.first, objectIDs: inTheWay)
    case .missingObject(let index, let key):
      let relationship = index.map { core.model.relationships[$0] }
      let missing = relationship.flatMap { id($0.destination, key) }
      let place = relationship.map { "\($0.owner).\($0.name) leads to" } ?? "a relationship leads to"
      let what = missing.map { "\($0), which is" } ?? "an object that is"
      self.init(
        .missingObject, "cannot save: \(place) \(what) not in the store; it may have been deleted elsewhere",
        entity: relationship?.owner, properties: relationship.map { [$0.name] } ?? [], objectID: missing)
    case .tooFewMembers(let index, let keys, let numbers):
      let relationship = core.model.relationships[index]
      let failures = zip(keys, numbers).compactMap { key, number in
        id(relationship.owner, key).map { object in
          ValidationFailure(
            objectID: object, property: relationship.name, rule: .minimumCount,
            message: "at least \(relationship.leastCount) are required, and \(number) would be left")
        }
      }
      self.init(validation: failures, underlyingErrors: [])
    case .overflow(let entity, let properties):
      let sums = properties.map { "\(entity).\($0)" }.joined(separator: " or ")
      self.init(
        .invalidValue,
        "cannot save: the derived sum \(sums) would not fit 64 bits; smaller values, or a sum of doubles, would",
        entity: entity, properties: properties)
    case .required(let index, let keys):
      let relationship = core.model.relationships[index]
      let objects = keys.compactMap { id(relationship.owner, $0) }
      self.init(
        .validation,
        "cannot save: a deletion would leave \(relationship.name) of "
          + "\(Self.list(objects, of: relationship.owner)) empty, which is required",
        entity: relationship.owner, properties: [relationship.name], objectID: objects.first,
        objectIDs: objects,
        failures: objects.map { object in
          ValidationFailure(
            objectID: object, property: relationship.name, rule: .required,
            message: "is required, and what it leads to would be deleted")
        })
    case .tooManyMembers(let index, let owner, let count):
      let relationship = core.model.relationships[index]
      let failures = id(relationship.owner, owner).map { object in
        ValidationFailure(
          objectID: object, property: relationship.name, rule: .maximumCount,
          message: "at most \(relationship.maximumCount ?? 0) are allowed, and there would be \(count)")
      }
      self.init(validation: failures.map { [$0] } ?? [], underlyingErrors: [])
    case .otherEntity(let entity, let properties):
      self.init(
        .wrongEntity,
        "cannot update: an object of another entity than \(entity) has values of "
          + "\(properties.joined(separator: ", ")), which have to be unique",
        entity: entity, properties: properties)
    }
  }

  private static func list(_ objects: [ObjectID], of entity: String) -> String {
    let who = objects.first.map { "\($0)" } ?? "an object of \(entity)"
    return objects.count > 1 ? "\(who) and \(objects.count - 1) more" : who
  }
}
