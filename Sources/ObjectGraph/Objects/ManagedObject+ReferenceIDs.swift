public import GraphValues

/// What generated code asks of to-one relationships for values that cross threads.
extension ManagedObject {
  /// The ID of the object that the to-one relationship of a slot leads to, without reading that object.
  @_spi(Generated) public func referenceID(at slot: Int) -> ObjectID? {
    guard case .reference(let id) = currentValue(slot) else { return nil }
    return id
  }
}
