import GraphModel
import GraphValues

/// A to-one relationship of an entity, with what setting it has to know.
final class ToOneLink {
  let relationship: ResolvedRelationship
  let slot: Int
  /// The slot of the object's place in the list of the other one.
  let orderSlot: Int?
  /// The entity it leads to.
  unowned(unsafe) let destination: EntityRegistry
  let inverse: ResolvedRelationship
  /// The place of the to-many that leads back, where the model has one.
  let inversePlace: Int?
  /// The slot of the to-one that leads back.
  let inverseSlot: Int?

  init(
    _ relationship: ResolvedRelationship, slot: Int, orderSlot: Int?, destination: EntityRegistry,
    inverse: ResolvedRelationship
  ) {
    self.relationship = relationship
    self.slot = slot
    self.orderSlot = orderSlot
    self.destination = destination
    self.inverse = inverse
    if case .column(let slot, _) = inverse.storage { inverseSlot = slot } else { inverseSlot = nil }
    inversePlace = inverse.isToMany && !inverse.isImplicit ? inverse.place : nil
  }

  /// The object of a key on the other side: the registered one, or a fault.
  func object(_ key: Int64) -> ManagedObject { destination.hierarchy.object(forKey: key, as: destination) }
}

/// A to-many relationship of an entity, with what changing it has to know.
final class ToManyLink {
  let relationship: ResolvedRelationship
  let place: Int
  unowned(unsafe) let destination: EntityRegistry
  let inverse: ResolvedRelationship

  var isOrdered: Bool { relationship.isOrdered }

  /// Whether a to-one of the members leads back: they hold the owner's key.
  var isColumn: Bool { if case .inverseColumn = relationship.storage { true } else { false } }

  /// Whether both sides are one relationship.
  var isSelfInverse: Bool { relationship.inverse == relationship.index }

  init(_ relationship: ResolvedRelationship, destination: EntityRegistry, inverse: ResolvedRelationship) {
    self.relationship = relationship
    self.place = relationship.place
    self.destination = destination
    self.inverse = inverse
  }

  /// The object of a key on the other side: the registered one, or a fault.
  func object(_ key: Int64) -> ManagedObject { destination.hierarchy.object(forKey: key, as: destination) }

  /// The to-one by which a member leads back to its owner.
  func back(of member: ManagedObject) -> ToOneLink? {
    guard case .inverseColumn(let slot, _) = relationship.storage else { return nil }
    return member.registry.relationships.toOne(at: slot)
  }

  /// The to-many by which a member leads back, in a join table, where the model has one.
  func backPlace() -> Int? {
    guard case .join = relationship.storage, !inverse.isImplicit else { return nil }
    return inverse.place
  }
}

/// Counts and sums over a join table, of which objects of an entity are the members.
struct JoinDerivation {
  /// Where the objects are that have the counts and sums.
  unowned(unsafe) let owners: HierarchyRegistry
  /// The place of the to-many that leads to them; nil where the model has none.
  let place: Int?
  /// The slots of the members that are summed.
  let slots: [Int]
}

/// The relationships of an entity, own and inherited, by slot and place.
final class EntityLinks {
  let toOnes: [ToOneLink]
  let toManys: [ToManyLink]
  /// Whether an object's to-ones have to be known when it is deleted: for what follows it, stands in its way or counts
  /// it.
  let decideDeletions: Bool
  /// What the store derives from the objects for others, by join tables.
  let derivedOverJoins: [JoinDerivation]
  private let bySlot: [ToOneLink?]
  private let byPlace: [ToManyLink?]

  init(_ registry: EntityRegistry) {
    let entity = registry.entity
    let model = registry.core.model
    var bySlot = [ToOneLink?](repeating: nil, count: entity.layout.kinds.count)
    var byPlace = [ToManyLink?](repeating: nil, count: entity.placeCount)
    for relationship in entity.relationships where !relationship.isImplicit {
      guard let destination = registry.core.knownRegistry(named: relationship.destination) else { continue }
      let inverse = model.relationships[relationship.inverse]
      if case .column(let slot, let orderSlot) = relationship.storage {
        bySlot[slot] = ToOneLink(
          relationship, slot: slot, orderSlot: orderSlot, destination: destination, inverse: inverse)
      } else {
        byPlace[relationship.place] = ToManyLink(relationship, destination: destination, inverse: inverse)
      }
    }
    self.bySlot = bySlot
    self.byPlace = byPlace
    toOnes = bySlot.compactMap { $0 }
    decideDeletions = toOnes.contains { link in
      link.relationship.deleteRule == .cascade || link.relationship.deleteRule == .deny
        || link.inverseSlot != nil
        || link.inverse.isDemanding
    }
    toManys = byPlace.compactMap { $0 }
    derivedOverJoins = entity.relationships.compactMap { relationship in
      guard case .join = relationship.storage,
        let owners = registry.core.knownRegistry(named: relationship.destination)?.hierarchy
      else { return nil }
      let slots = owners.entities.flatMap { $0.entity.derivations }.compactMap { derivation -> [Int]? in
        switch derivation.kind {
        case .count(let list) where list.index == relationship.inverse: []
        case .sum(let list, let slot) where list.index == relationship.inverse: [slot]
        default: nil
        }
      }
      if slots.isEmpty { return nil }
      return JoinDerivation(
        owners: owners, place: relationship.isImplicit ? nil : relationship.place, slots: slots.flatMap { $0 }
      )
    }
  }

  func toOne(at slot: Int) -> ToOneLink? { bySlot.indices.contains(slot) ? bySlot[slot] : nil }

  func toMany(at place: Int) -> ToManyLink? { byPlace.indices.contains(place) ? byPlace[place] : nil }
}

extension ResolvedRelationship {
  /// Whether a to-many may lead to too few objects.
  var isDemanding: Bool { isToMany && ((minimumCount ?? 0) > 0 || !isOptional) }
}

extension EntityRegistry {
  /// Its relationships.
  var relationships: EntityLinks {
    if let links { return links }
    let made = EntityLinks(self)
    links = made
    return made
  }
}
