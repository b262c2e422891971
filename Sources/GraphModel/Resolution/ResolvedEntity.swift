package import GraphValues

/// An entity with its inheritance worked out: what the graph and the store need at run time.
///
/// Slots are numbered over the whole hierarchy, the parents' properties first, so that a slot means the same
/// in every entity of it.
package final class ResolvedEntity: Sendable {
  package let description: EntityDescription
  package let name: String
  /// The name of the entity at the root of the hierarchy: the table's.
  package let rootName: String
  /// The entity's number within its hierarchy, 0 for the root: the value of the `_entity` column.
  package let number: Int
  /// The entity's place in the model.
  package let index: Int
  /// The parents' names, the nearest first.
  package let ancestors: [String]
  /// The numbers of this entity and all that inherit from it.
  package let familyNumbers: [Int]
  /// Its own and inherited stored properties that are seen from outside, in slot order.
  package let properties: [StoredProperty]
  /// The hidden companions of its own and inherited to-ones, in slot order.
  package let hiddenProperties: [StoredProperty]
  /// Its own and inherited relationships, the parents' first, then the implicit ones.
  package let relationships: [ResolvedRelationship]
  /// The to-many relationships of the whole hierarchy, implicit ones too.
  package let placeCount: Int
  /// Its own and inherited composites.
  package let composites: [ResolvedComposite]
  /// Its own and inherited derived attributes, in slot order.
  package let derivations: [Derivation]
  /// Its own and inherited to-many relationships that the model names.
  package let toManyRelationships: [RelationshipDescription]
  /// The slots of the whole hierarchy.
  package let layout: RowLayout
  /// The slot of each property's name.
  package let slots: [String: Int]
  /// What queries need of each stored property, by its name.
  package let keys: [String: PropertyKey]
  /// Its own and inherited uniqueness constraints.
  package let uniquenessConstraints: [[String]]
  private let propertyIndexes: [String: Int]
  private let relationshipIndexes: [String: Int]

  package var isAbstract: Bool { description.isAbstract }

  init(
    _ description: EntityDescription, member: Hierarchies.Member, index: Int, line: [EntityDescription],
    numbering: SlotNumbering, layout: RowLayout, relationships: [ResolvedRelationship],
    derivations: [Derivation]
  ) {
    self.description = description
    name = description.name
    rootName = member.root
    number = member.number
    self.index = index
    ancestors = member.line.dropLast().reversed()
    familyNumbers = Array(member.family)
    let properties = line.flatMap { numbering.visible[$0.name] ?? [] }.sorted { $0.slot < $1.slot }
    self.properties = properties
    hiddenProperties = line.flatMap { numbering.hidden[$0.name] ?? [] }.sorted { $0.slot < $1.slot }
    self.relationships = relationships
    placeCount = numbering.places.count
    composites = line.flatMap { numbering.composites[$0.name] ?? [] }
    self.derivations = derivations
    toManyRelationships = line.flatMap { $0.relationships.filter(\.isToMany) }
    self.layout = layout
    slots = Self.byName(properties, name: \.name) { $0.slot }
    keys = Self.byName(properties, name: \.name) { PropertyKey($0) }
    propertyIndexes = Self.byName(properties.enumerated(), name: \.element.name) { $0.offset }
    relationshipIndexes = Self.byName(
      relationships.enumerated().filter { !$0.element.isImplicit }, name: \.element.name
    ) { $0.offset }
    uniquenessConstraints = line.flatMap(\.uniquenessConstraints)
  }

  /// The stored property of a name, or nil; hidden ones are not found.
  package func property(named name: String) -> StoredProperty? {
    propertyIndexes[name].map { properties[$0] }
  }

  /// The own or inherited relationship of a name, or nil; implicit ones are not found.
  package func relationship(named name: String) -> ResolvedRelationship? {
    relationshipIndexes[name].map { relationships[$0] }
  }

  private static func byName<Element, Value>(
    _ elements: some Sequence<Element>, name: (Element) -> String, value: (Element) -> Value
  ) -> [String: Value] {
    Dictionary(elements.map { (name($0), value($0)) }, uniquingKeysWith: { first, _ in first })
  }
}
