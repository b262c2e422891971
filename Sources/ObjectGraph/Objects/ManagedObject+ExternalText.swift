import GraphValues

/// Accessors of generated code for strings that may be in files.
extension ManagedObject {
  /// The value of a slot; the type's zero where there is none.
  @_spi(Generated) public func externalString(at slot: Int) -> String {
    optionalExternalString(at: slot) ?? ""
  }

  /// The value of a slot; nil where there is none, or none that can be read.
  @_spi(Generated) public func optionalExternalString(at slot: Int) -> String? {
    guard let value = currentValue(slot) else { return unreadable(slot) }
    if case .string(let text) = value { return text }
    return nil
  }

  /// Sets the value of a slot.
  @_spi(Generated) public func setExternalString(_ value: String, at slot: Int) {
    assign(.string(value), slot)
  }

  /// Sets the value of a slot; nil removes it.
  @_spi(Generated) public func setOptionalExternalString(_ value: String?, at slot: Int) {
    assign(value.map { .string($0) } ?? .null, slot)
  }
}
