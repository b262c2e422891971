import GraphValues

/// To-many relationships as people change them: both sides follow.
extension ManagedObject {
  /// Adds a member at the end; a member that is there stays where it is.
  func add(_ member: ManagedObject, _ link: ToManyLink) {
    if hasMember(member, link) { return }
    if let back = link.back(of: member) {
      member.relate(back, to: self)
    } else {
      self.link(link, member)
    }
  }

  /// Takes a member out; what is none is passed over.
  func remove(_ member: ManagedObject, _ link: ToManyLink) {
    guard hasMember(member, link) else { return }
    if let back = link.back(of: member) {
      member.relate(back, to: nil)
    } else {
      unlink(link, member)
    }
  }

  /// Puts a member at a place in an ordered list, in which it may be already.
  ///
  /// - Parameter index: the place it has afterwards, at most the number of members.
  func place(_ member: ManagedObject, at index: Int, _ link: ToManyLink) {
    _ = memberKeys(link)
    guard link.isOrdered, let state = collections?[link.place], let members = state.members else {
      return add(member, link)
    }
    var orders = Array(state.orders)
    var keys = Array(members)
    if let old = keys.firstIndex(of: member.key) {
      if old == index { return }
      keys.remove(at: old)
      orders.remove(at: old)
    }
    let index = min(max(index, 0), keys.count)
    let lower = index > 0 ? orders[index - 1] : nil
    let upper = index < orders.count ? orders[index] : nil
    if let order = OrderKeys.between(lower, upper), order != .max, order != .min {
      return setPlace(order, of: member, link)
    }
    let (range, places) = OrderKeys.renumbering(orders[...], inserting: index)
    let others = Array(keys[range.lowerBound..<index]) + [member.key] + Array(keys[index..<range.upperBound])
    for (key, order) in zip(others, places) { setPlace(order, of: link.object(key), link) }
  }

  /// Gives a member, who may be none yet, a place in an ordered list.
  func setPlace(_ order: Int64, of member: ManagedObject, _ link: ToManyLink) {
    if let back = link.back(of: member) {
      member.relate(back, to: self, order: order)
    } else if hasMember(member, link) {
      if registry.isJournaling { core.journalLinkState(self, link, member.key) }
      if !state.contains(.inserted) { noteReordered(member.key, link.place) }
      collections?[link.place].insert(member.key, order: order)
    } else {
      self.link(link, member, order: order)
    }
  }

  /// Enters a pair into a join table, on both sides.
  ///
  /// - Parameter order: the member's place here; nil for the end.
  func link(_ link: ToManyLink, _ member: ManagedObject, order: Int64? = nil) {
    if registry.isJournaling { core.journalLink(self, link, member.key) }
    if link.isOrdered, order == nil, !state.contains(.inserted) { _ = memberKeys(link) }
    memberWasAdded(member.key, link.place, order: order ?? nextOrder(link.place))
    guard let place = link.backPlace(), !(link.isSelfInverse && member === self) else { return }
    if member.registry.relationships.toMany(at: place)?.isOrdered == true, !member.state.contains(.inserted),
      let back = member.registry.relationships.toMany(at: place)
    {
      _ = member.memberKeys(back)
    }
    member.memberWasAdded(key, place, order: member.nextOrder(place))
  }

  /// Takes a pair out of a join table, on both sides.
  func unlink(_ link: ToManyLink, _ member: ManagedObject) {
    if registry.isJournaling { core.journalLinkState(self, link, member.key) }
    memberWasRemoved(member.key, link.place)
    guard let place = link.backPlace(), !(link.isSelfInverse && member === self) else { return }
    member.memberWasRemoved(key, place)
  }

  /// Notes that a join's member has another place.
  func noteReordered(_ key: Int64, _ place: Int) {
    prepareCollections()
    if collections?[place].changes == nil { collections?[place].changes = ToManyChanges() }
    guard let changes = collections?[place].changes else { return }
    if !changes.contains(key) { changes.reordered.insert(key) }
    noteRelated()
  }
}
