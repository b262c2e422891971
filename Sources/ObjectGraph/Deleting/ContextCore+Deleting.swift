import GraphModel
import GraphValues

/// Delete rules: https://developer.apple.com/documentation/coredata/nsdeleterule
extension ContextCore {
  /// Deletes an object, and applies its relationships' rules to what is registered and known.
  func delete(_ object: ManagedObject) {
    deletions.depth += 1
    defer { deletions.depth -= 1 }
    var work = [object]
    if isJournaling, object.exists { readReach(of: object) }
    while let next = work.popLast() {
      guard next.state.isDisjoint(with: [.deleted, .detached]) else { continue }
      // The list of deletions is the entity's, and of a known member's relationships the lists of others are kept.
      if next.isFault,
        next.state.contains(.provisional) || hasReadMembers || next.registry.relationships.decideDeletions
      {
        try? next.fulfill()
      }
      if next.registry.hooks != nil {
        // A hook may delete it as well.
        guard preparing.insert(next).inserted else { continue }
        next.registry.hooks?.call(next) { $0.prepareForDeletion() }
        preparing.remove(next)
        if !next.exists { continue }
      }
      let links = next.registry.relationships
      if isJournaling { unlinkAll(next, &work) }
      for link in links.toOnes { applyRule(of: link, for: next, &work) }
      for link in links.toManys { applyRule(of: link, for: next, &work) }
      if !next.state.contains(.inserted), !next.registry.entity.relationships.isEmpty {
        if !deletions.hasStored { beginStoredDeletions() }
      }
      for relationship in next.registry.entity.relationships where relationship.isImplicit {
        deletions.unsettled[relationship.index, default: []].insert(next.key)
      }
      if isJournaling { journalDeletion(of: next) }
      if next.state.contains(.inserted) {
        deletions.vanished[next.registry.hierarchy.rootName, default: []].insert(next.key)
      }
      next.registry.markDeleted(next)
    }
  }

  private func applyRule(of link: ToOneLink, for object: ManagedObject, _ work: inout [ManagedObject]) {
    if object.rows == nil && object.newRows == nil { return }
    guard let key = object.referenceKey(link.slot) else { return }
    let hierarchy = link.destination.hierarchy
    if let place = link.inversePlace {
      let isDemanding = link.inverse.isDemanding
      let owner = isDemanding && !isVanished(key, hierarchy) ? link.object(key) : hierarchy.map[key]
      owner?.memberWasDeleted(object.key, place)
    }
    let rule = link.relationship.deleteRule
    if rule == .nullify || object.state.contains(.inserted), let slot = link.inverseSlot,
      let target = hierarchy.map[key], !target.isFault, target.referenceKey(slot) == object.key,
      let back = target.registry.relationships.toOne(at: slot)
    {
      target.setKey(nil, back)
    }
    if rule == .cascade, let target = object.target(key, link) { work.append(target) }
  }

  /// From now on the store applies rules to objects without unsaved changes; all others have to know what they lead to.
  func beginStoredDeletions() {
    deletions.hasStored = true
    for object in related {
      if object.isFault { try? object.fulfill() }
      for link in object.registry.relationships.toManys where !link.isColumn {
        for key in object.collections?[link.place].changes?.added ?? [] {
          let member = link.object(key)
          if member.isFault { try? member.fulfill() }
        }
      }
    }
  }

  /// Whether an object was deleted that had never been saved.
  func isVanished(_ key: Int64, _ hierarchy: HierarchyRegistry) -> Bool {
    guard deletions.vanished[hierarchy.rootName]?.contains(key) == true else { return false }
    // Undoing brings it back.
    return hierarchy.map[key]?.state.contains(.inserted) != true
  }

  private func applyRule(of link: ToManyLink, for object: ManagedObject, _ work: inout [ManagedObject]) {
    let relationship = link.relationship
    if !link.isColumn, relationship.deleteRule == .cascade || link.inverse.isDemanding {
      _ = object.memberKeys(link)
    }
    let state = object.collections?[link.place]
    let isKnown = state?.members != nil || object.state.contains(.inserted)
    // What was never saved leaves no trace, whatever the rule: nothing is denied, and nothing dangles.
    let isEmptied = relationship.deleteRule == .nullify || object.state.contains(.inserted)
    let hierarchy = link.destination.hierarchy
    for key in state?.members ?? state?.changes?.added[...] ?? [] {
      // Of what is not stored yet the store knows nothing, though the member itself may have been let go.
      let isUnsaved = state?.changes?.contains(key) == true && !isVanished(key, hierarchy)
      guard let member = hierarchy.map[key] ?? (isUnsaved ? link.object(key) : nil),
        member.state.isDisjoint(with: [.deleted, .detached])
      else {
        continue
      }
      if link.isColumn {
        if isEmptied, let back = link.back(of: member) { member.setKey(nil, back) }
        if relationship.deleteRule == .cascade { work.append(member) }
      } else {
        if let place = link.backPlace() { member.memberWasDeleted(object.key, place) }
        if relationship.deleteRule == .cascade { work.append(member) }
      }
    }
    if !isKnown { deletions.unsettled[relationship.index, default: []].insert(object.key) }
  }

