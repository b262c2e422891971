import GraphModel
import GraphValues

/// Finds what has changed since the last time among the objects with unsaved changes.
///
/// It looks at what they are, and not at how they came to be so: changing objects costs nothing more.
struct ChangeTracker {
  private var seen: [Key: Print] = [:]

  private enum Kind { case inserted, updated, deleted }

  private struct Key: Hashable {
    let hierarchy: ObjectIdentifier
    let key: Int64
  }

  /// An object as it was seen: a number for the value of each slot and for the changes of each to-many; 0 for those without
  /// changes.
  private struct Print {
    let object: ManagedObject
    let kind: Kind
    let slots: [Int]
    let places: [Int]

    /// The names of the properties that differ from those of another print; where there is none, from the stored ones.
    func names(differingFrom other: Print?) -> Set<String> {
      let entity = object.registry.entity
      var names: Set<String> = []
      for property in entity.properties where property.attribute?.derivation == nil {
        let slot = property.slot
        let before = other.map { slot < $0.slots.count ? $0.slots[slot] : 0 } ?? 0
        if slots[slot] != before { names.insert(object.registry.publicName(of: property)) }
      }
      for link in object.registry.relationships.toManys {
        let before = other.map { link.place < $0.places.count ? $0.places[link.place] : 0 } ?? 0
        if (link.place < places.count ? places[link.place] : 0) != before {
          names.insert(link.relationship.name)
        }
      }
      return names
    }
  }

  /// - Complexity: O(objects with unsaved changes).
  mutating func changes(in core: ContextCore) -> ObjectChanges {
    let now = Self.prints(of: core)
    var changes = ObjectChanges()
    for (key, print) in now {
      let id = print.object.id
      guard let before = seen[key] else {
        Self.note(print, &changes)
        continue
      }
      switch (before.kind, print.kind) {
      case (.deleted, .deleted): continue
      case (.deleted, _): changes.insert(id)
      case (_, .deleted): changes.delete(id)
      default:
        let names = print.names(differingFrom: before)
        if !names.isEmpty { changes.update(id, names) }
      }
    }
    for (key, before) in seen where now[key] == nil {
      let id = before.object.id
      switch before.kind {
      case .inserted: if !before.object.exists { changes.delete(id) }
      case .updated: if before.object.exists { changes.update(id, before.names(differingFrom: nil)) }
      case .deleted: if before.object.exists { changes.insert(id) }
      }
    }
    seen = now
    return changes
  }

  /// What is to be saved.
  static func unsavedChanges(in core: ContextCore) -> ObjectChanges {
    var changes = ObjectChanges()
    for print in prints(of: core).values { note(print, &changes) }
    return changes
  }

  /// What was seen is saved, or given up.
  mutating func forget() { seen = [:] }

  private static func note(_ print: Print, _ changes: inout ObjectChanges) {
    let id = print.object.id
    switch print.kind {
    case .inserted: changes.insert(id)
    case .updated: changes.update(id, print.names(differingFrom: nil))
    case .deleted: changes.delete(id)
    }
  }

  private static func prints(of core: ContextCore) -> [Key: Print] {
    core.settleDeletions()
    var prints: [Key: Print] = [:]
    func add(_ object: ManagedObject, _ kind: Kind) {
      let key = Key(hierarchy: ObjectIdentifier(object.registry.hierarchy), key: object.key)
      prints[key] = Print(
        object: object, kind: kind, slots: kind == .deleted ? [] : object.slotPrints,
        places: kind == .deleted ? [] : object.placePrints)
    }
    for object in core.related where object.hasRelationshipChanges && object.exists { add(object, .updated) }
    for registry in core.registries {
      for object in registry.inserted.objects { add(object, .inserted) }
      for object in registry.updated.objects { add(object, .updated) }
      for object in registry.deleted.objects { add(object, .deleted) }
    }
    return prints
  }
}

extension ManagedObject {
  /// A number for each slot's value: of a new object's values, of a stored one's unsaved ones.
  fileprivate var slotPrints: [Int] {
    registry.slotKinds.indices.map { slot in
      if let value = overlay?[slot] { return value.hashValue | 1 }
      guard let buffer = newRows?.buffer, !buffer.isNull(slot, row: row) else { return 0 }
      if !registry.slotKinds[slot].hasBytes { return buffer.word(slot, row: row).hashValue | 1 }
      var hasher = Hasher()
      for byte in buffer.blob(slot, row: row) { hasher.combine(byte) }
      return hasher.finalize() | 1
    }
  }

  /// A number for each to-many's unsaved changes.
  fileprivate var placePrints: [Int] {
    collections?.map { state in
      if state.changes == nil, !self.state.contains(.inserted) { return 0 }
      var hasher = Hasher()
      if self.state.contains(.inserted) {
        if state.members?.isEmpty != false { return 0 }
        hasher.combine(state.members)
      } else if let changes = state.changes {
        if changes.isEmpty { return 0 }
        hasher.combine(changes.added)
        hasher.combine(changes.removed)
        hasher.combine(changes.reordered)
      }
      return hasher.finalize() | 1
    } ?? []
  }
}

extension EntityRegistry {
  /// The name by which people know a property: that of the to-one where it is the place in the other's list.
  func publicName(of property: StoredProperty) -> String {
    if case .order(let relationship) = property.kind { return relationship.name }
    return property.name
  }
}
