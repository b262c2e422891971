import GraphModel
import GraphValues

/// Reads what a deletion's rules reach in the store: only what has been read can be brought back.
struct DeletionReader {
  let core: ContextCore
  private var seen: Set<ManagedObject> = []
  /// All that was read, and that nobody else may hold.
  private(set) var reached: [ManagedObject] = []
  /// The objects that lead to others by join tables whose model has no way back.
  private(set) var referrers = Referrers()

  init(_ core: ContextCore) { self.core = core }

  /// Reads what the rules of an object reach, level by level.
  ///
  /// - Complexity: O(objects reached); a query for each relationship and level.
  mutating func read(_ object: ManagedObject) throws {
    var level = [object]
    seen.insert(object)
    while !level.isEmpty {
      reached += level
      for object in level { try object.fulfill() }
      var next: [ManagedObject] = []
      for objects in Self.byEntity(level) { try readRelated(objects, &next) }
      level = next
    }
  }

  private static func byEntity(_ objects: [ManagedObject]) -> [[ManagedObject]] {
    var places: [ObjectIdentifier: Int] = [:]
    var result: [[ManagedObject]] = []
    for object in objects {
      let entity = ObjectIdentifier(object.registry)
      let place = places[entity] ?? result.count
      if place == result.count {
        places[entity] = place
        result.append([])
      }
      result[place].append(object)
    }
    return result
  }

  /// - Parameter next: gets the objects to which the deletion spreads.
  private mutating func readRelated(_ objects: [ManagedObject], _ next: inout [ManagedObject]) throws {
    guard let registry = objects.first?.registry else { return }
    for link in registry.relationships.toOnes {
      let spreads = link.relationship.deleteRule == .cascade
      guard spreads || link.inverseSlot != nil else { continue }
      for object in objects {
        guard let key = object.referenceKey(link.slot) else { continue }
        let target = link.object(key)
        // A reference may dangle.
        guard (try? target.fulfill()) != nil else { continue }
        note(target, spreads, &next)
      }
    }
    for link in registry.relationships.toManys {
      let rule = link.relationship.deleteRule
      if link.isColumn, rule == .noAction || rule == .deny { continue }
      let faults = objects.filter {
        !$0.state.contains(.inserted) && $0.collections?[link.place].members == nil
      }
      try MemberLoader(link).loadAll(faults)
      for object in objects {
        for member in object.members(link) {
          try member.fulfill()
          note(member, rule == .cascade, &next)
        }
      }
    }
    for relationship in registry.entity.relationships where relationship.isImplicit && relationship.isToMany {
      try readImplicit(relationship, objects)
    }
  }

  private mutating func note(_ object: ManagedObject, _ spreads: Bool, _ next: inout [ManagedObject]) {
    if spreads {
      if object.exists, seen.insert(object).inserted { next.append(object) }
    } else {
      reached.append(object)
    }
  }

  /// Objects that lead here by a relationship whose model has no way back.
  private mutating func readImplicit(_ relationship: ResolvedRelationship, _ objects: [ManagedObject]) throws
  {
    guard let destination = core.knownRegistry(named: relationship.destination) else { return }
    let hierarchy = destination.hierarchy
    let owners = objects.filter { !$0.state.contains(.inserted) }.map(\.key).sorted()
    for start in stride(from: 0, to: owners.count, by: MemberLoader.batchLimit) {
      let query = MemberQuery(
        relationship, owners: Array(owners[start...].prefix(MemberLoader.batchLimit)),
        doomed: core.doomedKeys(of: hierarchy))
      let found = try core.store.members(query, isKnown: nil)
      var index = 0
      found.rows.forEachRow { key, location in
        defer { index += 1 }
        let owner =
          location.isKnown
          ? hierarchy.map[key]
          : hierarchy.adopt(
            key, found.rows.batches[Int(location.batch)], Int(location.row),
            isNoted: core.notesReadRows)
        guard let owner else { return }
        reached.append(owner)
        referrers.add(owner, to: found.owners[index], relationship)
      }
    }
    guard case .join = relationship.storage else { return }
    let back = core.model.relationships[relationship.inverse]
    let keys = Set(objects.map(\.key))
    for owner in core.related + destination.hierarchy.entities.flatMap({ $0.inserted.objects })
    where owner.exists && owner.registry.isKind(of: destination) {
      guard let state = owner.collections?[back.place] else { continue }
      for key in state.changes?.added ?? Array(state.members ?? []) where keys.contains(key) {
        referrers.add(owner, to: key, relationship)
      }
    }
  }
}

/// Objects that lead to others by join tables whose model has no way back.
struct Referrers {
  private var owners: [Int: [Int64: [ManagedObject]]] = [:]

  mutating func add(_ owner: ManagedObject, to key: Int64, _ relationship: ResolvedRelationship) {
    guard case .join = relationship.storage else { return }
    owners[relationship.index, default: [:]][key, default: []].append(owner)
  }

  /// Takes an object out of the lists of those that lead to it; the rules alone would do it in silence.
  func unlink(_ object: ManagedObject) {
    for relationship in object.registry.entity.relationships where relationship.isImplicit {
      guard let owners = owners[relationship.index]?[object.key] else { continue }
      let back = object.registry.core.model.relationships[relationship.inverse]
      for owner in owners where owner.exists {
        guard let link = owner.registry.relationships.toMany(at: back.place), owner.hasMember(object, link)
        else {
          continue
        }
        owner.unlink(link, object)
      }
    }
  }
}

extension ContextCore {
  /// Reads what the rules of a deletion reach, so that it can be undone; why it could not is kept for the next
  /// throwing call.
  ///
  /// - Returns: who leads to what is reached without a way back.
  func readReach(of object: ManagedObject) -> Referrers {
    var reader = DeletionReader(self)
    do {
      try reader.read(object)
    } catch {
      record(error)
    }
    hold(reader.reached)
    return reader.referrers
  }

  /// Takes an object that is being deleted out of join tables, where the rules alone would do it in silence.
  func unlinkAll(_ object: ManagedObject, _ work: inout [ManagedObject]) {
    for link in object.registry.relationships.toManys where !link.isColumn {
      let members = object.members(link)
      switch link.relationship.deleteRule {
      case .cascade: work += members.filter(\.exists)
      case .deny where !object.state.contains(.inserted):
        deny(
          members.map { PendingDeletions.Denial(relationship: link.relationship, owner: object, member: $0) })
      case .deny, .nullify, .noAction: break
      }
      for member in members { object.unlink(link, member) }
    }
  }
}
