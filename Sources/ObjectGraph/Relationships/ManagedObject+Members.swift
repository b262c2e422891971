import GraphModel
import GraphValues

/// What is known of to-many relationships, kept while keys are set: the layer below the rules.
extension ManagedObject {
  /// Whether members were added to, or removed from, a to-many relationship since the last save.
  var hasRelationshipChanges: Bool {
    guard state.contains(.related), let collections else { return false }
    return collections.contains { $0.changes?.isEmpty == false }
  }

  /// Its relationships' states, made when first needed.
  func prepareCollections() {
    if collections == nil {
      collections = ContiguousArray(repeating: ToManyState(), count: registry.entity.placeCount)
    }
  }

  /// A member leads here now.
  func memberWasAdded(_ key: Int64, _ place: Int, order: Int64?) {
    prepareCollections()
    guard collections?.indices.contains(place) == true else { return }
    let isOrdered = registry.relationships.toMany(at: place)?.isOrdered ?? false
    if state.contains(.inserted) {
      if collections?[place].members == nil { collections?[place].members = [] }
    } else if !state.contains(.detached) {
      let isColumn = registry.relationships.toMany(at: place)?.isColumn ?? false
      changes(place).add(key, order: order, places: !isOrdered ? .none : isColumn ? .byMember : .byPair)
    }
    collections?[place].insert(key, order: isOrdered ? order ?? .max : nil)
  }

  /// A member has another place.
  func memberWasMoved(_ key: Int64, _ place: Int, order: Int64?) {
    guard collections?.indices.contains(place) == true else { return }
    collections?[place].insert(key, order: order ?? .max)
  }

  /// A member does not lead here any more.
  func memberWasRemoved(_ key: Int64, _ place: Int) {
    prepareCollections()
    guard collections?.indices.contains(place) == true else { return }
    let link = registry.relationships.toMany(at: place)
    let isOrdered = link?.isOrdered ?? false
    if !state.contains(.inserted) && !state.contains(.detached) {
      let keepsOrder = isOrdered && link?.isColumn == false
      changes(place).remove(key, order: keepsOrder ? collections?[place].order(of: key) : nil)
    }
    collections?[place].remove(key, isOrdered: isOrdered)
  }

  /// A member is deleted: it leaves the members that are known; the store sees to the rest.
  func memberWasDeleted(_ key: Int64, _ place: Int) {
    let link = registry.relationships.toMany(at: place)
    // Fewest counts are checked at save.
    if link?.relationship.isDemanding == true {
      prepareCollections()
      noteRelated()
    }
    guard collections?.indices.contains(place) == true else { return }
    let isOrdered = link?.isOrdered ?? false
    if collections?[place].changes?.contains(key) == true { collections?[place].changes?.remove(key) }
    collections?[place].remove(key, isOrdered: isOrdered)
    collections?[place].storedCount = nil
  }

  private func changes(_ place: Int) -> ToManyChanges {
    if let changes = collections?[place].changes { return changes }
    let changes = ToManyChanges()
    collections?[place].changes = changes
    noteRelated()
    return changes
  }

  /// Puts the object into the context's list of those with changed relationships.
  func noteRelated() {
    guard !state.contains(.related), state.isDisjoint(with: [.detached, .inserted]) else { return }
    state.insert(.related)
    if core.isAbandoned {
      core.hasHeldChanges = true
      return
    }
    core.related.append(self)
  }

  /// The members' keys in order, for which a fault is read; empty where that fails, and the reason is recorded.
  func memberKeys(_ link: ToManyLink) -> ArraySlice<Int64> {
    settleDeletions()
    if let members = collections?[link.place].members { return members }
    if state.contains(.inserted) || state.contains(.detached) { return [] }
    do {
      try MemberLoader(link).load(for: self)
    } catch {
      core.record(error)
    }
    return collections?[link.place].members ?? []
  }

  /// Whether an object is a member; of a fault of a join, one query asks the store.
  func hasMember(_ member: ManagedObject, _ link: ToManyLink) -> Bool {
    settleDeletions()
    if member.state.contains(.deleted) { return false }
    if let back = link.back(of: member) { return member.referenceKey(back.slot) == key }
    if let state = collections?[link.place], state.members != nil {
      return state.index(of: member.key, isOrdered: link.isOrdered) != nil
    }
    if state.contains(.inserted) || state.contains(.detached) || member.state.contains(.inserted) {
      return collections?[link.place].changes?.contains(member.key) ?? false
    }
    if let changes = collections?[link.place].changes {
      if changes.contains(member.key) { return true }
      if changes.removed.contains(member.key) { return false }
    }
    if core.hasHeldChanges {
      _ = memberKeys(link)
      return collections?[link.place].index(of: member.key, isOrdered: link.isOrdered) != nil
    }
    do {
      return try core.store.hasLink(link.relationship, owner: key, member: member.key)
    } catch {
      core.record(error)
      return false
    }
  }

  /// A place behind all members of an ordered to-many; nil where they are not known, which a save makes up for.
  func nextOrder(_ place: Int) -> Int64? {
    if state.contains(.inserted) {
      guard let orders = collections?[place].orders, let last = orders.last else { return OrderKeys.gap }
      return OrderKeys.after(last)
    }
    guard let state = collections?[place], state.members != nil else { return nil }
    return OrderKeys.after(state.orders.last.map { $0 == .max ? 0 : $0 })
  }
}
