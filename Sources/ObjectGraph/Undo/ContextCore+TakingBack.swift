import GraphModel
import GraphValues

extension ContextCore {
  /// Puts into the places of a group what they held before its changes.
  ///
  /// - Returns: the group that does the changes again.
  func takeBack(_ group: ChangeGroup) -> ChangeGroup {
    settleDeletions()
    return withoutJournaling {
      let inverse = group.inverse()
      inverse.denials = group.denials
      deletions.denials.removeAll { group.existence[$0.owner] == true }
      revive(group.existence.places.filter { group.existence[$0] == true && !$0.exists })
      for (place, value) in group.externalValues where place.object.newRows != nil {
        place.object.assign(value, place.slot)
      }
      restoreLost(inverse)
      readTargets(of: group)
      restoreValues(group)
      for place in group.links.places { if let state = group.links[place] { place.restore(state) } }
      for object in group.existence.places where group.existence[object] == false && object.exists {
        inverse.keepExternalValues(of: object)
        if !object.state.contains(.inserted) {
          deletions.denials += group.denials.filter { $0.owner === object }
        }
        remove(object)
      }
      return inverse
    }
  }

  /// Reads what references that are put back lead to, of each hierarchy with one query.
  private func readTargets(of group: ChangeGroup) {
    readTargets(
      group.values.places.compactMap { place in
        guard let link = place.object.registry.relationships.toOne(at: place.slot),
          case .reference(let id)? = group.values[place]
        else { return nil }
        return (link, id.key)
      })
  }

  func readTargets(_ references: [(link: ToOneLink, key: Int64)]) {
    var wanted: [ObjectIdentifier: (hierarchy: HierarchyRegistry, keys: Set<Int64>)] = [:]
    for (link, key) in references where link.inverse.deleteRule != .noAction {
      let hierarchy = link.destination.hierarchy
      if hierarchy.map[key]?.isFault == false { continue }
      wanted[ObjectIdentifier(hierarchy), default: (hierarchy, [])].keys.insert(key)
    }
    for (hierarchy, keys) in wanted.values {
      do { try hierarchy.read(keys.sorted()) } catch { record(error) }
    }
  }

  private func restoreValues(_ group: ChangeGroup) {
    var order: [ManagedObject] = []
    var slots: [ManagedObject: [Int]] = [:]
    for place in group.values.places {
      if !place.object.exists {
        // What a deleted object led to decides what its rules do.
        if !place.object.state.contains(.detached), let value = group.values[place] {
          place.object.assign(value, place.slot)
        }
        continue
      }
      if slots[place.object] == nil { order.append(place.object) }
      slots[place.object, default: []].append(place.slot)
    }
    for object in order {
      object.restore(slots[object] ?? []) { group.values[ChangeGroup.ValuePlace(object: object, slot: $0)] }
    }
  }

  /// Takes an object away whose relationships have been seen to.
  private func remove(_ object: ManagedObject) {
    // Its values are needed once it is to come back.
    do { try object.fulfill() } catch { record(error) }
    for link in object.registry.relationships.toOnes {
      guard let place = link.inversePlace, let key = object.referenceKey(link.slot) else { continue }
      link.destination.hierarchy.map[key]?.memberWasDeleted(object.key, place)
    }
    if object.state.contains(.inserted) {
      deletions.vanished[object.registry.hierarchy.rootName, default: []].insert(object.key)
    } else if !object.registry.entity.relationships.isEmpty {
      deletions.hasStored = true
    }
    object.registry.markDeleted(object)
  }
}

extension ManagedObject {
  /// Sets slots to older values; lists of which the object is a member follow.
  fileprivate func restore(_ slots: [Int], _ value: (Int) -> AttributeValue?) {
    let relationships = registry.relationships
    var done: Set<Int> = []
    for slot in slots where !done.contains(slot) {
      guard let link = relationships.toOne(at: slot) ?? relationships.toOne(orderedAt: slot) else {
        if let value = value(slot) { assign(value, slot) }
        continue
      }
      done.insert(link.slot)
      var key = referenceKey(link.slot)
      if let before = value(link.slot) {
        if case .reference(let id) = before { key = id.key } else { key = nil }
      }
      var order: Int64?
      if let orderSlot = link.orderSlot {
        done.insert(orderSlot)
        if case .int(let place)? = value(orderSlot) ?? currentValue(orderSlot) { order = place }
      }
      if let target = key, loses(target, link, order: order) { key = nil }
      setKey(key, link, order: order)
    }
  }
}

extension ChangeGroup.LinkPlace {
  /// Enters the pair, takes it out, or gives it other orders, on both sides.
  func restore(_ wanted: ChangeGroup.LinkState) {
    guard let link else { return }
    let other = link.object(member)
    guard owner.exists, other.exists else { return }
    if other.isFault, (try? other.fulfill()) == nil {
      // Its deletion is saved, and not taken back.
      if wanted != .absent { owner.registry.core.lostTargets.links.append((self, wanted)) }
      link.destination.hierarchy.map.remove(member)
      other.state = .detached
      return
    }
    let isLoop = link.isSelfInverse && other === owner
    // A list takes a place only while it is known.
    if link.isOrdered { _ = owner.memberKeys(link) }
    if let place = link.backPlace(), let back = other.registry.relationships.toMany(at: place), back.isOrdered
    {
      _ = other.memberKeys(back)
    }
    switch (state, wanted) {
    case (.absent, .absent): break
    case (.present, .absent): owner.unlink(link, other)
    case (.absent, .present(let order, let backOrder)):
      owner.memberWasAdded(member, link.place, order: order)
      if let place = link.backPlace(), !isLoop {
        other.memberWasAdded(owner.key, place, order: backOrder)
      }
    case (.present(let order, let backOrder), .present(let oldOrder, let oldBackOrder)):
      if let oldOrder, order != oldOrder { owner.reorder(member, link.place, oldOrder) }
      if let oldBackOrder, backOrder != oldBackOrder, let place = link.backPlace(), !isLoop {
        other.reorder(owner.key, place, oldBackOrder)
      }
    }
  }
}

extension ManagedObject {
  fileprivate func reorder(_ member: Int64, _ place: Int, _ order: Int64) {
    if !state.contains(.inserted) { noteReordered(member, place) }
    collections?[place].insert(member, order: order)
  }
}
