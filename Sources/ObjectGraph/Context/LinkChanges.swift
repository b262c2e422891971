import GraphModel
import GraphValues

/// What a save changes in join tables.
///
/// Both objects of a pair know of a change; it is written once, from the side that the table calls its source.
struct LinkChanges {
  private(set) var links: [ChangeSet.Links] = []
  private let core: ContextCore

  init(_ core: ContextCore) {
    self.core = core
    for join in core.model.joins {
      var changes = ChangeSet.Links(join: join.index)
      let relationship = core.model.relationships[join.source]
      // A source side that the model does not name knows nothing: the other side has it all.
      let isTurned = relationship.isImplicit
      let side = isTurned ? core.model.relationships[join.target] : relationship
      for object in changed(side) {
        guard let link = object.registry.relationships.toMany(at: side.place),
          let state = object.collections?[link.place]
        else { continue }
        add(object, link, state, isTurned, &changes)
      }
      if !join.isSelfInverse, !isTurned, join.targetIsOrdered { addMoves(join, &changes) }
      if !changes.isEmpty { links.append(changes) }
    }
  }

  /// The objects whose links may have changed, of the entities that have the relationship.
  private func changed(_ side: ResolvedRelationship) -> [ManagedObject] {
    guard let owner = core.knownRegistry(named: side.owner) else { return [] }
    var result: [ManagedObject] = []
    for registry in owner.hierarchy.entities where registry.isKind(of: owner) {
      for object in registry.inserted.inKeyOrder where object.collections != nil { result.append(object) }
    }
    for object in core.related
    where object.registry.isKind(of: owner) && object.state.isDisjoint(with: [.deleted, .detached]) {
      result.append(object)
    }
    return result
  }

  private func add(
    _ object: ManagedObject, _ link: ToManyLink, _ state: ToManyState, _ isTurned: Bool,
    _ changes: inout ChangeSet.Links
  ) {
    let key = object.key
    func entry(_ member: Int64) -> ChangeSet.Link {
      let own = order(of: member, in: object, link)
      let other = link.backPlace().flatMap { place -> Int64? in
        guard let back = link.destination.hierarchy.map[member]?.registry.relationships.toMany(at: place),
          back.isOrdered
        else { return nil }
        return self.order(of: key, in: link.object(member), back)
      }
      return isTurned
        ? ChangeSet.Link(source: member, target: key, sourceOrder: other ?? 0, targetOrder: own)
        : ChangeSet.Link(source: key, target: member, sourceOrder: own, targetOrder: other ?? 0)
    }
    // Of a pair of one relationship the smaller key is the source.
    func isWritten(_ member: Int64) -> Bool {
      if link.isSelfInverse, member < key { return false }
      return link.destination.hierarchy.map[member]?.state.isDisjoint(with: [.deleted, .detached]) ?? true
    }
    if object.state.contains(.inserted) {
      for member in state.members ?? [] where isWritten(member) { changes.added.append(entry(member)) }
      return
    }
    guard let difference = state.changes else { return }
    for member in difference.added where isWritten(member) { changes.added.append(entry(member)) }
    for member in difference.removed.sorted() where !link.isSelfInverse || member >= key {
      changes.removed.append(
        isTurned ? ChangeSet.Link(source: member, target: key) : ChangeSet.Link(source: key, target: member))
    }
    for member in difference.reordered.sorted() where isWritten(member) {
      changes.reordered.append(entry(member))
    }
    if link.isSelfInverse {
      // The other end's list may have been put in order alone.
      for member in difference.reordered.sorted() where member < key {
        guard let back = link.destination.hierarchy.map[member] else { continue }
        changes.reordered.append(
          ChangeSet.Link(
            source: member, target: key, sourceOrder: order(of: key, in: back, link),
            targetOrder: order(of: member, in: object, link)))
      }
    }
  }

  /// Places that changed on the side of the targets alone.
  private func addMoves(_ join: JoinDescription, _ changes: inout ChangeSet.Links) {
    let side = core.model.relationships[join.target]
    if side.isImplicit { return }
    var known = Set(changes.added.map { Pair($0) }).union(changes.reordered.map { Pair($0) })
    for object in changed(side) {
      guard let link = object.registry.relationships.toMany(at: side.place),
        let difference = object.collections?[link.place].changes
      else { continue }
      for member in difference.reordered.sorted() {
        // The member itself may have been let go since: nothing of its own has changed.
        let source = link.object(member)
        guard source.state.isDisjoint(with: [.deleted, .detached]),
          known.insert(Pair(source: member, target: object.key)).inserted
        else { continue }
        var sourceOrder: Int64 = 0
        if join.sourceIsOrdered, let place = link.backPlace(),
          let back = source.registry.relationships.toMany(at: place)
        {
          sourceOrder = order(of: object.key, in: source, back)
        }
        changes.reordered.append(
          ChangeSet.Link(
            source: member, target: object.key, sourceOrder: sourceOrder,
            targetOrder: order(of: member, in: object, link)))
      }
    }
  }

  /// A member's place in an object's list, which is read for it; 0 where it has no order.
  private func order(of member: Int64, in object: ManagedObject, _ link: ToManyLink) -> Int64 {
    object.order(of: member, link) ?? 0
  }

  private struct Pair: Hashable {
    let source: Int64
    let target: Int64

    init(source: Int64, target: Int64) {
      self.source = source
      self.target = target
    }

    init(_ link: ChangeSet.Link) { self.init(source: link.source, target: link.target) }
  }
}
