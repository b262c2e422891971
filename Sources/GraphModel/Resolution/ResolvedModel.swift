import GraphValues

/// A checked model with its inheritance, its relationships and their storage worked out.
package final class ResolvedModel: Sendable {
  package let model: EntityModel
  /// The entities in the model's order.
  package let entities: [ResolvedEntity]
  /// The entities at the roots of their hierarchies: one table each.
  package let roots: [ResolvedEntity]
  /// The relationships in the model's order, then the implicit ones.
  package let relationships: [ResolvedRelationship]
  /// The join tables.
  package let joins: [JoinDescription]
  private let indexes: [String: Int]
  private let families: [String: [ResolvedEntity]]
  private let slots: [String: [StoredProperty]]
  private let fullTexts: [String: ResolvedFullText]

  /// - Parameter model: a checked model: parents exist and do not run in circles, relationships lead to
  ///   entities that there are.
  package init(_ model: EntityModel) {
    self.model = model
    let hierarchies = Hierarchies(model.entities)
    let links = RelationshipLinks(model.entities)
    let numbering = hierarchies.families.mapValues { SlotNumbering($0, links: links) }
    let layouts = numbering.mapValues { RowLayout(kinds: $0.slots.map(\.slotKind)) }
    let resolution = RelationshipResolution(links, hierarchies: hierarchies, numbering: numbering)
    let relationships = resolution.relationships
    let derivations = DerivationResolution(hierarchies: hierarchies, numbering: numbering)
    entities = model.entities.enumerated().map { index, description in
      guard let member = hierarchies.members[description.name], let numbers = numbering[member.root],
        let layout = layouts[member.root]
      else { preconditionFailure("\(description.name) is of a model that was not checked.") }
      let line = hierarchies.line(of: description.name)
      let sides = line.flatMap { links.sidesOfOwner[$0.name] ?? [] }.map { relationships[$0] }
      return ResolvedEntity(
        description, member: member, index: index, line: line, numbering: numbers, layout: layout,
        relationships: sides.filter { !$0.isImplicit } + sides.filter(\.isImplicit),
        derivations: derivations.derivations(of: line, in: numbers, relationships: sides))
    }
    self.relationships = relationships
    joins = resolution.joins
    roots = entities.filter { $0.rootName == $0.name }
    indexes = Dictionary(entities.map { ($0.name, $0.index) }, uniquingKeysWith: { first, _ in first })
    families = Dictionary(grouping: entities, by: \.rootName).mapValues {
      $0.sorted { $0.number < $1.number }
    }
    slots = numbering.mapValues(\.slots)
    fullTexts = families.compactMapValues { family in
      family.first.flatMap { root in
        ResolvedFullText(family.map(\.description), slots: numbering[root.name]?.slots ?? [])
      }
    }
  }

  package subscript(name: String) -> ResolvedEntity? { indexes[name].map { entities[$0] } }

  /// The entities of a hierarchy in the order of their numbers.
  package func family(ofRoot root: String) -> [ResolvedEntity] { families[root] ?? [] }

  /// What each slot of a hierarchy holds, visible and hidden, of all its entities: the columns of its table.
  ///
  /// Siblings' properties of one name share a slot; it is optional here where any of them is.
  package func hierarchyProperties(ofRoot root: String) -> [StoredProperty] { slots[root] ?? [] }

  /// The full-text index of a hierarchy; nil where none of its entities declares one.
  package func fullText(ofRoot root: String) -> ResolvedFullText? { fullTexts[root] }

  /// The entity that a relationship leads to.
  package func destination(of relationship: ResolvedRelationship) -> ResolvedEntity {
    guard let index = indexes[relationship.destination] else {
      preconditionFailure("There is no entity \(relationship.destination): the model was not checked.")
    }
    return entities[index]
  }

  /// The relationship that leads back; of a self-inverse one: itself.
  package func inverse(of relationship: ResolvedRelationship) -> ResolvedRelationship {
    relationships[relationship.inverse]
  }
}
