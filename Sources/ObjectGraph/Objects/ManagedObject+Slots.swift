import GraphModel
import GraphQuery
package import GraphValues

/// Reading and writing by slot: the one way through which every value passes.
extension ManagedObject {
  /// The current value of a slot; nil where the store holds what the type cannot.
  func currentValue(_ slot: Int) -> AttributeValue? {
    if overlay != nil, let value = overlay?[slot] { return value }
    guard let buffer = newRows?.buffer ?? fulfilledRows()?.buffer else { return .null }
    if registry.codecs[slot].isExternal { return currentExternalValue(slot) }
    return registry.decode(buffer, row: row, slot: slot)
  }

  /// The value of a slot as the store has it; nil where it cannot be read, null for a new object.
  func committedValue(_ slot: Int) -> AttributeValue? {
    guard let rows else { return .null }
    if registry.codecs[slot].isExternal { return committedExternalValue(slot) }
    return registry.decode(rows.buffer, row: row, slot: slot)
  }

  /// The rows of an object that is as it is stored: most reads need look no further.
  @inline(__always)
  var cleanRows: PackedRows? {
    guard state.isClean else { return nil }
    assert(overlay == nil && newRows == nil, "an object that is as it is stored has no other values")
    return rows
  }

  /// Reads a slot out of the rows, without the overlay; nil where it is null or cannot be had.
  @inline(__always)
  func packed<Value>(_ slot: Int, _ read: (RowBuffer, Int) -> Value?) -> Value? {
    if let rows {
      return rows.isNull(slot, row: row) ? nil : read(rows.buffer, row)
    }
    if let newRows {
      return newRows.buffer.isNull(slot, row: row) ? nil : read(newRows.buffer, row)
    }
    guard let rows = fulfilledRows(), !rows.isNull(slot, row: row) else { return nil }
    return read(rows.buffer, row)
  }

  /// The rows where a value of a new object can be written without more ado.
  @inline(__always)
  var writableRows: NewRows? { overlay == nil && !registry.isJournaling ? newRows : nil }

  /// Sets a slot, and nothing else; where the value equals the current one nothing happens.
  func assign(_ value: AttributeValue, _ slot: Int) {
    core.access.during {
      if registry.isJournaling { core.journal(self, slot, value) }
      assignUnjournaled(value, slot)
    }
  }

  /// Sets a slot to what follows from other changes.
  func assignUnjournaled(_ value: AttributeValue, _ slot: Int) {
    if let newRows { return write(value, slot, into: newRows) }
    if overlay == nil {
      guard fulfilledRows() != nil || state.contains(.detached) else { return }
      if rows != nil, isCommitted(value, slot) { return }
      overlay = registry.emptyOverlay
      overlay?[slot] = value
      if state.isDisjoint(with: [.deleted, .detached]) { registry.markUpdated(self) }
      return
    }
    if rows != nil, isCommitted(value, slot) {
      if clearOverlay(slot), state.contains(.updated) { registry.unmarkUpdated(self) }
    } else {
      overlay?[slot] = value
    }
  }

  /// Where so many bytes of a new object's text or blob can be written; nil where no batch could address them.
  func rows(_ rows: NewRows, for bytes: Int) -> NewRows? {
    let rows = rows.isCrowded(with: bytes) ? registry.separate(self, from: rows) : rows
    return rows.canHold(bytes) ? rows : nil
  }

  private func write(_ value: AttributeValue, _ slot: Int, into shared: NewRows) {
    guard let rows = rows(shared, for: value.roughByteCount) else {
      if overlay == nil { overlay = registry.emptyOverlay }
      overlay?[slot] = value
      return
    }
    var writer = rows.writer(row)
    if value.isNull {
      rows.setNull(slot, row: row)
    } else if !registry.encode(value, slot: slot, into: &writer) {
      if overlay == nil { overlay = registry.emptyOverlay }
      overlay?[slot] = value
      return
    }
    clearOverlay(slot)
  }

  /// - Returns: whether this was the last value of the overlay.
  @discardableResult
  private func clearOverlay(_ slot: Int) -> Bool {
    guard overlay?[slot] != nil else { return false }
    overlay?[slot] = nil
    guard let rest = overlay, rest.allSatisfy({ $0 == nil }) else { return false }
    overlay = nil
    return true
  }

  /// Whether a value equals the stored one, found without decoding where that is easy.
  private func isCommitted(_ value: AttributeValue, _ slot: Int) -> Bool {
    guard let rows else { return false }
    if registry.codecs[slot].isExternal { return isCommittedExternally(value, slot, rows) }
    switch value {
    case .null: return rows.isNull(slot, row: row)
    case .reference(let id):
      return !rows.isNull(slot, row: row) && rows.integer(slot, row: row) == id.key
    case .int(let value) where registry.slotKinds[slot] == .integer:
      return !rows.isNull(slot, row: row) && rows.integer(slot, row: row) == value
    case .string(let value) where registry.slotKinds[slot] == .text:
      return !rows.isNull(slot, row: row) && rows.holds(value, slot, row: row)
    default: return committedValue(slot) == value
    }
  }

  /// Whether these, ascending, are the slots whose unsaved values differ from the stored ones.
  func hasChanged(just slots: [Int]) -> Bool {
    guard overlay != nil else { return slots.isEmpty }
    var next = 0
    for slot in registry.slotKinds.indices where overlay?[slot] != nil {
      if next == slots.count || slots[next] != slot { return false }
      next += 1
    }
    return next == slots.count
  }

  /// The slots whose unsaved values differ from the stored ones.
  var changedSlots: [Int] {
    guard let overlay else { return [] }
    return overlay.indices.filter { overlay[$0] != nil }
  }
}

/// What predicates and sort keys read, in memory.
extension ManagedObject: SlotSource {
  package func slotValue(_ slot: Int) -> AttributeValue {
    if registry.codecs[slot].isExternal {
      // All that a predicate can ask is whether there is a value; no file is read for that.
      return hasExternalValue(slot) ? .bool(true) : .null
    }
    return currentValue(slot) ?? .null
  }

  package var objectKey: Int64 { key }

  package var entityNumber: Int { knownRegistry.entity.number }
}
