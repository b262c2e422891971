import GraphValues

/// Numbers the slots and the to-many places of one hierarchy.
///
/// Parents come before children. An entity's attributes and composites stand first in the order of the file,
/// then its to-ones, each with its hidden companion behind it where its inverse is ordered. Properties of one
/// name that siblings declare share a slot. To-manys are numbered in the same order, the implicit ones behind
/// all others, so that a relationship that is added elsewhere does not move the others' places.
struct SlotNumbering {
  /// What each slot of the hierarchy holds: the first property that was given it.
  private(set) var slots: [StoredProperty] = []
  /// The visible properties that each entity declares, by its name.
  private(set) var visible: [String: [StoredProperty]] = [:]
  /// The hidden properties beside what each entity declares, by its name.
  private(set) var hidden: [String: [StoredProperty]] = [:]
  /// The composites that each entity declares, by its name.
  private(set) var composites: [String: [ResolvedComposite]] = [:]
  /// The place of each to-many, by its place among the sides.
  private(set) var places: [Int: Int] = [:]
  private var slotOfName: [String: Int] = [:]

  init(_ family: [EntityDescription], links: RelationshipLinks) {
    for entity in family {
      for element in entity.attributeElements { add(element, of: entity.name) }
      for index in links.sidesOfOwner[entity.name] ?? [] {
        guard let relationship = links.sides[index].description, !relationship.isToMany else { continue }
        let property = add(
          relationship.name, .toOne(relationship), owner: entity.name, isOptional: relationship.isOptional)
        visible[entity.name, default: []].append(property)
        if links.hasOrder(index) {
          let companion = add(
            "_\(relationship.name)_order", .order(relationship), owner: entity.name, isOptional: true)
          hidden[entity.name, default: []].append(companion)
        }
      }
    }
    numberPlaces(family, links)
  }

  /// The slot of a property that an entity of the hierarchy declares.
  func slot(named name: String) -> Int? { slotOfName[name] }

  private mutating func add(_ element: AttributeElement, of owner: String) {
    switch element {
    case .attribute(let attribute):
      let property = add(
        attribute.name, .attribute(attribute), owner: owner, isOptional: attribute.isOptional)
      visible[owner, default: []].append(property)
    case .composite(let composite):
      let members = composite.attributes.map { attribute in
        add(
          "\(composite.name).\(attribute.name)", .attribute(attribute), owner: owner,
          isOptional: composite.isOptional || attribute.isOptional, composite: composite)
      }
      visible[owner, default: []] += members
      composites[owner, default: []].append(
        ResolvedComposite(
          description: composite, name: composite.name, owner: owner, isOptional: composite.isOptional,
          slots: members.map(\.slot)))
    }
  }

  private mutating func add(
    _ name: String, _ kind: StoredProperty.Kind, owner: String, isOptional: Bool,
    composite: CompositeDescription? = nil
  ) -> StoredProperty {
    let slot = slotOfName[name] ?? slots.count
    let property = StoredProperty(
      name: name, kind: kind, owner: owner, slot: slot, isOptional: isOptional, composite: composite)
    if slot == slots.count {
      slotOfName[name] = slot
      slots.append(property)
    } else if isOptional, !slots[slot].isOptional {
      // The column takes what any of the entities allows.
      slots[slot] = StoredProperty(
        name: name, kind: slots[slot].kind, owner: slots[slot].owner, slot: slot, isOptional: true,
        composite: slots[slot].composite)
    }
    return property
  }

  private mutating func numberPlaces(_ family: [EntityDescription], _ links: RelationshipLinks) {
    for isImplicit in [false, true] {
      for entity in family {
        for index in links.sidesOfOwner[entity.name] ?? []
        where links.sides[index].isToMany && (links.sides[index].description == nil) == isImplicit {
          places[index] = places.count
        }
      }
    }
  }
}
