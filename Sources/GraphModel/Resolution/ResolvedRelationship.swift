/// A relationship with its inverse and its storage worked out.
///
/// Every relationship has an inverse: where the model names none there is an *implicit* one, a to-many of the
/// destination that neither code nor queries see.
package final class ResolvedRelationship: Sendable {
  /// Where the references are kept.
  package enum Storage: Sendable, Hashable {
    /// A to-one: the key lies in this slot of the owner's rows. `orderSlot` is the hidden companion: the
    /// owner's place in its inverse's list, where that is ordered.
    case column(slot: Int, orderSlot: Int?)
    /// A to-many whose members hold the key in this slot of *their* rows.
    ///
    /// Siblings' one-way to-ones of one name share a slot; only rows of the destination's family are members.
    case inverseColumn(slot: Int, orderSlot: Int?)
    /// A to-many in a join table: `isSource` tells whether the owner's key is in its column `source`.
    case join(index: Int, isSource: Bool)
  }

  /// The name; an implicit one's is `_<Owner>_<name>` of its inverse.
  package let name: String
  /// The name of the entity that declares it; of an implicit one: its inverse's destination.
  package let owner: String
  /// The name of the entity it leads to.
  package let destination: String
  package let isToMany: Bool
  package let isOrdered: Bool
  /// Whether a to-one may be missing, or a to-many empty.
  package let isOptional: Bool
  package let deleteRule: DeleteRule
  package let minimumCount: Int?
  package let maximumCount: Int?
  package let storage: Storage
  /// Its place in ``ResolvedModel/relationships``.
  package let index: Int
  /// The place of its inverse in ``ResolvedModel/relationships``; of a self-inverse one: its own.
  package let inverse: Int
  /// Its place among the to-many relationships of the owner's whole hierarchy; -1 for a to-one.
  package let place: Int
  /// Nil for an implicit one.
  package let description: RelationshipDescription?

  /// Whether the model does not name it.
  package var isImplicit: Bool { description == nil }
  /// How many members a to-many has to have; 0 for a to-one.
  package var leastCount: Int { isToMany ? minimumCount ?? (isOptional ? 0 : 1) : 0 }
  /// Whether it is its own inverse.
  package var isSelfInverse: Bool { inverse == index }

  init(_ side: RelationshipLinks.Side, storage: Storage, index: Int, place: Int) {
    name = side.name
    owner = side.owner
    destination = side.destination
    isToMany = side.isToMany
    isOrdered = side.isOrdered
    isOptional = side.description?.isOptional ?? true
    deleteRule = side.description?.deleteRule ?? .nullify
    minimumCount = side.description?.minimumCount
    maximumCount = side.description?.maximumCount
    self.storage = storage
    self.index = index
    inverse = side.inverse
    self.place = place
    description = side.description
  }
}
