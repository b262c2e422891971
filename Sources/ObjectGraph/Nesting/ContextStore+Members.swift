import GraphModel
import GraphValues

/// Who the members of a child's to-manys are: those that the parent's have, unsaved changes included.
extension ContextStore {
  /// Whether no unsaved change of the parent decides what a relationship leads to.
  private func isAsStored(_ relationship: ResolvedRelationship) -> Bool {
    if parent.isAbandoned { return true }
    parent.settleDeletions()
    if parent.deletions.hasStored { return false }
    if case .join = relationship.storage, !parent.related.isEmpty { return false }
    return [relationship.owner, relationship.destination].allSatisfy { name in
      parent.knownRegistry(named: name)?.hierarchy.entities.allSatisfy { !$0.hasChanges } ?? true
    }
  }

  /// The parent's objects of the owners' keys, and their view of the relationship.
  private func owners(
    _ keys: [Int64], _ relationship: ResolvedRelationship
  ) throws -> [(object: ManagedObject, link: ToManyLink)] {
    guard let registry = parent.knownRegistry(named: relationship.owner) else { return [] }
    let found = try objects(keys, registry.hierarchy)
    return keys.compactMap { key in
      guard let object = found[key],
        let link = object.registry.relationships.toMany(at: relationship.place),
        link.relationship.index == relationship.index
      else { return nil }
      return (object, link)
    }
  }

  /// The same owners, with their members read.
  private func readOwners(
    _ keys: [Int64], _ relationship: ResolvedRelationship
  ) throws -> [(object: ManagedObject, link: ToManyLink)] {
    let owners = try owners(keys, relationship)
    let faults = owners.filter { owner in
      owner.object.state.isDisjoint(with: [.inserted, .detached])
        && owner.object.collections?[owner.link.place].members == nil
    }
    if let link = faults.first?.link { try MemberLoader(link).loadAll(faults.map(\.object)) }
    return owners
  }

  func members(_ query: MemberQuery, isKnown: ((Int64, Int64) -> Bool)?) throws -> MemberRows {
    let relationship = query.relationship
    guard let destination = parent.knownRegistry(named: relationship.destination)?.hierarchy else {
      return MemberRows(rows: CollectedRows(batches: [], keys: []), owners: [])
    }
    if isAsStored(relationship) {
      let found = try parent.store.members(query, isKnown: nil)
      return MemberRows(
        rows: taken(found.rows, destination), owners: found.owners, orders: found.orders)
    }
    let leftOut = LeftOutKeys(query.excludedKeys, query.doomed)
    var pairs: [(owner: Int64, member: ManagedObject, order: Int64)] = []
    if relationship.isImplicit {
      for (owner, member) in try implicitMembers(query, destination) where !leftOut.contains(member.key) {
        pairs.append((owner, member, 0))
      }
    } else {
      for (object, link) in try readOwners(Set(query.owners).sorted(), relationship) {
        let keys = object.memberKeys(link)
        let orders = object.collections?[link.place].orders ?? []
        for (index, key) in keys.enumerated() where !leftOut.contains(key) {
          let order = link.isOrdered ? orders[orders.startIndex + index] : 0
          pairs.append((object.key, link.object(key), order))
        }
      }
    }
    try readFaults(among: pairs.map(\.member))
    pairs.removeAll { presented.row(of: $0.member) == nil }
    // A member of several owners is read once.
    var seen: Set<Int64> = []
    var isRepeated: [Bool] = []
    for pair in pairs { isRepeated.append(!seen.insert(pair.member.key).inserted) }
    var index = -1
    let rows = try collect(pairs.map(\.member)) { key, version in
      index += 1
      return isRepeated[index] || isKnown?(key, version) == true
    }
    return MemberRows(
      rows: rows, owners: pairs.map(\.owner), orders: relationship.isOrdered ? pairs.map(\.order) : [])
  }

