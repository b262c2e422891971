import GraphModel

/// Which slots of a hierarchy hold the keys of other objects, and what of them.
struct ReferenceColumns {
  private var references: [Int: TableLayout.Reference] = [:]

  init(_ family: [ResolvedEntity], in model: ResolvedModel) {
    for entity in family {
      for relationship in entity.relationships where relationship.owner == entity.name {
        guard case .column(let slot, let orderSlot) = relationship.storage else { continue }
        let order = orderSlot.flatMap { orderSlot in
          entity.hiddenProperties.first { $0.slot == orderSlot }.map { TableLayout.columnName(of: $0) }
        }
        // Siblings that declare the same to-one share its column: it is what all of them allow.
        let shared = references[slot]
        references[slot] = TableLayout.Reference(
          table: model.destination(of: relationship).rootName,
          isForeignKey: (shared?.isForeignKey ?? true)
            && model.inverse(of: relationship).deleteRule != .noAction,
          orderColumn: order ?? shared?.orderColumn)
      }
    }
  }

  func reference(inSlot slot: Int) -> TableLayout.Reference? { references[slot] }
}
