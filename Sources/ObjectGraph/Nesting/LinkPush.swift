import GraphModel
import GraphValues

/// A child's changes of a join table become those of its parent's objects, on both sides.
struct LinkPush {
  private let links: ChangeSet.Links
  private let parent: ContextCore
  /// The side that the model names.
  private let side: ResolvedRelationship
  /// Whether that is the target's.
  private let isTurned: Bool

  init(_ links: ChangeSet.Links, _ parent: ContextCore) {
    self.links = links
    self.parent = parent
    let join = parent.model.joins[links.join]
    isTurned = parent.model.relationships[join.source].isImplicit
    side = parent.model.relationships[isTurned ? join.target : join.source]
  }

  func apply() {
    for link in links.removed { remove(link) }
    for link in links.added { add(link) }
    for link in links.reordered { add(link) }
  }

  /// One side of a pair.
  private struct End {
    let object: ManagedObject
    let link: ToManyLink
    let member: ManagedObject
    let order: Int64

    var isMember: Bool? {
      guard let state = object.collections?[link.place] else { return nil }
      if state.members != nil { return state.index(of: member.key, isOrdered: link.isOrdered) != nil }
      if state.changes?.contains(member.key) == true { return true }
      if state.changes?.removed.contains(member.key) == true { return false }
      return nil
    }

    func add() {
      // A list takes a place only while it is known.
      if link.isOrdered { _ = object.memberKeys(link) }
      guard isMember != true else { return reorder() }
      object.memberWasAdded(member.key, link.place, order: link.isOrdered ? order : nil)
    }

    func remove() {
      if isMember != false { object.memberWasRemoved(member.key, link.place) }
    }

    private func reorder() {
      guard link.isOrdered, object.order(of: member.key, link) != order else { return }
      if !object.state.contains(.inserted) { object.noteReordered(member.key, link.place) }
      object.collections?[link.place].insert(member.key, order: order)
    }
  }

  /// The sides of a pair that have a list.
  private func ends(_ link: ChangeSet.Link) -> [End] {
    let (ownerKey, memberKey) = isTurned ? (link.target, link.source) : (link.source, link.target)
    let (order, backOrder) =
      isTurned ? (link.targetOrder, link.sourceOrder) : (link.sourceOrder, link.targetOrder)
    guard let registry = parent.knownRegistry(named: side.owner) else { return [] }
    let owner = registry.hierarchy.object(forKey: ownerKey, as: registry)
    guard let forth = owner.registry.relationships.toMany(at: side.place) else { return [] }
    let member = forth.object(memberKey)
    guard owner.exists, member.exists else { return [] }
    var ends = [End(object: owner, link: forth, member: member, order: order)]
    if let place = forth.backPlace(), !(forth.isSelfInverse && member === owner),
      let back = member.registry.relationships.toMany(at: place)
    {
      ends.append(End(object: member, link: back, member: owner, order: backOrder))
    }
    return ends
  }

  private func add(_ link: ChangeSet.Link) {
    let ends = ends(link)
    if let end = ends.first, end.object.registry.isJournaling {
      if end.object.hasMember(end.member, end.link) {
        parent.journalLinkState(end.object, end.link, end.member.key)
      } else {
        parent.journalLink(end.object, end.link, end.member.key)
      }
    }
    for end in ends { end.add() }
  }

  private func remove(_ link: ChangeSet.Link) {
    let ends = ends(link)
    if let end = ends.first, end.object.registry.isJournaling {
      parent.journalLinkState(end.object, end.link, end.member.key)
    }
    for end in ends { end.remove() }
  }
}
