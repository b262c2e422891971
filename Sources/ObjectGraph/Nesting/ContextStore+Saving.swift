import GraphModel
import GraphValues

extension ContextStore {
  /// A child's changes become unsaved changes of its parent, all or none: what is in the way is found before anything is
  /// changed.
  func save(_ changes: ChangeSet) throws -> SaveOutcome {
    let push = ChildChanges(changes, self)
    try push.check()
    parent.undoManager?.beginUndoGrouping()
    defer { parent.undoManager?.endUndoGrouping() }
    push.apply()
    var outcome = SaveOutcome()
    try readFaults(among: push.written.flatMap(\.objects))
    for (rows, objects) in push.written {
      var builder = PackedRowsBuilder(layout: rows.layout, reserving: rows.count, bytes: rows.bytes.count)
      for (row, object) in objects.enumerated() {
        let shown = presented.row(of: object) ?? ReadRow(rows: rows, row: row)
        builder.beginRow(copying: shown.rows.buffer, row: shown.row, version: shown.version)
      }
      outcome.rewrittenRows[ObjectIdentifier(rows)] = builder.finish()
    }
    if let child {
      if !changes.deletions.isEmpty { refreshObjects(of: child) }
      presented.sweepIfDue(child)
    }
    return outcome
  }

  /// Rules have changed more of the parent's objects than the child knows of: its own are read again.
  private func refreshObjects(of child: ContextCore) {
    for (hierarchy, own) in zip(parent.hierarchies, child.hierarchies) {
      for object in hierarchy.entities.flatMap({ $0.inserted.objects + $0.updated.objects }) {
        guard let other = own.map[object.key], other.state.isClean, other.rows != nil,
          presented.row(of: object)?.version != other.version
        else { continue }
        other.rows = nil
      }
    }
  }
}

extension ContextStore {
  func uniquenessConflicts(in changes: ChangeSet) throws -> [UniquenessConflict] {
    try ChildUniqueness(changes, self).conflicts()
  }
}

/// What a child saves, and the objects of its parent that it becomes changes of.
final class ChildChanges {
  let changes: ChangeSet
  let store: ContextStore
  let parent: ContextCore
  /// The rows of the child's new and changed objects, and the parent's objects, row by row.
  private(set) var written: [(rows: PackedRows, objects: [ManagedObject])] = []
  private var updated: [(update: ChangeSet.Update, objects: [ManagedObject])] = []
  private var deleted: [ManagedObject] = []
  private var inserted: [String: Set<Int64>] = [:]
  /// Held until all is applied.
  private var linked: [ManagedObject] = []

  init(_ changes: ChangeSet, _ store: ContextStore) {
    self.changes = changes
    self.store = store
    parent = store.parent
  }

  // MARK: Checking

  /// Reads what is concerned, and finds what is in the way.
  ///
  /// - Throws: ``SaveConflict``, errors of the store.
  func check() throws {
    if parent.isAbandoned {
      throw GraphError(.noContext, "cannot save: the parent of the context is gone")
    }
    parent.settleDeletions()
    for insertion in changes.insertions {
      let root = try parent.registry(named: insertion.entity).entity.rootName
      for row in 0..<insertion.rows.count { inserted[root, default: []].insert(insertion.rows.key(row)) }
    }
    for update in changes.updates { updated.append((update, try objects(of: update))) }
    for deletion in changes.deletions { try findDeleted(deletion) }
    for insertion in changes.insertions {
      let registry = try parent.registry(named: insertion.entity)
      try checkReferences(insertion.rows, registry, nil)
    }
    for (update, _) in updated {
      try checkReferences(update.rows, try parent.registry(named: update.entity), Set(update.slots))
    }
    for links in changes.links { try readEnds(of: links) }
    if let conflict = try ChildUniqueness(changes, store).conflicts().first {
      throw SaveConflict.uniqueness(
        entity: conflict.entity, properties: conflict.properties, key: conflict.key,
        otherKey: conflict.otherKey)
    }
    try parent.throwRecordedError()
  }

