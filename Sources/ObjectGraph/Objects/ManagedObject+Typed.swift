public import Foundation
import GraphModel
import GraphValues

/// Accessors that generated code calls with the slots of its model; they never throw.
extension ManagedObject {
  // MARK: Integers and booleans

  /// The value of a slot; the type's zero where there is none.
  @_spi(Generated) public func int64(at slot: Int) -> Int64 { optionalInt64(at: slot) ?? 0 }

  /// The value of a slot; nil where there is none, or none that can be read.
  @_spi(Generated) public func optionalInt64(at slot: Int) -> Int64? {
    if let rows = cleanRows {
      return rows.word(ifSet: slot, row: row).map { Int64(bitPattern: $0) }
    }
    if overlay != nil, let value = overlay?[slot] {
      if case .int(let number) = value { return number }
      return nil
    }
    return packed(slot) { $0.integer(slot, row: $1) }
  }

  /// Sets the value of a slot.
  @_spi(Generated) public func setInt64(_ value: Int64, at slot: Int) {
    if let rows = writableRows {
      rows.set(slot, row: row, word: UInt64(bitPattern: value))
    } else {
      assign(.int(value), slot)
    }
  }

  /// Sets the value of a slot; nil removes it.
  @_spi(Generated) public func setOptionalInt64(_ value: Int64?, at slot: Int) {
    assign(value.map { .int($0) } ?? .null, slot)
  }

  /// The value of a slot; the type's zero where there is none.
  @_spi(Generated) public func int32(at slot: Int) -> Int32 { optionalInt32(at: slot) ?? 0 }

  /// The value of a slot; nil where there is none, or none that can be read.
  @_spi(Generated) public func optionalInt32(at slot: Int) -> Int32? {
    guard let wide = optionalInt64(at: slot) else { return nil }
    return Int32(exactly: wide) ?? unreadable(slot)
  }

  /// Sets the value of a slot.
  @_spi(Generated) public func setInt32(_ value: Int32, at slot: Int) { setInt64(Int64(value), at: slot) }

  /// Sets the value of a slot; nil removes it.
  @_spi(Generated) public func setOptionalInt32(_ value: Int32?, at slot: Int) {
    assign(value.map { .int(Int64($0)) } ?? .null, slot)
  }

  /// The value of a slot; the type's zero where there is none.
  @_spi(Generated) public func int16(at slot: Int) -> Int16 { optionalInt16(at: slot) ?? 0 }

  /// The value of a slot; nil where there is none, or none that can be read.
  @_spi(Generated) public func optionalInt16(at slot: Int) -> Int16? {
    guard let wide = optionalInt64(at: slot) else { return nil }
    return Int16(exactly: wide) ?? unreadable(slot)
  }

  /// Sets the value of a slot.
  @_spi(Generated) public func setInt16(_ value: Int16, at slot: Int) { setInt64(Int64(value), at: slot) }

  /// Sets the value of a slot; nil removes it.
  @_spi(Generated) public func setOptionalInt16(_ value: Int16?, at slot: Int) {
    assign(value.map { .int(Int64($0)) } ?? .null, slot)
  }

  /// The value of a slot; the type's zero where there is none.
  @_spi(Generated) public func bool(at slot: Int) -> Bool { optionalBool(at: slot) ?? false }

  /// The value of a slot; nil where there is none, or none that can be read.
  @_spi(Generated) public func optionalBool(at slot: Int) -> Bool? {
    if let rows = cleanRows {
      return rows.word(ifSet: slot, row: row).flatMap { flag($0, slot) }
    }
    if overlay != nil, let value = overlay?[slot] {
      if case .bool(let flag) = value { return flag }
      return nil
    }
    return packed(slot) { $0.word(slot, row: $1) }.flatMap { flag($0, slot) }
  }

  @inline(__always)
  private func flag(_ word: UInt64, _ slot: Int) -> Bool? {
    switch word {
    case 0: return false
    case 1: return true
    default: return unreadable(slot)
    }
  }

  /// Sets the value of a slot.
  @_spi(Generated) public func setBool(_ value: Bool, at slot: Int) {
    if let rows = writableRows {
      rows.set(slot, row: row, word: value ? 1 : 0)
    } else {
      assign(.bool(value), slot)
    }
  }

  /// Sets the value of a slot; nil removes it.
  @_spi(Generated) public func setOptionalBool(_ value: Bool?, at slot: Int) {
    assign(value.map { .bool($0) } ?? .null, slot)
  }

  // MARK: Floating point numbers and dates

  /// The value of a slot; the type's zero where there is none.
  @_spi(Generated) public func double(at slot: Int) -> Double { optionalDouble(at: slot) ?? 0 }

