package import GraphValues

/// A property of an entity hierarchy that has a slot in its packed rows: an attribute, a to-one relationship,
/// or the hidden companion of one.
package struct StoredProperty: Sendable {
  /// What the property is.
  package enum Kind: Sendable {
    case attribute(AttributeDescription)
    case toOne(RelationshipDescription)
    /// The object's place in the ordered inverse of this to-one: an integer that only the store and the graph
    /// see, named `_<name>_order`.
    case order(RelationshipDescription)
  }

  /// The name, which is the column's; of a composite's member `<composite>.<member>`.
  package let name: String
  package let kind: Kind
  /// The name of the entity that declares it.
  package let owner: String
  /// Its place in the packed rows of the hierarchy.
  package let slot: Int
  /// Whether it may be null: also where the composite that it is a member of may be missing.
  package let isOptional: Bool
  /// The composite that it is a member of.
  package let composite: CompositeDescription?

  package var attribute: AttributeDescription? {
    if case .attribute(let attribute) = kind { attribute } else { nil }
  }

  package var relationship: RelationshipDescription? {
    if case .toOne(let relationship) = kind { relationship } else { nil }
  }

  /// The value that a new object begins with.
  ///
  /// A composite that may be missing is missing in a new object, whatever its members' defaults are: those are
  /// the generated struct's.
  package var defaultValue: AttributeDefault? {
    composite?.isOptional == true ? nil : attribute?.defaultValue
  }

  /// Whether it is the hidden companion of a to-one.
  package var isHidden: Bool {
    if case .order = kind { true } else { false }
  }

  /// Whether the store has a column for it.
  package var isPersistent: Bool { attribute?.isTransient != true }

  package var slotKind: SlotKind { attribute?.codec.slotKind ?? .integer }
}
