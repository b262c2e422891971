import GraphModel
public import GraphValues

/// To-one relationships: reading, and setting with both sides kept.
extension ManagedObject {
  /// The key in a to-one's slot as it is now.
  func referenceKey(_ slot: Int) -> Int64? {
    if let rows = cleanRows {
      return rows.word(ifSet: slot, row: row).map { Int64(bitPattern: $0) }
    }
    if overlay != nil, let value = overlay?[slot] {
      if case .reference(let id) = value { return id.key }
      return nil
    }
    if rows == nil, let newRows { return newRows.integer(slot, row: row) }
    return packed(slot) { $0.integer(slot, row: $1) }
  }

  /// The key in a to-one's slot as the store has it; nil for a fault, which is not read for it.
  func storedReferenceKey(_ slot: Int) -> Int64? {
    guard let rows, !rows.isNull(slot, row: row) else { return nil }
    return rows.integer(slot, row: row)
  }

  /// The object that a to-one leads to.
  func related(_ link: ToOneLink) -> ManagedObject? {
    settleDeletions()
    guard let key = referenceKey(link.slot) else { return nil }
    let registered = link.destination.hierarchy.map[key]
    if let registered, registered.state.contains(.deleted) {
      return state.contains(.deleted) ? registered : nil
    }
    if let registered, link.inverse.deleteRule != .noAction { return registered }
    if registered == nil { batchNeighbours(link) }
    return target(key, link)
  }

  /// The object of a to-one's key, or nil where there is none.
  func target(_ key: Int64, _ link: ToOneLink) -> ManagedObject? {
    if core.isVanished(key, link.destination.hierarchy) { return nil }
    if exists, core.isDoomed(key, link.destination.hierarchy) { return nil }
    return link.inverse.deleteRule == .noAction ? existing(key, link) : link.object(key)
  }

  /// The object of a key, or nil where there is none: where deletions take no action references may dangle.
  private func existing(_ key: Int64, _ link: ToOneLink) -> ManagedObject? {
    let hierarchy = link.destination.hierarchy
    let target = link.object(key)
    guard target.isFault else { return target }
    do {
      try target.fulfill()
    } catch let error as GraphError where error.code == .objectMissing {
      hierarchy.map.remove(key)
      target.state = .detached
      return nil
    } catch {
      // The object's own reader meets it again.
    }
    return target
  }

  /// The objects that the neighbours of this object lead to are read with the first of them.
  private func batchNeighbours(_ link: ToOneLink) {
    guard let group = rows?.group, group.beginWalk(of: link.slot) else { return }
    let hierarchy = link.destination.hierarchy
    var keys: Set<Int64> = []
    for key in group.keys {
      guard let neighbour = registry.hierarchy.known(key), neighbour.rows != nil,
        let target = neighbour.referenceKey(link.slot), !hierarchy.hasRow(target)
      else { continue }
      keys.insert(target)
    }
    if keys.count > 1 { hierarchy.batchFaults(keys.sorted()) }
  }

  /// Sets a to-one and keeps both sides: the rule layer over ``setKey(_:_:order:)``.
  ///
  /// - Parameter order: the place in the other object's list; nil for its end.
  func relate(_ link: ToOneLink, to target: ManagedObject?, order: Int64? = nil) {
    settleDeletions()
    let key = target?.key
    let old = referenceKey(link.slot)
    // A fault that cannot be filled cannot be changed; the reason is recorded.
    if isFault && !state.contains(.detached) { return }
    if old == key, order == nil || link.orderSlot == nil { return }
    if let inverseSlot = link.inverseSlot, old != key {
      return relateOne(link, inverseSlot, to: target, from: old)
    }
    var place = order
    if let target, link.orderSlot != nil, order == nil, let inversePlace = link.inversePlace {
      // Only a place that is known can be given back.
      if registry.isJournaling, let list = target.knownRegistry.relationships.toMany(at: inversePlace) {
        _ = target.memberKeys(list)
      }
      place = target.nextOrder(inversePlace)
    }
    setKey(key, link, order: place, from: old)
  }

  /// Sets a to-one whose inverse is a to-one: who was at either end before is let go.
  private func relateOne(_ link: ToOneLink, _ inverseSlot: Int, to target: ManagedObject?, from old: Int64?) {
    if let old, let former = readable(link, old), former.referenceKey(inverseSlot) == key,
      let back = former.registry.relationships.toOne(at: inverseSlot)
    {
      former.setKey(nil, back)
    }
    setKey(target?.key, link)
    guard let target, let back = target.registry.relationships.toOne(at: inverseSlot) else { return }
    if let rivalKey = target.referenceKey(inverseSlot), rivalKey != key, let rival = readable(back, rivalKey),
      rival.referenceKey(link.slot) == target.key,
      let forth = rival.registry.relationships.toOne(at: link.slot)
    {
      rival.setKey(nil, forth)
    }
    target.setKey(key, back)
  }

