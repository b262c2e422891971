import GraphModel
import GraphValues

/// Finds all that stands in the way of a save, and describes it.
struct ConflictSearch {
  /// Rows that are read at once.
  private static let rowsAtOnce = 4096

  let core: ContextCore

  init(_ core: ContextCore) { self.core = core }

  /// The objects to be written whose rows have another version than the one that was read, or are gone; in the order of
  /// entities and keys.
  func rowConflicts() throws -> [RowConflict] {
    var conflicts: [RowConflict] = []
    for hierarchy in core.hierarchies {
      var objects: [ManagedObject] = []
      for registry in hierarchy.entities {
        objects += registry.updated.objects.filter { object in
          !object.changedSlots.allSatisfy(registry.transientSlots.contains)
        }
        objects += registry.deleted.objects
      }
      objects = objects.filter { $0.version != 0 }.sorted { $0.key < $1.key }
      for start in stride(from: 0, to: objects.count, by: Self.rowsAtOnce) {
        let part = objects[start...].prefix(Self.rowsAtOnce)
        let found = try core.store.rows(ofRoot: hierarchy.rootName, keys: part.map(\.key))
        var rows: [Int64: ReadRow] = [:]
        found.forEachRow { key, location in
          if location.isKnown { return }
          rows[key] = ReadRow(rows: found.batches[Int(location.batch)], row: Int(location.row))
        }
        for object in part {
          let theirs = rows[object.key]
          if theirs?.version != object.version {
            conflicts.append(RowConflict(object: object, theirs: theirs))
          }
        }
      }
    }
    return conflicts
  }

  /// The objects to be written whose unique values others have.
  func uniquenessConflicts() throws -> [UniquenessConflict] {
    try core.store.uniquenessConflicts(in: SaveBatch(core).changes)
  }

  // MARK: Descriptions

  func describe(_ conflict: RowConflict) -> MergeConflict {
    let object = conflict.object
    let registry = object.registry
    var properties: [MergeConflict.Property] = []
    if let rows = object.rows {
      let base = ReadRow(rows: rows, row: object.row)
      for unit in registry.mergeUnits(base: base, theirs: conflict.theirs ?? base) {
        let isMine = unit.isChanged(in: object.overlay) && !conflict.isDeletion
        guard isMine || unit.isChangedInStore else { continue }
        let mine = conflict.isDeletion ? nil : object.overlay?[unit.slot]
        let baseValue = registry.describedValue(base, unit.slot)
        let theirs = conflict.theirs.flatMap { registry.describedValue($0, unit.slot) }
        properties.append(
          MergeConflict.Property(
            name: unit.property.name, base: baseValue,
            mine: conflict.isDeletion ? nil : mine ?? baseValue, theirs: theirs,
            isConflicting: isMine && unit.collides(with: object.overlay) && (mine == nil || mine != theirs)))
      }
    }
    return MergeConflict(
      kind: conflict.kind, objectID: object.id, otherObjectID: nil, constraint: [], properties: properties)
  }

  func describe(_ conflict: UniquenessConflict) throws -> MergeConflict? {
    guard let registry = core.knownRegistry(named: conflict.entity),
      let object = registry.hierarchy.map[conflict.key]
    else { return nil }
    var properties: [MergeConflict.Property] = []
    if !conflict.isInContext, let theirs = try core.storedRow(conflict.otherKey, registry.hierarchy) {
      let base = object.rows.map { ReadRow(rows: $0, row: object.row) }
      for unit in object.registry.mergeUnits(base: base ?? theirs, theirs: theirs) {
        let stored = object.registry.describedValue(theirs, unit.slot)
        let mine = object.mergedValue(unit.slot)
        let isConstrained = conflict.properties.contains(unit.property.name)
        guard isConstrained || mine != stored else { continue }
        properties.append(
          MergeConflict.Property(
            name: unit.property.name, base: base.flatMap { object.registry.describedValue($0, unit.slot) },
            mine: mine, theirs: stored, isConflicting: mine != stored))
      }
    }
    let other =
      registry.hierarchy.map[conflict.otherKey]?.id
      ?? ObjectID(home: registry.home, key: conflict.otherKey)
    return MergeConflict(
      kind: conflict.isInContext ? .uniquenessInContext : .uniqueness, objectID: object.id,
      otherObjectID: other, constraint: conflict.properties, properties: properties)
  }

  /// The error of a save that a conflict stopped, with all other conflicts; rolling back afterwards shows what the others
  /// have written.
  func error(for conflict: SaveConflict) -> GraphError {
    let rows = (try? rowConflicts()) ?? []
    let uniqueness = (try? uniquenessConflicts()) ?? []
    let conflicts = rows.map(describe) + uniqueness.compactMap { try? describe($0) }
    for row in rows { row.object.registry.hierarchy.staleKeys.append(row.object.key) }
    let isOfVersions = if case .version = conflict { true } else { false }
    if let first = rows.first, isOfVersions || uniqueness.isEmpty {
      let entity = first.object.registry.entity.name
      let complete = SaveConflict.version(entity: entity, keys: [first.object.key])
      return GraphError(complete, in: core, conflicts: conflicts)
    }
    return GraphError(conflict, in: core, conflicts: conflicts)
  }
}

extension ManagedObject {
  /// The current value for a description or a merge; no file is read for it.
  func mergedValue(_ slot: Int) -> AttributeValue? {
    if let value = overlay?[slot] { return value }
    guard let buffer = newRows?.buffer ?? rows?.buffer else { return nil }
    if registry.codecs[slot].isExternal, !buffer.isNull(slot, row: row),
      ExternalReference(buffer.blob(slot, row: row)) != nil
    {
      return nil
    }
    return registry.decode(buffer, row: row, slot: slot)
  }
}

extension ContextCore {
  /// A row as it is stored now.
  func storedRow(_ key: Int64, _ hierarchy: HierarchyRegistry) throws -> ReadRow? {
    let found = try store.rows(ofRoot: hierarchy.rootName, keys: [key])
    guard let rows = found.batches.first, rows.count == 1 else { return nil }
    return ReadRow(rows: rows, row: 0)
  }
}
