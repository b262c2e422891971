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
  /// Its own and inherited stored properties in slot order.
  package let properties: [StoredProperty]
  /// Its own and inherited to-many relationships.
  package let toManyRelationships: [RelationshipDescription]
  /// The slots of the whole hierarchy.
  package let layout: RowLayout
  /// The slot of each property's name.
  package let slots: [String: Int]
  /// What queries need of each stored property, by its name.
  package let keys: [String: PropertyKey]
  /// Its own and inherited uniqueness constraints.
  package let uniquenessConstraints: [[String]]

  package var isAbstract: Bool { description.isAbstract }

  init(
    description: EntityDescription, rootName: String, number: Int, index: Int, ancestors: [String],
    familyNumbers: [Int], properties: [StoredProperty], toManyRelationships: [RelationshipDescription],
    layout: RowLayout, uniquenessConstraints: [[String]]
  ) {
    self.description = description
    self.name = description.name
    self.rootName = rootName
    self.number = number
    self.index = index
    self.ancestors = ancestors
    self.familyNumbers = familyNumbers
    self.properties = properties
    self.toManyRelationships = toManyRelationships
    self.layout = layout
    self.slots = Dictionary(
      properties.map { ($0.name, $0.slot) }, uniquingKeysWith: { first, _ in first })
    self.keys = Dictionary(
      properties.map { ($0.name, PropertyKey($0)) }, uniquingKeysWith: { first, _ in first })
    self.uniquenessConstraints = uniquenessConstraints
  }

  /// The stored property of a name, or nil.
  package func property(named name: String) -> StoredProperty? {
    guard let slot = slots[name] else { return nil }
    return properties.first { $0.slot == slot }
  }
}
