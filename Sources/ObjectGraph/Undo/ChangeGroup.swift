import GraphModel
import GraphValues

/// Changes that are undone together: what each place of the graph that they touched held before the first of them.
///
/// The graph is what its places hold: which objects there are, the values in their slots (a to-one's key and the
/// place in the other's list among them), and the pairs in join tables with their orders. Taking a group back puts
/// into its places what they held, whatever has happened to them in between; noting what they hold at that moment
/// gives the group that does it all again.
final class ChangeGroup {
  struct ValuePlace: Hashable {
    let object: ManagedObject
    let slot: Int
  }

  /// A pair of a join table, seen from one of its sides: always the same one.
  struct LinkPlace: Hashable {
    let owner: ManagedObject
    let place: Int
    let member: Int64
  }

  enum LinkState: Equatable {
    case absent
    /// The member's place in the owner's list, and the owner's in the member's, where they have an order.
    case present(order: Int64?, backOrder: Int64?)
  }

  /// What the person did, for a menu.
  var actionName = ""
  /// Whether objects existed.
  private(set) var existence = FirstValues<ManagedObject, Bool>()
  private(set) var values = FirstValues<ValuePlace, AttributeValue>()
  private(set) var links = FirstValues<LinkPlace, LinkState>()
  /// Values of deleted objects whose files may be gone when the objects are to come back.
  private(set) var externalValues: [ValuePlace: AttributeValue] = [:]
  /// Members that stand in the way of deletions of this group.
  var denials: [PendingDeletions.Denial] = []
  /// Objects that delete rules are about to change, and that nobody else may hold until then.
  var held: [ManagedObject] = []

  var isEmpty: Bool { existence.isEmpty && values.isEmpty && links.isEmpty }

  func noteExistence(of object: ManagedObject, _ existed: Bool) { existence.note(object, existed) }

  /// Notes a value that is about to change; of an object that came to be in this group only what ties it to others,
  /// because it goes, and comes back, as a whole.
  func noteValue(of object: ManagedObject, _ slot: Int, _ before: AttributeValue) {
    if existence[object] == false, !object.registry.relationships.concerns(slot) { return }
    values.note(ValuePlace(object: object, slot: slot), before)
  }

  func hasValue(of object: ManagedObject, _ slot: Int) -> Bool {
    values[ValuePlace(object: object, slot: slot)] != nil
  }

  func noteLink(_ place: LinkPlace, _ state: LinkState) { links.note(place, state) }

  /// Keeps what an object that is about to be deleted has in files beside the store.
  func keepExternalValues(of object: ManagedObject) {
    guard object.rows != nil else { return }
    for property in object.registry.entity.properties where property.attribute?.isExternal == true {
      guard let value = object.currentValue(property.slot), !value.isNull else { continue }
      externalValues[ValuePlace(object: object, slot: property.slot)] = value
    }
  }

  /// Drops what is again as it was.
  func prune() {
    held = []
    existence.keep { object, existed in object.exists != existed }
    values.keep { place, before in
      (!place.object.state.contains(.detached) || existence[place.object] == true)
        && place.object.currentValue(place.slot) != before
    }
    links.keep { place, before in place.state != before }
    externalValues = externalValues.filter { existence[$0.key.object] != nil }
  }

  /// What the places hold now: the group that takes back what undoing this one does.
  func inverse() -> ChangeGroup {
    let result = ChangeGroup()
    result.actionName = actionName
    for object in existence.places { result.existence.note(object, object.exists) }
    for place in values.places {
      if let value = place.object.currentValue(place.slot) { result.values.note(place, value) }
    }
    for place in links.places { result.links.note(place, place.state) }
    return result
  }
}

extension ChangeGroup.LinkPlace {
  /// The place of a pair, from whichever of its sides it is seen.
  init(_ object: ManagedObject, _ link: ToManyLink, _ member: Int64) {
    let other = link.object(member)
    if link.isSelfInverse ? member < object.key : link.isTarget, let place = link.backPlace() {
      self.init(owner: other, place: place, member: object.key)
    } else {
      self.init(owner: object, place: link.place, member: member)
    }
  }

  var link: ToManyLink? { owner.registry.relationships.toMany(at: place) }

  /// Whether the pair is there now, and its orders.
  var state: ChangeGroup.LinkState {
    guard let link else { return .absent }
    let other = link.object(member)
    guard owner.exists, other.exists, owner.hasMember(other, link) else { return .absent }
    let back = link.backPlace().flatMap { other.registry.relationships.toMany(at: $0) }
    return .present(
      order: owner.order(of: member, link), backOrder: back.flatMap { other.order(of: owner.key, $0) })
  }
}

extension ToManyLink {
  /// Whether the other side's owners come first in the join table.
  fileprivate var isTarget: Bool {
    if case .join(_, let isSource) = relationship.storage { !isSource } else { false }
  }
}

extension EntityLinks {
  /// Whether a slot holds a to-one's key, or a place in the other's list.
  fileprivate func concerns(_ slot: Int) -> Bool { toOne(at: slot) != nil || toOne(orderedAt: slot) != nil }

  /// The to-one whose place in the other's list a slot holds.
  func toOne(orderedAt slot: Int) -> ToOneLink? { toOnes.first { $0.orderSlot == slot } }
}

extension ManagedObject {
  /// Whether it is an object of its context that is not deleted.
  var exists: Bool { state.isDisjoint(with: [.deleted, .detached]) }

  /// A member's place in an ordered list, which is read for it.
  func order(of member: Int64, _ link: ToManyLink) -> Int64? {
    guard link.isOrdered else { return nil }
    _ = memberKeys(link)
    return collections?[link.place].order(of: member)
  }
}
