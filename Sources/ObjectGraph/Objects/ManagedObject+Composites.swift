import GraphValues

/// What generated code asks of composite attributes, whose members have a slot each.
extension ManagedObject {
  /// Whether any of the slots has a value, also one that cannot be read.
  @_spi(Generated) public func hasValue(atAnyOf slots: [Int]) -> Bool {
    slots.contains { currentValue($0)?.isNull != true }
  }
}
