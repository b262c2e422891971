/// Why a store refused to save; nothing was written.
package enum SaveConflict: Error {
  /// A row would repeat the values of a uniqueness constraint.
  case uniqueness(entity: String, properties: [String], key: Int64?, otherKey: Int64?)
  /// Rows have another version than expected, or are gone.
  case version(entity: String, keys: [Int64])
  /// Objects that survive are in the way of a deletion by a rule `deny` of a relationship: pairs of an object
  /// that is deleted and the member that is in its way, the first 100.
  case deletionDenied(relationship: Int, owners: [Int64], members: [Int64])
  /// A reference leads to an object that is not there (any more): the relationship and the missing object's
  /// key, where they could be found out.
  case missingObject(relationship: Int?, key: Int64?)
  /// A delete rule would set a required to-one to null: the to-one, and the keys of the objects that have it,
  /// the first 100.
  case required(relationship: Int, keys: [Int64])
  /// A to-many would be left too few members: the to-many, the keys of the objects that have it, the first 100, and how
  /// many members each would have.
  case tooFewMembers(relationship: Int, keys: [Int64], numbers: [Int])
  /// A derived sum does not fit 64 bits: one of these properties.
  case overflow(entity: String, properties: [String])
  /// A to-many would lead to too many objects: its owner's key, and how many there would be.
  case tooManyMembers(relationship: Int, owner: Int64, count: Int)
  /// An object of another entity has the values of a uniqueness constraint that rows are to be found by.
  case otherEntity(entity: String, properties: [String])
}
