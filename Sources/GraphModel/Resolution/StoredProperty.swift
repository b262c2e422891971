package import GraphValues

/// A property of an entity hierarchy that has a slot in its packed rows: an attribute or a to-one
/// relationship.
package struct StoredProperty: Sendable {
  /// What the property is.
  package enum Kind: Sendable {
    case attribute(AttributeDescription)
    case toOne(RelationshipDescription)
  }

  package let name: String
  package let kind: Kind
  /// The name of the entity that declares it.
  package let owner: String
  /// Its place in the packed rows of the hierarchy.
  package let slot: Int
  package let isOptional: Bool

  package var attribute: AttributeDescription? {
    if case .attribute(let attribute) = kind { attribute } else { nil }
  }

  package var relationship: RelationshipDescription? {
    if case .toOne(let relationship) = kind { relationship } else { nil }
  }

  /// Whether the store has a column for it.
  package var isPersistent: Bool { attribute?.isTransient != true }

  package var slotKind: SlotKind { attribute?.codec.slotKind ?? .integer }
}