  private func objects(of update: ChangeSet.Update) throws -> [ManagedObject] {
    let registry = try parent.registry(named: update.entity)
    let keys = (0..<update.rows.count).map(update.rows.key)
    let found = try store.objects(keys.sorted(), registry.hierarchy)
    var result: [ManagedObject] = []
    var conflicts: [Int64] = []
    for (row, key) in keys.enumerated() {
      guard let object = found[key], let shown = store.presented.row(of: object),
        shown.version == update.rows.version(row) &- 1 || isMergeable(update, key, shown, registry)
      else {
        conflicts.append(key)
        continue
      }
      result.append(object)
    }
    if !conflicts.isEmpty { throw SaveConflict.version(entity: update.entity, keys: conflicts.sorted()) }
    return result
  }

  /// Whether the parent's object has been changed in other properties only than the child's.
  private func isMergeable(
    _ update: ChangeSet.Update, _ key: Int64, _ shown: ReadRow, _ registry: EntityRegistry
  ) -> Bool {
    guard let base = store.child?.knownRegistry(named: update.entity)?.hierarchy.map[key],
      let rows = base.rows
    else { return false }
    let derived = Set(registry.entity.derivations.map(\.slot))
    return update.slots.allSatisfy { slot in
      derived.contains(slot)
        || shown.rows.buffer.hasSameValue(slot, row: shown.row, as: rows.buffer, row: base.row)
    }
  }

  private func findDeleted(_ deletion: ChangeSet.Deletion) throws {
    let hierarchy = try parent.registry(named: deletion.entity).hierarchy
    let found = try store.objects(deletion.keys, hierarchy)
    var conflicts: [Int64] = []
    for (key, version) in zip(deletion.keys, deletion.versions) {
      // What is gone already need not be deleted again.
      guard let object = found[key] else { continue }
      if version != 0, store.presented.row(of: object)?.version != version {
        conflicts.append(key)
      } else {
        deleted.append(object)
      }
    }
    if !conflicts.isEmpty { throw SaveConflict.version(entity: deletion.entity, keys: conflicts) }
  }

  /// Nothing may lead to what the parent has deleted.
  private func checkReferences(_ rows: PackedRows, _ registry: EntityRegistry, _ slots: Set<Int>?) throws {
    for link in registry.relationships.toOnes where slots?.contains(link.slot) ?? true {
      if link.inverse.deleteRule == .noAction || link.inverse.deleteRule == .deny { continue }
      for row in 0..<rows.count where !rows.isNull(link.slot, row: row) {
        let key = rows.integer(link.slot, row: row)
        if isGone(key, link.destination.hierarchy) {
          throw SaveConflict.missingObject(relationship: link.relationship.index, key: key)
        }
      }
    }
  }

  private func isGone(_ key: Int64, _ hierarchy: HierarchyRegistry) -> Bool {
    if inserted[hierarchy.rootName]?.contains(key) == true { return false }
    return parent.isVanished(key, hierarchy) || parent.isDoomed(key, hierarchy)
      || hierarchy.map[key]?.state.contains(.deleted) == true
  }

  private func readEnds(of links: ChangeSet.Links) throws {
    let join = parent.model.joins[links.join]
    for (root, side) in [(join.sourceRoot, \ChangeSet.Link.source), (join.targetRoot, \.target)] {
      let hierarchy = try store.hierarchy(ofRoot: root)
      let all = links.added + links.removed + links.reordered
      let keys = Set(all.map { $0[keyPath: side] }).subtracting(inserted[root] ?? [])
      linked += try store.objects(keys.sorted(), hierarchy).values
      for link in links.added where isGone(link[keyPath: side], hierarchy) {
        throw SaveConflict.missingObject(relationship: nil, key: link[keyPath: side])
      }
    }
  }

  // MARK: Applying

