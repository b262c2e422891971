import GraphValues

/// What can be asked of to-many relationships without reading them: how many members there are, and which is the first.
///
/// Nothing else than the answer is read, for the object and for those that were read together with it.
extension ManagedObject {
  /// The number of members; a fault stays one.
  func memberCount(_ link: ToManyLink) -> Int {
    settleDeletions()
    if let members = collections?[link.place].members { return members.count }
    if state.contains(.inserted) || state.contains(.detached) { return 0 }
    if core.hasHeldChanges { return memberKeys(link).count }
    var stored: Int
    do {
      stored = try storedMemberCount(link)
    } catch {
      core.record(error)
      return 0
    }
    guard let changes = collections?[link.place].changes else { return stored }
    if core.deletions.hasStored {
      // What is deleted as well is not counted twice.
      let map = link.destination.hierarchy.map
      stored -= changes.removed.count { map[$0]?.state.contains(.deleted) != true }
      return stored + changes.added.count { map[$0]?.state.contains(.deleted) != true }
    }
    return stored - changes.removed.count + changes.added.count
  }

  private func storedMemberCount(_ link: ToManyLink) throws -> Int {
    if core.deletions.hasStored {
      return try core.store.memberCount(MemberLoader(link).query([key], excludingDeleted: true))
    }
    if let known = collections?[link.place].storedCount { return known }
    let owners = MemberLoader(link).neighbours(of: self).filter {
      $0.collections?[link.place].storedCount == nil
    }
    let counts = try core.store.memberCounts(link.relationship, owners: owners.map(\.key))
    for owner in owners {
      owner.prepareCollections()
      owner.collections?[link.place].storedCount = counts[owner.key] ?? 0
    }
    return counts[key] ?? 0
  }

  /// The key of the first member; a fault stays one.
  func firstMemberKey(_ link: ToManyLink) -> Int64? {
    settleDeletions()
    guard isAsStored(link) else { return memberKeys(link).first }
    if let known = collections?[link.place].storedFirst { return known.key }
    do {
      let owners = MemberLoader(link).neighbours(of: self).filter {
        $0.collections?[link.place].storedFirst == nil && $0.isAsStored(link)
      }
      let firsts = try core.store.firstMembers(link.relationship, owners: owners.map(\.key))
      for owner in owners {
        owner.prepareCollections()
        owner.collections?[link.place].storedFirst = ToManyState.First(key: firsts[owner.key])
      }
      let faults = firsts.values.filter { !link.destination.hierarchy.hasRow($0) }
      if faults.count > 1 { link.destination.hierarchy.batchFaults(Set(faults).sorted()) }
      return firsts[key]
    } catch {
      core.record(error)
      return nil
    }
  }

  /// Whether the store knows the members as they are, and nobody has asked for them yet.
  private func isAsStored(_ link: ToManyLink) -> Bool {
    guard state.isDisjoint(with: [.inserted, .detached]), !core.deletions.hasStored, !core.hasHeldChanges,
      collections?[link.place].members == nil, collections?[link.place].changes?.isEmpty != false
    else { return false }
    // A member may have another place in the list, which it knows itself.
    return !link.isOrdered || !link.destination.hierarchy.entities.contains { !$0.updated.isEmpty }
  }
}
