import GraphValues

extension ObjectContext {
  /// Undoes all unsaved changes: new objects are gone, updated and deleted ones are as they were stored.
  public func rollback() {
    core.forgetRecordedError()
    core.rollback()
  }

  /// Lets go of all objects and all unsaved changes. Objects still held keep the values they have, and are of
  /// no context any more.
  public func reset() {
    core.forgetRecordedError()
    for hierarchy in core.hierarchies { hierarchy.forgetAll() }
    core.related = []
    core.deletions = PendingDeletions()
    core.hasReadMembers = false
    core.forgetJournal()
  }

  /// Makes an object a fault again, so that its values are read anew when next touched.
  ///
  /// - Parameters:
  ///   - object: an object of this context; a new or deleted one stays as it is.
  ///   - mergeChanges: whether unsaved values are kept, on top of the values that are then read at once;
  ///     otherwise they are gone.
  /// - Throws: ``GraphError`` with code `objectMissing` where changes are to be kept and the row is gone, the
  ///   store's errors.
  public func refresh(_ object: ManagedObject, mergeChanges: Bool = true) throws {
    guard object.core === core else {
      throw GraphError(.foreignObject, "\(object.id) belongs to another context", objectID: object.id)
    }
    try core.withoutJournaling { try object.registry.refresh(object, mergeChanges: mergeChanges) }
  }

  /// Makes an object a fault again, so that its values are read anew when next touched.
  ///
  /// - Throws: as ``refresh(_:mergeChanges:)-(ManagedObject,_)``.
  public func refresh<Typed: Entity>(_ entity: Typed, mergeChanges: Bool = true) throws {
    try refresh(entity.object, mergeChanges: mergeChanges)
  }

  /// Makes all registered objects without unsaved changes faults again, so that what others saved is seen.
  public func refreshAllObjects() {
    core.settleDeletions()
    for hierarchy in core.hierarchies {
      hierarchy.map.forEach { object in
        if object.state.isClean, object.rows != nil {
          object.rows = nil
          core.noteRefreshed(object)
        }
        object.forgetMembers()
      }
    }
  }
}

extension ContextCore {
  func rollback() {
    let hadChanges = hasChanges || deletions.hasStored
    for registry in registries { registry.rollback() }
    for object in related {
      object.state.remove(.related)
      // Changes that came to nothing are none, but are kept all the same.
      object.collections = nil
    }
    related = []
    deletions = PendingDeletions()
    forgetJournal()
    for hierarchy in hierarchies {
      if hadChanges {
        hierarchy.map.forEach { $0.collections = nil }
      }
      for key in hierarchy.staleKeys {
        if let object = hierarchy.map[key], object.state.isClean { object.rows = nil }
      }
      hierarchy.staleKeys = []
      hierarchy.finishInsertions()
    }
  }
}

extension ManagedObject {
  /// Lets go of what is known of to-many relationships, unsaved changes excepted.
  func forgetMembers() {
    guard !state.contains(.inserted), collections != nil else { return }
    for place in collections?.indices ?? 0..<0 {
      // Unsaved places in a join table are kept nowhere else.
      if collections?[place].changes?.isEmpty == false, let link = registry.relationships.toMany(at: place),
        link.isOrdered, !link.isColumn
      {
        continue
      }
      collections?[place].members = nil
      collections?[place].orders = []
      collections?[place].storedCount = nil
    }
  }
}

extension ManagedObject {
  /// What stays unsaved of an object whose changes are discarded: places in lists that it was a member of already, which
  /// are changes of the lists' owners, and references left empty because what is stored in them is deleted. Nil where
  /// there is nothing.
  fileprivate var lastingChanges: ContiguousArray<AttributeValue?>? {
    var result: ContiguousArray<AttributeValue?>?
    for link in registry.relationships.toOnes {
      for case let slot? in [link.slot, link.orderSlot] {
        guard let value = overlay?[slot] else { continue }
        if result == nil { result = registry.emptyOverlay }
        result?[slot] = value
      }
    }
    return result
  }
}

extension EntityRegistry {
  func rollback() {
    for object in inserted.removeAll() {
      hierarchy.map.remove(object.key)
      object.state = [.deleted, .detached]
      object.collections = nil
    }
    finishNewRows()
    for object in updated.removeAll() {
      object.overlay = nil
      object.state.remove(.updated)
    }
    for object in deleted.removeAll() {
      object.overlay = nil
      object.state.subtract([.deleted, .updated])
    }
  }

  func refresh(_ object: ManagedObject, mergeChanges: Bool) throws {
    guard object.state.isDisjoint(with: [.inserted, .deleted, .detached]) else { return }
    core.noteRefreshed(object)
    if !mergeChanges { object.discardRelationshipChanges() }
    object.forgetMembers()
    guard object.state.contains(.updated) else {
      object.rows = nil
      return
    }
    guard let kept = mergeChanges ? object.overlay : object.lastingChanges else {
      unmarkUpdated(object)
      object.overlay = nil
      object.rows = nil
      return
    }
    let oldOverlay = object.overlay
    let oldRows = object.rows
    let oldRow = object.row
    object.overlay = nil
    object.rows = nil
    do {
      try hierarchy.fill(object)
    } catch {
      object.overlay = oldOverlay
      object.rows = oldRows
      object.row = oldRow
      throw error
    }
    unmarkUpdated(object)
    for slot in kept.indices {
      if let value = kept[slot] { object.assign(value, slot) }
    }
  }
}
