import GraphModel
import GraphValues

/// Makes a new object one with the stored object that has its unique values: it takes that one's ID, and what leads to it
/// leads there.
///
/// Where the stored object is in use in the context already, that one stays, and the new object is deleted.
struct UniquenessMerge {
  private struct Referrer {
    let object: ManagedObject
    let link: ToOneLink
    let order: Int64?
  }

  private struct Pair {
    let owner: ManagedObject
    let link: ToManyLink
    let member: ManagedObject
  }

  private let object: ManagedObject
  private let theirs: ReadRow
  private let key: Int64
  private let decision: MergeResolution

  private var core: ContextCore { object.core }
  private var registry: EntityRegistry { object.registry }
  private var hierarchy: HierarchyRegistry { object.registry.hierarchy }

  init(_ object: ManagedObject, _ theirs: ReadRow, _ key: Int64, _ decision: MergeResolution) {
    self.object = object
    self.theirs = theirs
    self.key = key
    self.decision = decision
  }

  func run() throws {
    let values = try values()
    let referrers = referrers()
    let pairs = pairs()
    let references = values.references.map { link in
      (link: link, key: object.referenceKey(link.slot), order: order(of: object, link))
    }
    // Nothing leads to the object, and it leads nowhere, while it becomes another.
    for referrer in referrers { referrer.object.relate(referrer.link, to: nil) }
    for link in registry.relationships.toOnes { object.relate(link, to: nil) }
    for pair in pairs { pair.owner.unlink(pair.link, pair.member) }
    let survivor = becomeStored()
    for (slot, value) in values.attributes { survivor.assignUnjournaled(value, slot) }
    for (property, value) in values.given { try survivor.setMerged(value, property) }
    for reference in references { survivor.lead(reference.link, to: reference.key, order: reference.order) }
    for referrer in referrers { referrer.object.relate(referrer.link, to: survivor, order: referrer.order) }
    for pair in pairs {
      let owner = pair.owner === object ? survivor : pair.owner
      let member = pair.member === object ? survivor : pair.member
      if !owner.hasMember(member, pair.link) { owner.link(pair.link, member) }
    }
  }

  /// - Returns: the object of the stored row.
  private func becomeStored() -> ManagedObject {
    core.hasMergedIdentities = true
    let registered = hierarchy.map[key]
    registry.inserted.remove(object)
    hierarchy.map.remove(object.key)
    if let registered {
      object.state = [.deleted, .detached]
      core.deletions.vanished[hierarchy.rootName, default: []].insert(object.key)
      if registered.state.isClean, registered.version != theirs.version {
        hierarchy.takeStored(theirs.rows, theirs.row, for: registered)
      }
      return registered
    }
    object.become(key)
    object.rows = theirs.rows
    object.row = theirs.row
    object.newRows = nil
    object.overlay = nil
    object.collections = nil
    object.state = []
    _ = hierarchy.map.object(forKey: key) { object }
    return object
  }

  // MARK: What the object becomes

  private struct Values {
    var attributes: [(slot: Int, value: AttributeValue)] = []
    var given: [(property: StoredProperty, value: AttributeValue)] = []
    var references: [ToOneLink] = []
  }

  private func values() throws -> Values {
    var values = Values()
    for unit in registry.mergeUnits(base: theirs, theirs: theirs) {
      switch choice(of: unit.property) {
      case .theirs: continue
      case .value(let value):
        values.given.append((unit.property, try object.fittingMerged(value, unit.property)))
      case .mine:
        if let link = unit.link {
          values.references.append(link)
        } else {
          values.attributes.append((unit.slot, object.currentValue(unit.slot) ?? .null))
        }
      }
    }
    for slot in registry.transientSlots {
      values.attributes.append((slot, object.currentValue(slot) ?? .null))
    }
    return values
  }

  private func choice(of property: StoredProperty) -> MergeChoice {
    switch decision {
    case .error, .storeWins, .rollback: .theirs
    case .overwrite: .mine
    case .objectWins: isGiven(property) ? .mine : .theirs
    case .properties(let choices): choices[property.name] ?? .theirs
    }
  }

  /// Whether the new object was given a value: one that differs from the default. What was generated is nobody's wish.
  private func isGiven(_ property: StoredProperty) -> Bool {
    let value = object.mergedValue(property.slot)
    switch property.defaultValue {
    case .value(let initial): return value != initial
    case .now, .newUUID: return false
    case nil: return value?.isNull != true
    }
  }

  // MARK: What leads to it

  private func order(of object: ManagedObject, _ link: ToOneLink) -> Int64? {
    guard let slot = link.orderSlot, case .int(let order)? = object.currentValue(slot) else { return nil }
    return order
  }

  /// The unsaved objects that lead to it by a to-one.
  private func referrers() -> [Referrer] {
    core.registries.flatMap { registry in
      let links = registry.relationships.toOnes.filter { $0.destination.hierarchy === hierarchy }
      if links.isEmpty { return [Referrer]() }
      return [registry.inserted.objects, registry.updated.objects].joined().flatMap { other in
        links.filter { other.referenceKey($0.slot) == object.key }
          .map { Referrer(object: other, link: $0, order: order(of: other, $0)) }
      }
    }
  }

  /// The pairs of join tables that it is a part of.
  private func pairs() -> [Pair] {
    var pairs: [Pair] = []
    for link in registry.relationships.toManys where !link.isColumn {
      for key in object.collections?[link.place].members ?? [] {
        pairs.append(Pair(owner: object, link: link, member: link.object(key)))
      }
    }
    // Where the object's own entity knows nothing of the relationship, its owners do.
    for owner in core.registries.flatMap(\.inserted.objects) + core.related where owner.exists {
      guard let collections = owner.collections else { continue }
      for link in owner.registry.relationships.toManys
      where !link.isColumn && link.inverse.isImplicit && link.destination.hierarchy === hierarchy {
        let state = collections[link.place]
        let holds =
          owner.state.contains(.inserted)
          ? state.members?.contains(object.key) == true : state.changes?.contains(object.key) == true
        if holds { pairs.append(Pair(owner: owner, link: link, member: object)) }
      }
    }
    return pairs
  }
}
