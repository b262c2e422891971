import GraphModel
import GraphQuery
import GraphValues

/// The objects of an entity by the values of one of its uniqueness constraints, pending and stored ones.
struct UniqueKeyIndex {
  /// So many values are looked up with one query.
  private static let batchSize = 8_192

  let names: [String]
  private let slots: [Int]
  private let owner: EntityRegistry
  private var objects: [[AttributeValue]: ManagedObject] = [:]

  /// - Parameter owner: an entity that has the constraint.
  init(_ names: [String], of owner: EntityRegistry) {
    self.names = names
    self.owner = owner
    slots = names.compactMap { owner.entity.slots[$0] }
  }

  subscript(key: [AttributeValue]) -> ManagedObject? {
    get { objects[key] }
    set { objects[key] = newValue }
  }

  /// Finds the objects of keys.
  mutating func find(_ keys: Set<[AttributeValue]>) throws {
    addPending(keys)
    let missing = keys.filter { objects[$0] == nil }
    var rest = Array(Set(missing.map { $0[0] }))[...]
    while !rest.isEmpty {
      try addStored(Array(rest.prefix(Self.batchSize)), among: missing)
      rest = rest.dropFirst(Self.batchSize)
    }
  }

  private mutating func addPending(_ keys: Set<[AttributeValue]>) {
    for registry in owner.hierarchy.entities where registry.isKind(of: owner) {
      for object in [registry.inserted.objects, registry.updated.objects].joined() {
        let key = key(of: object)
        if keys.contains(key) { objects[key] = object }
      }
    }
  }

  private mutating func addStored(_ values: [AttributeValue], among keys: Set<[AttributeValue]>) throws {
    guard let context = owner.core.context else { return }
    var request = FetchRequest<ManagedObject>(
      entityName: owner.entity.name,
      where: QueryPredicate(
        Comparison(.keyPath(PropertyPath(names[0])), .isIn, .literal(.array(values)))))
    request.includesPendingChanges = false
    for object in try context.fetch(request) where object.state.isDisjoint(with: [.deleted, .detached]) {
      // An object that has changed its key in the meantime has been looked at among the pending ones.
      let key = key(of: object)
      if keys.contains(key) { objects[key] = object }
    }
  }

  private func key(of object: ManagedObject) -> [AttributeValue] {
    slots.map { object.currentValue($0) ?? .null }
  }
}
