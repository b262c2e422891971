import GraphModel
import GraphValues

/// Reads the members of a to-many relationship, of an object and of those that were read together with it.
struct MemberLoader {
  /// The most objects whose members one query reads.
  static let batchLimit = 16_384

  let link: ToManyLink

  init(_ link: ToManyLink) { self.link = link }

  func query(_ owners: [Int64], excludingDeleted: Bool = false) -> MemberQuery {
    let core = link.destination.core
    var query = MemberQuery(link.relationship, owners: owners)
    if excludingDeleted {
      query.excludedKeys = link.destination.hierarchy.entities.flatMap { $0.deleted.objects.map(\.key) }
    }
    // While rules are being applied, what they reach has to be found, though a deletion dooms it already.
    if core.deletions.depth == 0 { query.doomed = core.doomedKeys(of: link.destination.hierarchy) }
    return query
  }

  /// Reads the members of an object and its neighbours, as far as they are not known.
  func load(for object: ManagedObject) throws {
    try load(neighbours(of: object))
  }

  /// Reads the members of any number of objects, which are faults, so many with one query.
  func loadAll(_ owners: [ManagedObject]) throws {
    for start in stride(from: 0, to: owners.count, by: Self.batchLimit) {
      try load(Array(owners[start...].prefix(Self.batchLimit)))
    }
  }

  /// Reads the members of objects, which are faults.
  private func load(_ owners: [ManagedObject]) throws {
    let core = link.destination.core
    let hierarchy = link.destination.hierarchy
    let keys = owners.map(\.key).sorted()
    let found = try core.store.members(
      query(keys), isKnown: core.rereadsRows || core.isAbandoned ? nil : hierarchy.holdsRow)
    found.rows.formGroup()
    // What is read here is what the members are made of.
    core.hasReadMembers = false
    let isNoted = core.notesReadRows
    var hasMoved = false
    hierarchy.map.reserve(found.rows.keys.count - found.rows.knownRows.count)
    var members: [Int64] = []
    members.reserveCapacity(found.rows.count)
    var orders: [Int64] = []
    if link.isOrdered { orders.reserveCapacity(found.rows.count) }
    var ranges: [Int64: Range<Int>] = [:]
    ranges.reserveCapacity(owners.count)
    var index = 0
    var owner: Int64 = 0
    var start = 0
    let slot = backSlot
    found.rows.forEachRow { key, location in
      defer { index += 1 }
      let member: ManagedObject
      if location.isKnown {
        guard let known = hierarchy.map[key] else { return }
        member = known
      } else {
        member = hierarchy.adopt(
          key, found.rows.batches[Int(location.batch)], Int(location.row), isNoted: isNoted)
      }
      let next = found.owners[index]
      if next != owner || index == 0 {
        if members.count > start { ranges[owner] = start..<members.count }
        owner = next
        start = members.count
      }
      if !member.state.isClean {
        if member.state.contains(.deleted) { return }
        if let slot, member.referenceKey(slot) != owner { return }
        // What came back to the list stands at its end, and not where it was.
        if link.isOrdered, returned(to: owner).contains(key) { return }
        hasMoved = true
      }
      members.append(key)
      if link.isOrdered { orders.append(order(of: member, found.orders[index])) }
    }
    if members.count > start { ranges[owner] = start..<members.count }
    core.hasReadMembers = true
    for object in owners {
      object.prepareCollections()
      let range = ranges[object.key] ?? 0..<0
      object.collections?[link.place].members = members[range]
      if link.isOrdered { object.collections?[link.place].orders = orders[range] }
      object.collections?[link.place].storedCount = nil
      if link.isOrdered, hasMoved || object.collections?[link.place].changes != nil { resort(object) }
      addChanges(to: object)
    }
    if core.hasHeldChanges { addHeldChanges(to: owners) }
    if core.isAbandoned { for object in owners { object.registry.hierarchy.keep(object) } }
  }

  private func returned(to owner: Int64) -> [Int64] {
    let hierarchy = link.destination.core.knownRegistry(named: link.relationship.owner)?.hierarchy
    guard let object = hierarchy?.map[owner], object.collections?.indices.contains(link.place) == true else {
      return []
    }
    return object.collections?[link.place].changes?.returned ?? []
  }

