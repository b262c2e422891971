/// Objects of a fetch that have a value in common, and the value.
public struct FetchedSection<Value, Result>: RandomAccessCollection {
  /// What the objects have in common.
  public let value: Value
  /// The objects in the request's order.
  public let objects: [Result]

  /// The value as text: of texts the text itself; empty where there is no value.
  public let name: String

  /// The place of the first object.
  public var startIndex: Int { 0 }
  /// The place behind the last object.
  public var endIndex: Int { objects.count }

  /// The object at a place.
  public subscript(position: Int) -> Result { objects[position] }
}

extension FetchedSection: Sendable where Value: Sendable, Result: Sendable {}