  /// Applies the rules to registered objects that nobody knew to be concerned.
  ///
  /// - Complexity: O(registered objects of the entities concerned).
  func settleDeletions() {
    guard deletions.isUnsettled else { return }
    deletions.depth += 1
    defer { deletions.depth -= 1 }
    while deletions.hasWork {
      let unsettled = deletions.unsettled
      deletions.unsettled = [:]
      for (index, owners) in unsettled.sorted(by: { $0.key < $1.key }) {
        settle(model.relationships[index], owners)
      }
      let read = deletions.read
      deletions.read = []
      readBetween(unsettled.keys, read)
      if !read.isEmpty { withoutJournaling { for object in read { settle(object) } } }
    }
  }

  private func settle(_ relationship: ResolvedRelationship, _ owners: Set<Int64>) {
    guard let destination = knownRegistry(named: relationship.destination) else { return }
    switch relationship.storage {
    case .column: break
    case .inverseColumn(let slot, _):
      guard [.cascade, .nullify].contains(relationship.deleteRule) else { return }
      var concerned: [ManagedObject] = []
      destination.hierarchy.map.forEach { member in
        guard member.state.isDisjoint(with: [.deleted, .detached]), !member.isFault,
          member.registry.relationships.toOne(at: slot)?.relationship.index == relationship.inverse,
          let key = member.referenceKey(slot), owners.contains(key)
        else { return }
        concerned.append(member)
      }
      for member in concerned.sorted(by: { $0.key < $1.key }) {
        if relationship.deleteRule == .cascade {
          delete(member)
        } else if let back = member.registry.relationships.toOne(at: slot) {
          member.setKey(nil, back)
        }
      }
    case .join:
      let inverse = model.relationships[relationship.inverse]
      guard !inverse.isImplicit else { return }
      destination.hierarchy.map.forEach { member in
        guard member.collections?.indices.contains(inverse.place) == true else { return }
        if let changes = member.collections?[inverse.place].changes {
          for key in owners where changes.contains(key) { changes.remove(key) }
        }
        member.collections?[inverse.place].removeAll { owners.contains($0) }
        member.collections?[inverse.place].storedCount = nil
      }
    }
  }

  /// An object that was read after what it leads to was deleted.
  private func settle(_ object: ManagedObject) {
    for link in object.registry.relationships.toOnes {
      guard object.state.isDisjoint(with: [.deleted, .detached]), let key = object.referenceKey(link.slot),
        link.destination.hierarchy.map[key]?.state.contains(.deleted) == true
      else { continue }
      switch link.inverse.deleteRule {
      case .cascade where link.inverse.isToMany || link.inverseSlot != nil: delete(object)
      case .nullify: object.setKey(nil, link)
      default: break
      }
    }
  }

  /// What the store applies the rules to: nil where nothing stored is concerned.
  func deletionClosure() -> DeletionClosure? {
    guard deletions.hasStored else { return nil }
    var closure = DeletionClosure()
    for hierarchy in hierarchies {
      let deleted = hierarchy.entities.flatMap { $0.deleted.objects.map(\.key) }
      let changed =
        hierarchy.entities.flatMap { $0.updated.objects }
        + related.filter { $0.registry.hierarchy === hierarchy }
      let handled = Set(deleted + changed.map(\.key))
      if !deleted.isEmpty { closure.roots[hierarchy.rootName] = deleted.sorted() }
      if !handled.isEmpty { closure.handled[hierarchy.rootName, default: []] += handled }
      for registry in hierarchy.entities {
        for object in registry.deleted.objects { addFormerRelations(of: object, to: &closure) }
      }
    }
    for root in closure.handled.keys { closure.handled[root]?.sort() }
    return closure.roots.isEmpty ? nil : closure
  }

  /// What a deleted object led to in the store, and did not any more when it was deleted, is left alone.
  private func addFormerRelations(of object: ManagedObject, to closure: inout DeletionClosure) {
    let links = object.registry.relationships
    if object.overlay != nil {
      for link in links.toOnes where object.overlay?[link.slot] != nil {
        guard let former = object.storedReferenceKey(link.slot) else { continue }
        closure.handled[link.destination.hierarchy.rootName, default: []].append(former)
      }
    }
    for link in links.toManys where !link.isColumn {
      guard let removed = object.collections?[link.place].changes?.removed, !removed.isEmpty else { continue }
      closure.handled[link.destination.hierarchy.rootName, default: []] += removed
    }
  }

  // MARK: Objects that are read later

  /// Whether what is read may belong into lists that are known, or may have lost what it leads to.
  var tracksReadRows: Bool { hasReadMembers || deletions.hasStored }

  /// An object has a new row: it joins and leaves the lists that are known.
  func noteRead(_ object: ManagedObject, from before: ReadRow?) {
    if deletions.hasStored { deletions.read.append(object) }
    guard hasReadMembers, object.state.isClean else { return }
    for link in object.registry.relationships.toOnes {
      guard let place = link.inversePlace else { continue }
      let map = link.destination.hierarchy.map
      let key = object.storedReferenceKey(link.slot)
      let old = before.flatMap {
        $0.rows.isNull(link.slot, row: $0.row) ? nil : $0.rows.integer(link.slot, row: $0.row)
      }
      if let old, old != key, let owner = map[old], owner.collections?[place].members != nil {
        owner.collections?[place].remove(object.key, isOrdered: link.orderSlot != nil)
      }
      guard let key, let owner = map[key], owner.collections?[place].members != nil else { continue }
      let order = link.orderSlot.map { object.storedReferenceKey($0) ?? .min }
      owner.collections?[place].insert(object.key, order: order)
    }
  }
}
