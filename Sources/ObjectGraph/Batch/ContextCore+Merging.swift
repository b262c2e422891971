import GraphModel
import GraphValues

extension ContextCore {
  /// Registered objects take what the store has become without them; their unsaved changes stay on top.
  ///
  /// - Throws: the store's errors where objects with unsaved changes cannot be read anew.
  func merge(_ changes: BatchChanges) throws {
    let roots = changes.roots
    if roots.isEmpty { return }
    settleDeletions()
    try withoutJournaling {
      for hierarchy in hierarchies {
        if let keys = changes.deleted[hierarchy.rootName] { removeGone(keys, of: hierarchy) }
      }
      for hierarchy in hierarchies {
        hierarchy.sweep()
        forgetMembers(of: hierarchy, roots: roots)
        let unknown = [changes.updated[hierarchy.rootName], changes.deleted[hierarchy.rootName]]
          .contains { $0 == .some(.none) }
        // What the store derives may have changed with the members' rows.
        let derives = rereadsRows && hierarchy.entities.contains(where: \.keepsDerivations)
        if unknown || derives {
          var objects: [ManagedObject] = []
          hierarchy.map.forEach { object in
            if unknown || object.registry.keepsDerivations { objects.append(object) }
          }
          if !unknown { objects += registered(changes.updated[hierarchy.rootName], hierarchy) }
          try refresh(objects, of: hierarchy)
        } else {
          try refresh(registered(changes.updated[hierarchy.rootName], hierarchy), of: hierarchy)
        }
      }
    }
  }

  private func registered(_ keys: [Int64]??, _ hierarchy: HierarchyRegistry) -> [ManagedObject] {
    guard case .some(.some(let keys)) = keys else { return [] }
    return hierarchy.registered(keys)
  }

  /// Objects whose rows are gone are deleted for good, whatever was changed of them.
  func removeGone(_ keys: [Int64]?, of hierarchy: HierarchyRegistry) {
    // Which ones went is seen when they are read.
    guard let keys else { return }
    for object in hierarchy.registered(keys) where !object.state.contains(.inserted) {
      if object.state.contains(.updated) { object.registry.unmarkUpdated(object) }
      if object.state.contains(.deleted) { object.registry.deleted.remove(object) }
      if object.state.contains(.related) { related.removeAll { $0 === object } }
      object.state = [.deleted, .detached]
      hierarchy.map.remove(object.key)
      if isHeard { outsideChanges.delete(object.id) }
    }
    let gone = keys
    for object in related {
      for link in object.registry.relationships.toManys where link.destination.hierarchy === hierarchy {
        object.collections?[link.place].changes?.forget { gone.containsSorted($0) }
      }
    }
  }

  /// What is known of the members in changed hierarchies is let go.
  private func forgetMembers(of hierarchy: HierarchyRegistry, roots: Set<String>) {
    var concerned: [ObjectIdentifier: Bool] = [:]
    hierarchy.map.forEach { object in
      guard object.collections != nil else { return }
      let registry = ObjectIdentifier(object.registry)
      let isConcerned =
        concerned[registry]
        ?? object.registry.relationships.toManys.contains { link in
          if case .join = link.relationship.storage {
            return roots.contains(hierarchy.rootName) || roots.contains(link.destination.hierarchy.rootName)
          }
          return roots.contains(link.destination.hierarchy.rootName)
        }
      concerned[registry] = isConcerned
      if isConcerned { object.forgetMembers() }
    }
  }

  /// Objects show their stored rows: those without unsaved changes once they are touched, the others at once.
  private func refresh(_ objects: [ManagedObject], of hierarchy: HierarchyRegistry) throws {
    var faults: [Int64] = []
    var read: [ManagedObject] = []
    for object in objects where object.rows != nil {
      noteRefreshed(object)
      if object.state.isClean, object.registry.transientSlots.isEmpty {
        object.rows = nil
        faults.append(object.key)
      } else if object.state.isDisjoint(with: [.inserted, .detached]) {
        read.append(object)
      }
    }
    if faults.count > 1 { hierarchy.batchFaults(faults.sorted()) }
    if read.isEmpty { return }
    let found = try store.rows(ofRoot: hierarchy.rootName, keys: Set(read.map(\.key)).sorted())
    found.forEachRow { key, location in
      guard !location.isKnown, let object = hierarchy.map[key] else { return }
      hierarchy.rebase(object, on: found.batches[Int(location.batch)], Int(location.row))
    }
  }
}

extension HierarchyRegistry {
  /// An object takes its stored row, and keeps what was changed of it since: unsaved values and transient ones.
  fileprivate func rebase(_ object: ManagedObject, on rows: PackedRows, _ row: Int) {
    let kept = object.overlay
    object.overlay = nil
    takeStored(rows, row, for: object)
    guard let kept else { return }
    if object.state.contains(.deleted) {
      object.overlay = kept
      return
    }
    if object.state.contains(.updated) { object.registry.unmarkUpdated(object) }
    for slot in kept.indices {
      if let value = kept[slot] { object.assignUnjournaled(value, slot) }
    }
  }
}

extension ToManyChanges {
  /// Changes of members that are gone are none.
  fileprivate func forget(where isGone: (Int64) -> Bool) {
    for key in added.filter(isGone) { remove(key) }
    forgetRemoved(where: isGone)
    reordered = reordered.filter { !isGone($0) }
  }
}