  /// The object of a key that another one has, read; nil where it is not there.
  private func readable(_ link: ToOneLink, _ key: Int64) -> ManagedObject? {
    let object = link.object(key)
    return (try? object.fulfill()) == nil ? nil : object
  }

  /// Writes a to-one's key, and its place in the other's list, and keeps the lists that are known.
  func setKey(_ key: Int64?, _ link: ToOneLink, order: Int64? = nil) {
    setKey(key, link, order: order, from: referenceKey(link.slot))
  }

  private func setKey(_ key: Int64?, _ link: ToOneLink, order: Int64?, from old: Int64?) {
    if isFault && !state.contains(.detached) { return }
    if let rows = writableRows, let key {
      rows.set(link.slot, row: row, word: UInt64(bitPattern: key))
    } else {
      assign(
        key.map { .reference(ObjectID(home: registry.home(at: link.slot), key: $0)) } ?? .null, link.slot)
    }
    if let orderSlot = link.orderSlot {
      assign(key == nil ? .null : order.map { .int($0) } ?? .null, orderSlot)
    }
    guard let place = link.inversePlace else { return }
    if let key, old == key {
      link.object(key).memberWasMoved(self.key, place, order: order)
      return
    }
    if let old { link.object(old).memberWasRemoved(self.key, place) }
    if let key { link.object(key).memberWasAdded(self.key, place, order: order) }
  }
}

extension EntityRegistry {
  func home(at slot: Int) -> ObjectHome { referenceHomes[slot] ?? home }
}

/// To-one relationships of generated code; they never throw.
extension ManagedObject {
  /// The object that a to-one leads to, or nil.
  @_spi(Generated) public func optionalReference<Typed: Entity>(_ type: Typed.Type, at slot: Int) -> Typed? {
    guard let link = registry.relationships.toOne(at: slot), let target = related(link) else { return nil }
    return Typed(unchecked: target)
  }

  /// The object that a required to-one leads to; a detached object without values where there is none.
  @_spi(Generated) public func reference<Typed: Entity>(_ type: Typed.Type, at slot: Int) -> Typed {
    if let typed = optionalReference(type, at: slot) { return typed }
    let home = registry.relationships.toOne(at: slot)?.destination ?? registry
    let missing = ManagedObject(registry: home, key: 0)
    missing.state = .detached
    return Typed(unchecked: missing)
  }

  /// Sets a to-one; the other side follows. An object of another context is refused, and the reason is kept for this
  /// context's next throwing call.
  @_spi(Generated) public func setReference(_ target: ManagedObject?, at slot: Int) {
    guard let link = registry.relationships.toOne(at: slot), isRelatable else { return }
    if let target {
      do {
        try checkRelated(target, link.relationship, link.destination)
      } catch {
        return core.record(error)
      }
    }
    relate(link, to: target)
  }

  /// Sets a to-one to the object of an ID; nil leaves a required one as it is.
  @_spi(Generated) public func setReference(id: ObjectID?, at slot: Int) {
    guard let link = registry.relationships.toOne(at: slot), isRelatable else { return }
    guard let id else {
      if link.relationship.isOptional { relate(link, to: nil) }
      return
    }
    do {
      setReference(try core.object(with: id), at: slot)
    } catch {
      core.record(error)
    }
  }

  /// Checks that an object may stand at the other end of a relationship.
  func checkRelated(
    _ target: ManagedObject, _ relationship: ResolvedRelationship, _ destination: EntityRegistry
  ) throws {
    guard target.core === core else {
      throw GraphError(
        .foreignObject,
        "\(registry.entity.name).\(relationship.name) cannot lead to \(target.id), which belongs to another context",
        entity: registry.entity.name, properties: [relationship.name], objectID: target.id)
    }
    // A cascade may have taken it.
    settleDeletions()
    if target.state.contains(.detached) || target.state.contains(.deleted)
      || core.isVanished(target.key, target.registry.hierarchy)
    {
      throw GraphError(
        .missingObject,
        "\(registry.entity.name).\(relationship.name) cannot lead to \(target.id), which is deleted",
        entity: registry.entity.name, properties: [relationship.name], objectID: target.id)
    }
    if target.state.contains(.provisional) { try target.fulfill() }
    guard target.registry.isKind(of: destination) else {
      throw GraphError(
        .wrongEntity,
        "\(registry.entity.name).\(relationship.name) leads to \(destination.entity.name), and \(target.id) is none",
        entity: registry.entity.name, properties: [relationship.name], objectID: target.id)
    }
  }

  /// Whether relationships can change: those of a deleted object do not any more.
  var isRelatable: Bool {
    settleDeletions()
    return state.isDisjoint(with: [.deleted, .detached])
  }
}

extension ContextCore {
  /// The object of an ID: the registered one, or a fault.
  func object(with id: ObjectID) throws -> ManagedObject {
    let registry = try registry(for: id)
    return registry.hierarchy.object(named: id.key, as: registry)
  }
}
