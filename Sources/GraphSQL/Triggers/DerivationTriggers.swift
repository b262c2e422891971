import GraphModel
import GraphValues

/// The triggers that keep the derived counts and sums of a model.
struct DerivationTriggers {
  let model: ResolvedModel
  let tables: [String: TableLayout]
  let joins: [JoinTableLayout]

  /// All of them, in an order that does not depend on that of the model's file, so that one fingerprint has one
  /// schema.
  func triggers(names: inout SchemaNames) -> [TriggerLayout] {
    var result: [TriggerLayout] = []
    for entity in model.entities.sorted(by: { ($0.rootName, $0.number) < ($1.rootName, $1.number) }) {
      let own = entity.derivations.compactMap { derivation -> (column: String, triggers: [TriggerLayout])? in
        guard let property = entity.properties.first(where: { $0.slot == derivation.slot }),
          property.owner == entity.name
        else { return nil }
        let column = TableLayout.columnName(of: property)
        return (column, triggers(derivation, column, entity))
      }
      for (_, triggers) in own.sorted(by: { $0.column < $1.column }) {
        for trigger in triggers { result.append(trigger.named(names.name(trigger.name))) }
      }
    }
    return result
  }

  private func triggers(
    _ derivation: Derivation, _ column: String, _ entity: ResolvedEntity
  ) -> [TriggerLayout] {
    guard let relationship = derivation.kind.relationship, let owner = tables[entity.rootName] else {
      return []
    }
    let destination = model.destination(of: relationship)
    guard let member = tables[destination.rootName], let value = value(derivation, member) else { return [] }
    let derived = DerivedColumn(
      entity: entity, owner: owner, member: member, destination: destination, column: column, value: value)
    let name = { (event: String) in "_\(owner.tableName)_\(column)_\(event)" }
    switch relationship.storage {
    case .column: return []
    case .inverseColumn(let slot, _):
      guard let foreignKey = member.column(ofSlot: slot)?.name else { return [] }
      return ColumnTriggers(derived: derived, foreignKey: foreignKey, name: name).triggers
    case .join(let index, let isSource):
      return JoinTriggers(derived: derived, join: joins[index], isSource: isSource, name: name).triggers
    }
  }

  private func value(_ derivation: Derivation, _ member: TableLayout) -> DerivedColumn.Value? {
    guard case .sum(_, let slot) = derivation.kind else { return .count }
    return member.column(ofSlot: slot).map {
      .sum(column: $0.name, isReal: $0.property.slotKind == .real)
    }
  }
}

extension Derivation {
  /// Whether the store keeps it, by triggers.
  var isKeptByTriggers: Bool { kind.relationship != nil }
}

extension Derivation.Kind {
  /// The relationship whose members are counted or summed.
  fileprivate var relationship: ResolvedRelationship? {
    switch self {
    case .count(let relationship), .sum(let relationship, _): relationship
    case .lowercase, .canonical, .now: nil
    }
  }
}
