import GraphQuery
import GraphValues

/// A row of a live result: a value of its own, so that lists which have it in common share it.
final class LiveRow<Value: Sendable>: Sendable {
  let id: ObjectID
  let version: Int64
  /// Its place in the order.
  let position: SortPosition
  /// What the rows of its section have in common; null where there are no sections.
  let section: AttributeValue
  let value: Value

  init(id: ObjectID, version: Int64, position: SortPosition, section: AttributeValue, value: Value) {
    self.id = id
    self.version = version
    self.position = position
    self.section = section
    self.value = value
  }
}
