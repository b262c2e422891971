import GraphModel
import GraphValues

/// Deletions, here or elsewhere, of what the other side has changed.
extension ContextCore {
  /// Objects that another writer has deleted are deleted here, too, with what delete rules ask for.
  func deleteGone(_ objects: [ManagedObject]) {
    for object in objects where object.exists { delete(object) }
    var keys: [ObjectIdentifier: (hierarchy: HierarchyRegistry, keys: [Int64])] = [:]
    for object in objects {
      let hierarchy = object.registry.hierarchy
      keys[ObjectIdentifier(hierarchy), default: (hierarchy, [])].keys.append(object.key)
    }
    for (hierarchy, keys) in keys.values { removeGone(keys.sorted(), of: hierarchy) }
  }

  /// An object that another writer has deleted is a new one again, under its ID, as the context has it.
  func reinstate(_ object: ManagedObject, _ choices: [String: MergeChoice]) throws {
    guard let rows = object.rows else { return }
    let base = ReadRow(rows: rows, row: object.row)
    let registry = object.registry
    let links = registry.relationships
    let pairs = links.toManys.filter { !$0.isColumn }.map { link in
      (link, Array(object.collections?[link.place].members ?? []))
    }
    var kept = object.overlay
    object.restoreReferences(base)
    for link in links.toOnes {
      guard let place = link.inversePlace, let key = base.key(link.slot) else { continue }
      link.destination.hierarchy.map[key]?.memberWasDeleted(object.key, place)
    }
    for property in registry.entity.properties {
      switch choices[property.name] {
      case .theirs: kept?[property.slot] = nil
      case .value(let value):
        if kept == nil { kept = registry.emptyOverlay }
        kept?[property.slot] = try object.fittingMerged(value, property)
      case .mine, nil: break
      }
    }
    removeGone([object.key], of: registry.hierarchy)
    object.overlay = kept
    revive([object])
    lostTargets = LostTargets()
    guard let newRows = object.newRows else { return }
    // A version that nobody has seen: who has read the object before its deletion is behind.
    newRows.set(version: base.version + Int64.random(in: (1 << 32)..<(1 << 33)), row: object.row)
    for (link, members) in pairs {
      let stored = Set(
        try store.rows(ofRoot: link.destination.hierarchy.rootName, keys: members.sorted()).keys)
      for key in members {
        let member = link.object(key)
        guard member.exists, stored.contains(key) || member.state.contains(.inserted) else { continue }
        if !object.hasMember(member, link) { object.link(link, member) }
      }
    }
  }

  /// Takes back deletions of objects, together with all that cascades have taken along with them, and what these have
  /// taken along.
  func takeBackDeletions(of objects: [ManagedObject]) throws {
    let group = deletedTogether(with: objects)
    revive(Array(group))
    for object in group { restoreReferences(to: object) }
    for object in group { object.forgetMembers() }
    for object in related { object.forgetMembers() }
    // What is still deleted is seen to from the beginning.
    let vanished = deletions.vanished
    let denials = deletions.denials
    deletions = PendingDeletions()
    deletions.vanished = vanished
    deletions.denials = denials
    for registry in registries {
      for object in registry.deleted.objects {
        if !registry.entity.relationships.isEmpty { deletions.hasStored = true }
        deletions.unsearched[registry.entity.rootName, default: []].insert(object.key)
        for relationship in registry.entity.relationships
        where relationship.isToMany || relationship.isImplicit {
          deletions.unsettled[relationship.index, default: []].insert(object.key)
        }
      }
    }
    for hierarchy in hierarchies {
      hierarchy.map.forEach { if $0.collections != nil { $0.forgetMembers() } }
    }
  }

  /// The deleted objects that hang together with some by relationships that cascade.
  private func deletedTogether(with objects: [ManagedObject]) -> Set<ManagedObject> {
    var group = Set(objects)
    let deleted = registries.flatMap(\.deleted.objects)
    var hasGrown = true
    while hasGrown {
      hasGrown = false
      for object in deleted where !group.contains(object) {
        let isPart =
          object.cascadePartners.contains(where: group.contains)
          || group.contains { $0.cascadePartners.contains(object) }
        if isPart {
          group.insert(object)
          hasGrown = true
        }
      }
    }
    return group
  }

  /// What the deletion has let go of it leads to it again.
  private func restoreReferences(to object: ManagedObject) {
    for registry in object.registry.hierarchy.core.registries {
      for link in registry.relationships.toOnes
      where link.destination.hierarchy === object.registry.hierarchy && link.inverse.deleteRule == .nullify {
        for other in Array(registry.updated.objects)
        where other.overlay?[link.slot]?.isNull == true && other.storedReferenceKey(link.slot) == object.key {
          other.relate(
            link, to: object, order: link.orderSlot.flatMap { other.storedReferenceKey($0) })
        }
      }
    }
  }
}

extension ManagedObject {
  /// The deleted objects to which, or from which, the deletion cascades, as far as this object's row says.
  fileprivate var cascadePartners: [ManagedObject] {
    registry.relationships.toOnes.compactMap { link in
      guard link.inverse.deleteRule == .cascade || link.relationship.deleteRule == .cascade,
        let key = storedReferenceKey(link.slot) ?? referenceKey(link.slot)
      else { return nil }
      let other = link.destination.hierarchy.map[key]
      return other?.state.contains(.deleted) == true ? other : nil
    }
      + registry.relationships.toManys.filter { !$0.isColumn && $0.relationship.deleteRule == .cascade }
      .flatMap { link in
        (collections?[link.place].members ?? []).compactMap { link.destination.hierarchy.map[$0] }
          .filter { $0.state.contains(.deleted) }
      }
  }
}