  /// The value of a slot; nil where there is none, or none that can be read.
  @_spi(Generated) public func optionalDouble(at slot: Int) -> Double? {
    if let rows = cleanRows {
      return rows.word(ifSet: slot, row: row).map { Double(bitPattern: $0) }
    }
    if overlay != nil, let value = overlay?[slot] {
      if case .double(let number) = value { return number }
      return nil
    }
    return packed(slot) { $0.real(slot, row: $1) }
  }

  /// Sets the value of a slot.
  @_spi(Generated) public func setDouble(_ value: Double, at slot: Int) {
    if let rows = writableRows, !value.isNaN {
      rows.set(slot, row: row, word: value.storedBitPattern)
    } else {
      assign(.double(value == 0 ? 0 : value), slot)
    }
  }

  /// Sets the value of a slot; nil removes it.
  @_spi(Generated) public func setOptionalDouble(_ value: Double?, at slot: Int) {
    assign(value.map { .double($0 == 0 ? 0 : $0) } ?? .null, slot)
  }

  /// The value of a slot; the type's zero where there is none.
  @_spi(Generated) public func float(at slot: Int) -> Float { optionalFloat(at: slot) ?? 0 }

  /// The value of a slot; nil where there is none, or none that can be read.
  @_spi(Generated) public func optionalFloat(at slot: Int) -> Float? {
    guard let wide = optionalDouble(at: slot) else { return nil }
    let value = Float(wide)
    return Double(value) == wide || wide.isNaN ? value : unreadable(slot)
  }

  /// Sets the value of a slot.
  @_spi(Generated) public func setFloat(_ value: Float, at slot: Int) { setDouble(Double(value), at: slot) }

  /// Sets the value of a slot; nil removes it.
  @_spi(Generated) public func setOptionalFloat(_ value: Float?, at slot: Int) {
    setOptionalDouble(value.map { Double($0) }, at: slot)
  }

  /// The value of a slot; the type's zero where there is none.
  @_spi(Generated) public func date(at slot: Int) -> Date {
    optionalDate(at: slot) ?? Date(timeIntervalSinceReferenceDate: 0)
  }

  /// The value of a slot; nil where there is none, or none that can be read.
  @_spi(Generated) public func optionalDate(at slot: Int) -> Date? {
    if let rows = cleanRows {
      return rows.word(ifSet: slot, row: row).map {
        Date(timeIntervalSinceReferenceDate: Double(bitPattern: $0))
      }
    }
    if overlay != nil, let value = overlay?[slot] {
      if case .date(let date) = value { return date }
      return nil
    }
    return packed(slot) { Date(timeIntervalSinceReferenceDate: $0.real(slot, row: $1)) }
  }

  /// Sets the value of a slot.
  @_spi(Generated) public func setDate(_ value: Date, at slot: Int) { assign(.date(value), slot) }

  /// Sets the value of a slot; nil removes it.
  @_spi(Generated) public func setOptionalDate(_ value: Date?, at slot: Int) {
    assign(value.map { .date($0) } ?? .null, slot)
  }

  // MARK: Text

  /// The value of a slot; the type's zero where there is none.
  @_spi(Generated) public func string(at slot: Int) -> String { optionalString(at: slot) ?? "" }

  /// The value of a slot; nil where there is none, or none that can be read.
  @_spi(Generated) public func optionalString(at slot: Int) -> String? {
    if let rows = cleanRows {
      if rows.isNull(slot, row: row) { return nil }
      return rows.validText(slot, row: row) ?? unreadable(slot)
    }
    if overlay != nil, let value = overlay?[slot] {
      if case .string(let text) = value { return text }
      return nil
    }
    return packed(slot) { $0.validText(slot, row: $1) ?? unreadable(slot) }
  }

  /// Sets the value of a slot.
  @_spi(Generated) public func setString(_ value: String, at slot: Int) {
    guard let shared = writableRows else { return assign(.string(value), slot) }
    if shared.write(slot, row: row, text: value) { return }
    if let rows = rows(shared, for: value.utf8.count) {
      rows.set(slot, row: row, text: value)
    } else {
      assign(.string(value), slot)
    }
  }

  /// Sets the value of a slot; nil removes it.
  @_spi(Generated) public func setOptionalString(_ value: String?, at slot: Int) {
    if let value { setString(value, at: slot) } else { assign(.null, slot) }
  }

  /// A slot that another type than its own is read from: nil, and the reason is kept for the context.
  func unreadable<Value>(_ slot: Int) -> Value? {
    if let property = registry.entity.properties.first(where: { $0.slot == slot }) {
      core.record(registry.unreadable(self, property: property))
    }
    return nil
  }
}
