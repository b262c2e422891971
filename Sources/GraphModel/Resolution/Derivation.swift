/// How a derived attribute is computed.
package struct Derivation: Sendable {
  /// The rule.
  package enum Kind: Sendable {
    /// The number of a to-many's members.
    case count(ResolvedRelationship)
    /// The sum of the members' values in this slot of *their* rows; nulls count as nothing.
    case sum(ResolvedRelationship, slot: Int)
    /// The text in this slot of the same row, in lower case.
    case lowercase(slot: Int)
    /// The text in this slot of the same row, folded as `[cd]` compares.
    case canonical(slot: Int)
    /// The moment of the save that last changed the object.
    case now
  }

  /// The derived attribute's slot.
  package let slot: Int
  package let kind: Kind
}
