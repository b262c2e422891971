import GraphModel
import GraphValues

/// What one save writes, and what the objects become once it is written.
struct SaveBatch {
  /// Rows of a batch: few enough that an object that is kept keeps little else in memory.
  private static let rowsPerBatch = NewRows.rowLimit
  private static let bytesPerBatch = 128 * 1024

  private struct Written {
    let objects: ArraySlice<ManagedObject>
    let rows: PackedRows
  }

  private let core: ContextCore
  private let registries: [EntityRegistry]
  private var written: [Written] = []
  private(set) var changes = ChangeSet()

  init(_ core: ContextCore) {
    self.core = core
    registries = core.registries.filter(\.hasChanges)
    for registry in registries {
      addInsertions(registry)
      addUpdates(registry)
      addDeletions(registry)
    }
    changes.links = LinkChanges(core).links
    changes.closure = core.deletionClosure()
    changes.origin = core.origin
  }

  /// The changes are in the store: the objects take the written values as their stored ones.
  func commit(_ outcome: SaveOutcome) {
    for batch in written {
      let rows = outcome.rewrittenRows[ObjectIdentifier(batch.rows)] ?? batch.rows
      for (row, object) in batch.objects.enumerated() {
        object.rows = rows
        object.row = row
        object.newRows = nil
        object.overlay = nil
        object.state = []
      }
    }
    for object in core.related {
      object.state.remove(.related)
      for place in object.collections?.indices ?? 0..<0 {
        object.collections?[place].changes = nil
        object.collections?[place].storedCount = nil
      }
    }
    core.related = []
    core.deletions = PendingDeletions()
    for registry in registries {
      registry.finishNewRows()
      _ = registry.inserted.removeAll()
      _ = registry.updated.removeAll()
      for object in registry.deleted.removeAll() {
        object.state = [.deleted, .detached]
        registry.hierarchy.map.remove(object.key)
      }
    }
    for hierarchy in core.hierarchies {
      hierarchy.staleKeys = []
      hierarchy.finishInsertions()
    }
    core.take(outcome)
  }

  /// New objects' rows are what is written, as they are, unless some of their objects are not there any more.
  private mutating func addInsertions(_ registry: EntityRegistry) {
    let entity = registry.entity.name
    var rest = registry.inserted.inKeyOrder[...]
    while let first = rest.first, let newRows = first.newRows {
      if Self.holds(newRows, just: rest.prefix(newRows.count)) {
        let rows = PackedRows(newRows.buffer)
        written.append(Written(objects: rest.prefix(rows.count), rows: rows))
        changes.insertions.append(ChangeSet.Insertion(entity: entity, rows: rows))
        rest = rest.dropFirst(rows.count)
      } else {
        // A run of objects up to the next whole batch.
        let next = rest.dropFirst().firstIndex { $0.row == 0 } ?? rest.endIndex
        pack(rest[..<next], registry) { object, builder in
          guard let newRows = object.newRows else { return }
          builder.beginRow(
            key: object.key, version: newRows.buffer.version(object.row), entityNumber: registry.entity.number
          )
          for slot in registry.slotKinds.indices {
            builder.copy(slot, from: newRows.buffer, row: object.row, slot: slot)
          }
        } add: { changes, rows in
          changes.insertions.append(ChangeSet.Insertion(entity: entity, rows: rows))
        }
        rest = rest[next...]
      }
    }
  }

  private static func holds(_ rows: NewRows, just objects: ArraySlice<ManagedObject>) -> Bool {
    guard objects.count == rows.count else { return false }
    var row = 0
    for object in objects {
      if object.newRows !== rows || object.row != row { return false }
      row += 1
    }
    return true
  }

  private mutating func addUpdates(_ registry: EntityRegistry) {
    let entity = registry.entity.name
    for (slots, objects) in Self.groups(registry.updated.inKeyOrder) {
      // A parent takes transient values, too.
      let stored = core.isChild ? slots : slots.filter { !registry.transientSlots.contains($0) }
      pack(objects[...], registry) { object, builder in
        guard let overlay = object.overlay, let rows = object.rows else { return }
        let version = stored.isEmpty ? object.version : object.version &+ 1
        builder.beginRow(copying: rows.buffer, row: object.row, version: version)
        for slot in slots {
          guard let value = overlay[slot] else { continue }
          if value.isNull {
            builder.setNull(slot)
          } else {
            _ = registry.encode(value, slot: slot, into: &builder)
          }
        }
      } add: { changes, rows in
        if stored.isEmpty { return }
        changes.updates.append(ChangeSet.Update(entity: entity, slots: stored, rows: rows))
      }
    }
  }

  /// The objects by the slots that are changed; mostly they come in long runs of the same.
  private static func groups(_ objects: [ManagedObject]) -> [(slots: [Int], objects: [ManagedObject])] {
    var groups: [(slots: [Int], objects: [ManagedObject])] = []
    var places: [[Int]: Int] = [:]
    var place = 0
    for object in objects {
      if groups.isEmpty || !object.hasChanged(just: groups[place].slots) {
        let slots = object.changedSlots
        place = places[slots] ?? groups.count
        if place == groups.count {
          places[slots] = place
          groups.append((slots, []))
        }
      }
      groups[place].objects.append(object)
    }
    return groups
  }

  private mutating func addDeletions(_ registry: EntityRegistry) {
    let objects = registry.deleted.inKeyOrder
    guard !objects.isEmpty else { return }
    changes.deletions.append(
      ChangeSet.Deletion(
        entity: registry.entity.name, keys: objects.map(\.key), versions: objects.map(\.version)))
  }

  private mutating func pack(
    _ objects: ArraySlice<ManagedObject>, _ registry: EntityRegistry,
    _ write: (ManagedObject, inout PackedRowsBuilder) -> Void,
    add: (inout ChangeSet, PackedRows) -> Void
  ) {
    var rest = objects
    var byteCount = 0
    while !rest.isEmpty {
      var builder = PackedRowsBuilder(
        layout: registry.entity.layout, reserving: min(rest.count, Self.rowsPerBatch),
        bytes: byteCount + byteCount / 8)
      var taken = 0
      for object in rest {
        write(object, &builder)
        taken += 1
        if taken == Self.rowsPerBatch || builder.bytes.count >= Self.bytesPerBatch { break }
      }
      byteCount = builder.bytes.count
      let rows = builder.finish()
      written.append(Written(objects: rest.prefix(taken), rows: rows))
      add(&changes, rows)
      rest = rest.dropFirst(taken)
    }
  }
}
