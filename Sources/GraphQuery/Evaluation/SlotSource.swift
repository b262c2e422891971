package import GraphValues

/// An object as predicates and sorts read it.
package protocol SlotSource {
  /// The value in a slot of the object's entity hierarchy.
  func slotValue(_ slot: Int) -> AttributeValue
  /// The object's key.
  var objectKey: Int64 { get }
  /// The number of the object's entity in its hierarchy.
  var entityNumber: Int { get }
  /// The object that the to-one in a slot leads to; nil where there is none.
  func related(slot: Int) -> (any SlotSource)?
  /// The members of the to-many at a place of the object's entity hierarchy, each once; of an ordered one in its
  /// order, else in any. None where the object's entity has no such relationship.
  func members(place: Int) -> [any SlotSource]
  /// Whether the object's texts meet a search in FTS5's syntax.
  func matchesFullText(_ match: String) throws(QueryError) -> Bool
  /// The object of an ID, on whatever way it is known; nil where there is none.
  func object(named id: ObjectID) -> (any SlotSource)?
}

extension SlotSource {
  /// None: for objects that stand alone.
  package func related(slot: Int) -> (any SlotSource)? { nil }

  /// None: for objects that stand alone.
  package func members(place: Int) -> [any SlotSource] { [] }

  /// An error: objects that stand alone are in no index.
  package func matchesFullText(_ match: String) throws(QueryError) -> Bool {
    throw QueryError(.unsupported, "a full-text search takes objects of a context")
  }

  /// None: for objects that stand alone.
  package func object(named id: ObjectID) -> (any SlotSource)? { nil }
}

/// What there is where a to-one leads to nothing: every value is nil.
struct NoObject: SlotSource {
  func slotValue(_ slot: Int) -> AttributeValue { .null }
  var objectKey: Int64 { 0 }
  var entityNumber: Int { -1 }
}

/// An element of an array, as an object of one column.
struct ElementSource: SlotSource {
  let value: AttributeValue
  /// Its place, so that sums are in the order of the array.
  let objectKey: Int64

  func slotValue(_ slot: Int) -> AttributeValue { value }
  var entityNumber: Int { -1 }
}

/// Operands that have been worked out, read as if they were columns.
struct OperandValues: SlotSource {
  let values: [AttributeValue]

  func slotValue(_ slot: Int) -> AttributeValue { values[-2 - slot] }
  var objectKey: Int64 { 0 }
  var entityNumber: Int { -1 }
}
