package import GraphValues

/// What a query needs to know of a stored property, small enough to copy on every lookup.
package struct PropertyKey: Sendable {
  package let slot: Int
  /// How the attribute's values are kept; nil for a to-one relationship.
  package let codec: AttributeCodec?
  package let isOptional: Bool
  package let isPersistent: Bool

  init(_ property: StoredProperty) {
    slot = property.slot
    codec = property.attribute?.codec
    isOptional = property.isOptional
    isPersistent = property.isPersistent
  }
}