  /// The members of a relationship that the model does not name: those who lead to the owners.
  private func implicitMembers(
    _ query: MemberQuery, _ destination: HierarchyRegistry
  ) throws -> [(owner: Int64, member: ManagedObject)] {
    let owners = KeySet(query.owners)
    let inverse = parent.model.relationships[query.relationship.inverse]
    guard let registry = parent.knownRegistry(named: query.relationship.destination) else { return [] }
    var pairs: Set<Pair> = []
    let found = try parent.store.members(
      MemberQuery(query.relationship, owners: query.owners), isKnown: nil)
    for (owner, member) in zip(found.owners, found.rows.keys) {
      pairs.insert(Pair(owner: owner, member: member))
    }
    _ = taken(found.rows, destination)
    let changed = destination.entities.filter { $0.isKind(of: registry) }.flatMap { entity in
      entity.inserted.objects + entity.updated.objects + entity.deleted.objects
    }
    switch inverse.storage {
    case .column(let slot, _):
      for object in changed {
        pairs = pairs.filter { $0.member != object.key }
        if object.exists, let key = object.referenceKey(slot), owners.contains(key) {
          pairs.insert(Pair(owner: key, member: object.key))
        }
      }
    case .join, .inverseColumn:
      for object in changed + parent.related where object.registry.isKind(of: registry) {
        guard object.exists, let state = object.collections?[inverse.place] else { continue }
        for key in state.changes?.removed ?? [] { pairs.remove(Pair(owner: key, member: object.key)) }
        let added = object.state.contains(.inserted) ? Array(state.members ?? []) : state.changes?.added ?? []
        for key in added where owners.contains(key) { pairs.insert(Pair(owner: key, member: object.key)) }
      }
    }
    let objects = try objects(Set(pairs.map(\.member)).sorted(), destination)
    return pairs.sorted { ($0.owner, $0.member) < ($1.owner, $1.member) }.compactMap { pair in
      objects[pair.member].map { (pair.owner, $0) }
    }
  }

  private struct Pair: Hashable {
    let owner: Int64
    let member: Int64
  }

  // MARK: Facts

  func memberCount(_ query: MemberQuery) throws -> Int {
    if isAsStored(query.relationship) { return try parent.store.memberCount(query) }
    guard let owner = query.owners.first,
      let (object, link) = try owners([owner], query.relationship).first
    else { return 0 }
    if query.excludedKeys.isEmpty, query.doomed == nil { return object.memberCount(link) }
    let leftOut = LeftOutKeys(query.excludedKeys, query.doomed)
    return object.memberKeys(link).count { !leftOut.contains($0) }
  }

  func memberCounts(_ relationship: ResolvedRelationship, owners keys: [Int64]) throws -> [Int64: Int] {
    if isAsStored(relationship) { return try parent.store.memberCounts(relationship, owners: keys) }
    var result: [Int64: Int] = [:]
    for (object, link) in try owners(keys, relationship) { result[object.key] = object.memberCount(link) }
    return result
  }

  func firstMembers(_ relationship: ResolvedRelationship, owners keys: [Int64]) throws -> [Int64: Int64] {
    if isAsStored(relationship) { return try parent.store.firstMembers(relationship, owners: keys) }
    var result: [Int64: Int64] = [:]
    for (object, link) in try owners(keys, relationship) {
      if let first = object.firstMemberKey(link) { result[object.key] = first }
    }
    return result
  }

  func hasLink(_ relationship: ResolvedRelationship, owner: Int64, member: Int64) throws -> Bool {
    if isAsStored(relationship) {
      return try parent.store.hasLink(relationship, owner: owner, member: member)
    }
    guard let (object, link) = try owners([owner], relationship).first else { return false }
    return object.hasMember(link.object(member), link)
  }

  func lastOrders(_ relationship: ResolvedRelationship, owners keys: [Int64]) throws -> [Int64: Int64] {
    if isAsStored(relationship) { return try parent.store.lastOrders(relationship, owners: keys) }
    var result: [Int64: Int64] = [:]
    for (object, link) in try readOwners(keys, relationship) {
      _ = object.memberKeys(link)
      if let last = object.collections?[link.place].orders.last { result[object.key] = last }
    }
    return result
  }

  // MARK: Deletions

  func doomedKeys(_ closure: DeletionClosure) throws -> [String: [Int64]] {
    parent.settleDeletions()
    var closure = closure
    let model = parent.model
    var changes = parent.relationshipChanges(from: closure.roots.keys)
    changes.overlay(closure.changes) { toOne in
      let inverse = model.relationships[model.relationships[toOne].inverse]
      return inverse.isToMany ? inverse.index : nil
    }
    closure.changes = changes
    var found = try parent.store.doomedKeys(closure)
    for (root, keys) in found {
      guard let hierarchy = parent.knownRegistry(named: root)?.hierarchy else { continue }
      // What the parent has deleted is not there.
      found[root] = keys.filter { key in
        !parent.isDoomed(key, hierarchy) && !parent.isVanished(key, hierarchy)
          && hierarchy.map[key]?.state.contains(.deleted) != true
      }
    }
    return found
  }
}
