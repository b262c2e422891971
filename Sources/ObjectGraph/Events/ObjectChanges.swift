public import GraphValues

/// Which objects have changed.
public struct ObjectChanges: Sendable, Hashable {
  /// The new objects.
  public private(set) var inserted: Set<ObjectID> = []
  /// The changed objects, with the names of the properties that changed.
  public private(set) var updated: [ObjectID: Set<String>] = [:]
  /// The objects that are gone.
  public private(set) var deleted: Set<ObjectID> = []
  /// The objects that show newer values of the store, or show them when they are next read.
  public private(set) var refreshed: Set<ObjectID> = []

  /// No changes.
  public init() {}

  /// Whether there are none.
  public var isEmpty: Bool { inserted.isEmpty && updated.isEmpty && deleted.isEmpty && refreshed.isEmpty }

  /// The IDs of all objects that have changed in any way.
  public var objectIDs: Set<ObjectID> { inserted.union(updated.keys).union(deleted).union(refreshed) }

  package mutating func insert(_ id: ObjectID) {
    if deleted.remove(id) != nil {
      refreshed.insert(id)
    } else {
      inserted.insert(id)
    }
  }

  package mutating func update(_ id: ObjectID, _ properties: some Sequence<String>) {
    if inserted.contains(id) || deleted.contains(id) { return }
    updated[id, default: []].formUnion(properties)
  }

  package mutating func delete(_ id: ObjectID) {
    inserted.remove(id)
    updated[id] = nil
    refreshed.remove(id)
    deleted.insert(id)
  }

  package mutating func refresh(_ id: ObjectID) {
    if !inserted.contains(id), !deleted.contains(id) { refreshed.insert(id) }
  }

  /// Adds what has happened afterwards: what is left is what has become of each object altogether.
  public mutating func merge(_ later: ObjectChanges) {
    for id in later.deleted { delete(id) }
    for id in later.inserted { insert(id) }
    for (id, properties) in later.updated { update(id, properties) }
    for id in later.refreshed { refresh(id) }
  }
}
