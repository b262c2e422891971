import GraphModel
import GraphValues

/// Delete rules: https://developer.apple.com/documentation/coredata/nsdeleterule
extension ContextCore {
  /// Deletes an object, and applies its relationships' rules to what is registered and known.
  func delete(_ object: ManagedObject) {
    deletions.depth += 1
    defer { deletions.depth -= 1 }
    var work = [object]
    let referrers = isJournaling && object.exists ? readReach(of: object) : Referrers()
    while let next = work.popLast() {
      guard next.state.isDisjoint(with: [.deleted, .detached]) else { continue }
      // The list of deletions is the entity's, and of a known member's relationships the lists of others are kept.
      if next.isFault,
        next.state.contains(.provisional) || hasReadMembers || next.registry.relationships.decideDeletions
      {
        try? next.fulfill()
      }
      if next.registry.hooks != nil, !preparedByChild.contains(next) {
        // A hook may delete it as well.
        guard preparing.insert(next).inserted else { continue }
        next.registry.hooks?.call(next) { $0.prepareForDeletion() }
        preparing.remove(next)
        if !next.exists { continue }
      }
      let links = next.registry.relationships
      if isJournaling {
        unlinkAll(next, &work)
        referrers.unlink(next)
      }
      for link in links.toOnes { applyRule(of: link, for: next, &work) }
      for link in links.toManys { applyRule(of: link, for: next, &work) }
      if !next.state.contains(.inserted), !next.registry.entity.relationships.isEmpty {
        deletions.hasStored = true
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

  /// Whether an object was deleted that had never been saved.
  func isVanished(_ key: Int64, _ hierarchy: HierarchyRegistry) -> Bool {
    guard deletions.vanished[hierarchy.rootName]?.contains(key) == true else { return false }
    // Undoing brings it back.
    return hierarchy.map[key]?.state.contains(.inserted) != true
  }

  private func applyRule(of link: ToManyLink, for object: ManagedObject, _ work: inout [ManagedObject]) {
    let relationship = link.relationship
    if !link.isColumn, link.inverse.isDemanding { _ = object.memberKeys(link) }
    let state = object.collections?[link.place]
    let isKnown = state?.members != nil || object.state.contains(.inserted)
    // What was never saved leaves no trace, whatever the rule: nothing is denied, and nothing dangles.
    let isEmptied = relationship.deleteRule == .nullify || object.state.contains(.inserted)
    let hierarchy = link.destination.hierarchy
    let cascades = relationship.deleteRule == .cascade
    var isSearched = cascades && !isKnown
    for key in state?.members ?? state?.changes?.added[...] ?? [] {
      var found = hierarchy.map[key]
      if found == nil, cascades, !isVanished(key, hierarchy) {
        // The member may have been let go: the store finds it, but for an object that it does not know.
        if object.state.contains(.inserted) { found = link.object(key) } else { isSearched = true }
      }
      guard let member = found, member.exists else { continue }
      if link.isColumn {
        if isEmptied, let back = link.back(of: member) { member.setKey(nil, back) }
        if cascades { work.append(member) }
      } else {
        if let place = link.backPlace() { member.memberWasDeleted(object.key, place) }
        if cascades { work.append(member) }
      }
    }
    if !isKnown { deletions.unsettled[relationship.index, default: []].insert(object.key) }
    let ownHierarchy = object.registry.hierarchy
    if isSearched, !isDoomed(object.key, ownHierarchy) {
      deletions.unsearched[ownHierarchy.rootName, default: []].insert(object.key)
    }
  }

  // MARK: Objects that are read later

  /// Whether what is read may belong into lists that are known, or may have lost what it leads to.
  var tracksReadRows: Bool { hasReadMembers || deletions.hasStored }

  /// An object has a new row: it joins and leaves the lists that are known.
  func noteRead(_ object: ManagedObject, from before: ReadRow?) {
    noteForDeletions(object)
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
