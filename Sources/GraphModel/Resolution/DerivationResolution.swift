import GraphValues

/// Works out what the derived attributes of an entity are computed from.
struct DerivationResolution {
  let hierarchies: Hierarchies
  /// The slots of each hierarchy, by its root's name.
  let numbering: [String: SlotNumbering]

  /// The derived attributes of an entity, its own and inherited ones.
  ///
  /// - Parameter line: the descriptions of its parents and itself.
  func derivations(
    of line: [EntityDescription], in numbers: SlotNumbering, relationships: [ResolvedRelationship]
  ) -> [Derivation] {
    line.flatMap(\.attributes).compactMap { attribute in
      guard let text = attribute.derivation.flatMap({ DerivationText($0) }),
        let slot = numbers.slot(named: attribute.name),
        let kind = kind(text, in: numbers, relationships)
      else { return nil }
      return Derivation(slot: slot, kind: kind)
    }.sorted { $0.slot < $1.slot }
  }

  private func kind(
    _ text: DerivationText, in numbers: SlotNumbering, _ relationships: [ResolvedRelationship]
  ) -> Derivation.Kind? {
    let toMany = { (name: String) in
      relationships.first { $0.name == name && $0.isToMany && !$0.isImplicit }
    }
    switch text {
    case .count(let name): return toMany(name).map { .count($0) }
    case .sum(let name, let property):
      guard let relationship = toMany(name),
        let slot = numbering[hierarchies.root(of: relationship.destination)]?.slot(named: property)
      else { return nil }
      return .sum(relationship, slot: slot)
    case .lowercase(let property): return numbers.slot(named: property).map { .lowercase(slot: $0) }
    case .canonical(let property): return numbers.slot(named: property).map { .canonical(slot: $0) }
    case .now: return .now
    }
  }
}