  private var backSlot: Int? {
    if case .inverseColumn(let slot, _) = link.relationship.storage { slot } else { nil }
  }

  private func order(of member: ManagedObject, _ stored: Int64) -> Int64 {
    (member.state.contains(.updated) ? placedOrder(of: member) : nil) ?? stored
  }

  /// What was added and removed while the members were not known.
  private func addChanges(to object: ManagedObject) {
    let core = link.destination.core
    guard let changes = object.collections?[link.place].changes else { return }
    for key in changes.removed { object.collections?[link.place].remove(key, isOrdered: link.isOrdered) }
    for key in changes.arrived {
      // The member may have been let go: nothing of its own has changed.
      if core.isVanished(key, link.destination.hierarchy) { continue }
      let member = link.object(key)
      // Where members have the reference, the store knows of those without unsaved changes.
      if member.state.contains(.deleted) || link.isColumn && member.state.isClean { continue }
      var order: Int64?
      if link.isOrdered {
        order = placedOrder(of: member)
        if order == nil {
          order = OrderKeys.after(object.collections?[link.place].orders.last) ?? .max
          if case .inverseColumn(_, let orderSlot?) = link.relationship.storage, let order {
            member.assignUnjournaled(.int(order), orderSlot)
          }
        }
      }
      object.collections?[link.place].insert(key, order: order)
    }
  }

  /// What members know of themselves where the context that noted it for their owners is gone.
  private func addHeldChanges(to owners: [ManagedObject]) {
    var byKey: [Int64: ManagedObject] = [:]
    for owner in owners { byKey[owner.key] = owner }
    let (place, order) = (link.place, link.isOrdered ? Int64.max : nil)
    link.destination.hierarchy.map.forEach { member in
      if member.state.contains(.deleted) { return }
      if let back = link.back(of: member) {
        guard !member.state.isDisjoint(with: [.inserted, .updated]), let key = member.referenceKey(back.slot)
        else { return }
        byKey[key]?.collections?[place].insert(member.key, order: order.map { placedOrder(of: member) ?? $0 })
      } else if let backPlace = link.backPlace(), member.collections?.indices.contains(backPlace) == true {
        let state = member.collections?[backPlace]
        let gained =
          state?.changes?.added ?? (member.state.contains(.inserted) ? Array(state?.members ?? []) : [])
        for key in gained { byKey[key]?.collections?[place].insert(member.key, order: order) }
        for key in state?.changes?.removed ?? [] {
          byKey[key]?.collections?[place].remove(member.key, isOrdered: link.isOrdered)
        }
      }
    }
  }

  private func placedOrder(of member: ManagedObject) -> Int64? {
    guard case .inverseColumn(_, let orderSlot?) = link.relationship.storage,
      case .int(let order)? = member.currentValue(orderSlot)
    else { return nil }
    return order
  }

  /// Rows come in the stored order; places may have changed since.
  private func resort(_ object: ManagedObject) {
    guard let state = object.collections?[link.place], let members = state.members else { return }
    let pairs = zip(state.orders, members).map { ($0, $1) }
    if zip(pairs, pairs.dropFirst()).allSatisfy({ $0 < $1 }) { return }
    let sorted = pairs.sorted { $0 < $1 }
    object.collections?[link.place].members = ArraySlice(sorted.map(\.1))
    object.collections?[link.place].orders = ArraySlice(sorted.map(\.0))
  }

  /// The object and those that were read together with it whose members are not known either.
  func neighbours(of object: ManagedObject) -> [ManagedObject] {
    guard let group = object.rows?.group else { return [object] }
    let owner = object.registry.hierarchy
    var keys = group.keys[...]
    if keys.count > Self.batchLimit {
      let index = group.keys.firstIndex(of: object.key) ?? 0
      keys = group.keys[(index - index % Self.batchLimit)...].prefix(Self.batchLimit)
    }
    var result: [ManagedObject] = [object]
    result.reserveCapacity(keys.count)
    for key in keys where key != object.key {
      guard let neighbour = owner.known(key), neighbour.rows != nil,
        neighbour.state.isDisjoint(with: [.inserted, .deleted, .detached]),
        neighbour.collections?[link.place].members == nil,
        neighbour.registry.relationships.toMany(at: link.place)?.relationship.index == link.relationship.index
      else { continue }
      result.append(neighbour)
    }
    return result
  }
}
