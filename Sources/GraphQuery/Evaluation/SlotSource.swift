package import GraphValues

/// An object as predicates and sorts read it.
package protocol SlotSource {
  /// The value in a slot of the object's entity hierarchy.
  func slotValue(_ slot: Int) -> AttributeValue
  /// The object's key.
  var objectKey: Int64 { get }
  /// The number of the object's entity in its hierarchy.
  var entityNumber: Int { get }
}
