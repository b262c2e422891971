import GraphValues

/// A context as it was before conflicts were resolved, to which it returns where the save fails all the same.
///
/// Only a save that has met a conflict makes one: O(objects with changes or known relationships).
struct ContextCheckpoint {
  /// What an object was.
  private struct Entry {
    let object: ManagedObject
    let key: Int64
    let registry: EntityRegistry
    let rows: PackedRows?
    let newRows: NewRows?
    let row: Int
    let overlay: ContiguousArray<AttributeValue?>?
    let collections: ContiguousArray<ToManyState>?
    let state: ManagedObject.State
    let pendingIndex: Int32
    let isRegistered: Bool

    init(_ object: ManagedObject) {
      self.object = object
      key = object.key
      registry = object.registry
      rows = object.rows
      newRows = object.newRows
      row = object.row
      overlay = object.overlay
      collections = object.copiedCollections
      state = object.state
      pendingIndex = object.pendingIndex
      isRegistered = object.registry.hierarchy.map[object.key] === object
    }
  }

  private let core: ContextCore
  private var entries: [Entry] = []
  private var newRows: [(rows: NewRows, buffer: RowBuffer)] = []
  private var lists:
    [(registry: EntityRegistry, inserted: PendingList, updated: PendingList, deleted: PendingList)] =
      []
  private let related: [ManagedObject]
  private let deletions: PendingDeletions
  private let hasReadMembers: Bool

  init(_ core: ContextCore) {
    self.core = core
    related = core.related
    deletions = core.deletions
    hasReadMembers = core.hasReadMembers
    for registry in core.registries {
      lists.append((registry, registry.inserted, registry.updated, registry.deleted))
    }
    var batches: Set<ObjectIdentifier> = []
    for hierarchy in core.hierarchies {
      hierarchy.map.forEach { object in
        guard !object.state.isDisjoint(with: .pending) || object.collections != nil else { return }
        entries.append(Entry(object))
        if let rows = object.newRows, batches.insert(ObjectIdentifier(rows)).inserted {
          newRows.append((rows, rows.buffer))
        }
      }
    }
  }

  func restore() {
    var known: Set<ObjectIdentifier> = []
    for entry in entries { known.insert(ObjectIdentifier(entry.object)) }
    // What was untouched before is untouched again.
    let touched = core.registries.flatMap {
      [$0.inserted.objects, $0.updated.objects, $0.deleted.objects].joined()
    }
    for object in touched + core.related where !known.contains(ObjectIdentifier(object)) {
      object.overlay = nil
      object.collections = nil
      object.state.subtract([.updated, .deleted, .related])
    }
    for entry in entries {
      let (object, map) = (entry.object, object(entry))
      if map === object, object.key != entry.key || !entry.isRegistered {
        object.registry.hierarchy.map.remove(object.key)
      }
      object.become(entry.key)
      object.registry = entry.registry
      object.rows = entry.rows
      object.newRows = entry.newRows
      object.row = entry.row
      object.overlay = entry.overlay
      object.collections = entry.collections
      object.state = entry.state
      object.pendingIndex = entry.pendingIndex
    }
    for entry in entries where entry.isRegistered {
      let hierarchy = entry.registry.hierarchy
      if hierarchy.map[entry.key] === entry.object { continue }
      hierarchy.map.remove(entry.key)
      _ = hierarchy.map.object(forKey: entry.key) { entry.object }
    }
    for (rows, buffer) in newRows { rows.restore(buffer) }
    for list in lists {
      list.registry.inserted = list.inserted
      list.registry.updated = list.updated
      list.registry.deleted = list.deleted
    }
    core.related = related
    core.deletions = deletions
    core.hasReadMembers = hasReadMembers
  }

  /// The object that is registered where an entry's is now.
  private func object(_ entry: Entry) -> ManagedObject? {
    entry.object.registry.hierarchy.map[entry.object.key]
  }
}

extension ManagedObject {
  fileprivate var copiedCollections: ContiguousArray<ToManyState>? {
    guard var copy = collections else { return nil }
    for place in copy.indices { copy[place].changes = copy[place].changes?.copy() }
    return copy
  }
}
