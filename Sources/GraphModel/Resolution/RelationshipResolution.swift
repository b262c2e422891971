/// Decides where every relationship of a model is stored.
struct RelationshipResolution {
  private(set) var relationships: [ResolvedRelationship] = []
  private(set) var joins: [JoinDescription] = []

  /// - Parameter numbering: the slots and places of each hierarchy, by its root's name.
  init(_ links: RelationshipLinks, hierarchies: Hierarchies, numbering: [String: SlotNumbering]) {
    var joinOfSide: [Int: Int] = [:]
    for (index, side) in links.sides.enumerated() {
      let back = links.sides[side.inverse]
      let storage: ResolvedRelationship.Storage
      if !side.isToMany {
        let slots = Self.slots(of: side, numbering[hierarchies.root(of: side.owner)])
        storage = .column(slot: slots.slot, orderSlot: links.hasOrder(index) ? slots.orderSlot : nil)
      } else if !back.isToMany {
        let slots = Self.slots(of: back, numbering[hierarchies.root(of: back.owner)])
        storage = .inverseColumn(slot: slots.slot, orderSlot: side.isOrdered ? slots.orderSlot : nil)
      } else if !links.namesJoin(index) {
        storage = .join(index: joinOfSide[index] ?? 0, isSource: false)
      } else {
        storage = .join(index: joins.count, isSource: true)
        joinOfSide[side.inverse] = joins.count
        joins.append(
          JoinDescription(
            index: joins.count, tableName: "_\(side.owner)_\(side.name)", source: index,
            target: side.inverse, sourceRoot: hierarchies.root(of: side.owner),
            targetRoot: hierarchies.root(of: side.destination), sourceIsOrdered: side.isOrdered,
            targetIsOrdered: back.isOrdered))
      }
      let place = numbering[hierarchies.root(of: side.owner)]?.places[index] ?? -1
      relationships.append(ResolvedRelationship(side, storage: storage, index: index, place: place))
    }
  }

  private static func slots(
    of side: RelationshipLinks.Side, _ numbering: SlotNumbering?
  ) -> (slot: Int, orderSlot: Int?) {
    guard let numbering, let slot = numbering.slot(named: side.name) else {
      preconditionFailure("The relationship \(side.owner).\(side.name) is of a model that was not checked.")
    }
    return (slot, numbering.slot(named: "_\(side.name)_order"))
  }
}