  /// Makes the changes; nothing of it can fail.
  func apply() {
    let arrived = changes.insertions.flatMap { insert($0) }
    for object in arrived { enterLists(object) }
    for (update, objects) in updated {
      for (row, object) in objects.enumerated() { assign(update, row, to: object) }
      written.append((update.rows, objects))
    }
    for links in changes.links { LinkPush(links, parent).apply() }
    for object in deleted { relate(object) }
    parent.preparedByChild = Set(deleted)
    for object in deleted where object.exists { parent.delete(object) }
    parent.preparedByChild = []
    parent.settleDeletions()
  }

  /// - Returns: the objects that are new in the parent.
  private func insert(_ insertion: ChangeSet.Insertion) -> [ManagedObject] {
    guard let registry = parent.knownRegistry(named: insertion.entity) else { return [] }
    let hierarchy = registry.hierarchy
    let rows = NewRows(insertion.rows)
    var objects: [ManagedObject] = []
    var arrived: [ManagedObject] = []
    for row in 0..<insertion.rows.count {
      let key = insertion.rows.key(row)
      let object = hierarchy.map.object(forKey: key) { ManagedObject(registry: registry, key: key) }
      objects.append(object)
      if !object.isFault {
        // Undoing has brought it back in the child.
        if object.state.contains(.deleted) { parent.revive([object]) }
        let slots = Array(registry.slotKinds.indices)
        assign(
          ChangeSet.Update(entity: insertion.entity, slots: slots, rows: insertion.rows), row, to: object)
        continue
      }
      object.registry = registry
      object.newRows = rows
      object.row = row
      object.state = .inserted
      registry.inserted.add(object)
      if registry.isJournaling { parent.journalArrival(of: object) }
      arrived.append(object)
    }
    written.append((insertion.rows, objects))
    return arrived
  }

  /// A new object joins the lists of the objects that it leads to.
  private func enterLists(_ object: ManagedObject) {
    for link in object.registry.relationships.toOnes {
      guard let place = link.inversePlace, let key = object.referenceKey(link.slot) else { continue }
      // What a dangling reference leads to is not there.
      if isGone(key, link.destination.hierarchy) { continue }
      link.object(key).memberWasAdded(object.key, place, order: order(of: object, link))
    }
  }

  private func order(of object: ManagedObject, _ link: ToOneLink) -> Int64? {
    guard let slot = link.orderSlot, case .int(let order)? = object.currentValue(slot) else { return nil }
    return order
  }

  /// What the child has let go of before it was deleted is not followed by its rules.
  private func relate(_ object: ManagedObject) {
    guard let changed = changes.closure?.changes, object.exists else { return }
    for link in object.registry.relationships.toOnes {
      guard var target = changed.changedReferences(link.relationship.index)?[object.key],
        object.referenceKey(link.slot) != target
      else { continue }
      // What has come and gone in the child has never been here.
      if let key = target, link.destination.hierarchy.map[key]?.exists != true { target = nil }
      object.setKey(target, link)
    }
    for link in object.registry.relationships.toManys where !link.isColumn {
      for key in changed.removedMembers(link.relationship.index)?[object.key] ?? [] {
        let member = link.object(key)
        if member.exists, object.hasMember(member, link) { object.unlink(link, member) }
      }
    }
  }

  private func assign(_ update: ChangeSet.Update, _ row: Int, to object: ManagedObject) {
    let registry = object.registry
    let (rows, relationships) = (update.rows, registry.relationships)
    var done: Set<Int> = []
    for slot in update.slots {
      guard let link = relationships.toOne(at: slot) ?? relationships.toOne(orderedAt: slot) else {
        if let value = registry.decode(rows.buffer, row: row, slot: slot) { object.assign(value, slot) }
        continue
      }
      guard done.insert(link.slot).inserted else { continue }
      let order = link.orderSlot.flatMap { rows.isNull($0, row: row) ? nil : rows.integer($0, row: row) }
      var key = object.referenceKey(link.slot)
      if update.slots.contains(link.slot) {
        key = rows.isNull(link.slot, row: row) ? nil : rows.integer(link.slot, row: row)
      }
      // The other side has changes of its own.
      object.setKey(key, link, order: order)
    }
  }
}
