public import Foundation
public import GraphValues

/// Accessors of generated code for the rarer types: they go through the attribute's value.
extension ManagedObject {
  /// The value of a slot; the type's zero where there is none.
  @_spi(Generated) public func decimal(at slot: Int) -> Decimal { optionalDecimal(at: slot) ?? 0 }

  /// The value of a slot; nil where there is none, or none that can be read.
  @_spi(Generated) public func optionalDecimal(at slot: Int) -> Decimal? { converted(slot) }

  /// Sets the value of a slot.
  @_spi(Generated) public func setDecimal(_ value: Decimal, at slot: Int) { assign(.decimal(value), slot) }

  /// Sets the value of a slot; nil removes it.
  @_spi(Generated) public func setOptionalDecimal(_ value: Decimal?, at slot: Int) { convert(value, slot) }

  /// The value of a slot; the type's zero where there is none.
  @_spi(Generated) public func data(at slot: Int) -> Data { optionalData(at: slot) ?? Data() }

  /// The value of a slot; nil where there is none, or none that can be read.
  @_spi(Generated) public func optionalData(at slot: Int) -> Data? { converted(slot) }

  /// Sets the value of a slot.
  @_spi(Generated) public func setData(_ value: Data, at slot: Int) { assign(.data(value), slot) }

  /// Sets the value of a slot; nil removes it.
  @_spi(Generated) public func setOptionalData(_ value: Data?, at slot: Int) { convert(value, slot) }

  /// The value of a slot; the type's zero where there is none.
  @_spi(Generated) public func uuid(at slot: Int) -> UUID { optionalUUID(at: slot) ?? Self.zeroUUID }

  /// The value of a slot; nil where there is none, or none that can be read.
  @_spi(Generated) public func optionalUUID(at slot: Int) -> UUID? { converted(slot) }

  /// Sets the value of a slot.
  @_spi(Generated) public func setUUID(_ value: UUID, at slot: Int) { assign(.uuid(value), slot) }

  /// Sets the value of a slot; nil removes it.
  @_spi(Generated) public func setOptionalUUID(_ value: UUID?, at slot: Int) { convert(value, slot) }

  /// The value of a slot; the type's zero where there is none.
  @_spi(Generated) public func url(at slot: Int) -> URL { optionalURL(at: slot) ?? Self.zeroURL }

  /// The value of a slot; nil where there is none, or none that can be read.
  @_spi(Generated) public func optionalURL(at slot: Int) -> URL? { converted(slot) }

  /// Sets the value of a slot.
  @_spi(Generated) public func setURL(_ value: URL, at slot: Int) { assign(.url(value), slot) }

  /// Sets the value of a slot; nil removes it.
  @_spi(Generated) public func setOptionalURL(_ value: URL?, at slot: Int) { convert(value, slot) }

  // MARK: Arrays, closed values, codable values

  /// The value of a slot; the type's zero where there is none.
  @_spi(Generated) public func array<Element: AttributeConvertible>(
    of type: Element.Type, at slot: Int
  ) -> [Element] {
    optionalArray(of: type, at: slot) ?? []
  }

  /// The value of a slot; nil where there is none, or none that can be read.
  @_spi(Generated) public func optionalArray<Element: AttributeConvertible>(
    of type: Element.Type, at slot: Int
  ) -> [Element]? {
    converted(slot)
  }

  /// Sets the value of a slot.
  @_spi(Generated) public func setArray<Element: AttributeConvertible>(_ value: [Element], at slot: Int) {
    assign(value.attributeValue, slot)
  }

  /// Sets the value of a slot; nil removes it.
  @_spi(Generated) public func setOptionalArray<Element: AttributeConvertible>(
    _ value: [Element]?, at slot: Int
  ) {
    convert(value, slot)
  }

  /// The value of a slot; the type's zero where there is none.
  @_spi(Generated) public func closedValue<Value: AttributeConvertible>(at slot: Int, zero: Value) -> Value {
    converted(slot) ?? zero
  }

  /// The value of a slot; nil where there is none, or none that can be read.
  @_spi(Generated) public func optionalClosedValue<Value: AttributeConvertible>(
    of type: Value.Type, at slot: Int
  ) -> Value? {
    converted(slot)
  }

  /// Sets the value of a slot.
  @_spi(Generated) public func setClosedValue<Value: AttributeConvertible>(_ value: Value, at slot: Int) {
    assign(value.attributeValue, slot)
  }

  /// Sets the value of a slot; nil removes it.
  @_spi(Generated) public func setOptionalClosedValue<Value: AttributeConvertible>(
    _ value: Value?, at slot: Int
  ) {
    convert(value, slot)
  }

  /// The value of a slot; nil where there is none, or none that can be read.
  @_spi(Generated) public func codable<Value: Decodable>(_ type: Value.Type, at slot: Int) -> Value? {
    guard let stored = currentValue(slot), case .codable(let json) = stored else { return nil }
    do {
      return try JSONDecoder().decode(Value.self, from: json)
    } catch {
      return unreadable(slot)
    }
  }

  /// Sets the value of a slot.
  @_spi(Generated) public func setCodable<Value: Encodable>(_ value: Value?, at slot: Int) {
    guard let value else { return assign(.null, slot) }
    do {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys]
      assign(.codable(try encoder.encode(value)), slot)
    } catch {
      core.record(error)
    }
  }

  private func converted<Value: AttributeConvertible>(_ slot: Int) -> Value? {
    guard let value = currentValue(slot) else { return unreadable(slot) }
    if value.isNull { return nil }
    return Value(attributeValue: value) ?? unreadable(slot)
  }

  private func convert<Value: AttributeConvertible>(_ value: Value?, _ slot: Int) {
    assign(value?.attributeValue ?? .null, slot)
  }

  private static var zeroUUID: UUID { UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)) }

  private static var zeroURL: URL { URL(string: "about:blank") ?? URL(filePath: "/") }
}
