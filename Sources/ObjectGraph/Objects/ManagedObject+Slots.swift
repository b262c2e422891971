import GraphModel
import GraphQuery
package import GraphValues

/// Reading and writing by slot: the one way through which every value passes.
extension ManagedObject {
  /// The current value of a slot; nil where the store holds what the type cannot.
  func currentValue(_ slot: Int) -> AttributeValue? {
    if let overlay, let value = overlay[slot] { return value }
    guard let rows = fulfilledRows() else { return .null }
    return registry.codecs[slot].decode(rows, row: row, slot: slot)
  }

  /// The value of a slot as the store has it; nil where it cannot be read, null for a new object.
  func committedValue(_ slot: Int) -> AttributeValue? {
    guard let rows else { return .null }
    return registry.codecs[slot].decode(rows, row: row, slot: slot)
  }

  /// Sets a slot; where the value equals the current one nothing happens.
  func assign(_ value: AttributeValue, _ slot: Int) {
    if state.contains(.inserted) {
      overlay?[slot] = value
      return
    }
    if overlay == nil {
      guard fulfilledRows() != nil || state.contains(.detached) else { return }
      if rows != nil, isCommitted(value, slot) { return }
      overlay = registry.emptyOverlay
      overlay?[slot] = value
      if state.isDisjoint(with: [.deleted, .detached]) { registry.markUpdated(self) }
      return
    }
    if rows != nil, isCommitted(value, slot) {
      guard overlay?[slot] != nil else { return }
      overlay?[slot] = nil
      if let overlay, overlay.allSatisfy({ $0 == nil }) {
        self.overlay = nil
        if state.contains(.updated) { registry.unmarkUpdated(self) }
      }
    } else {
      overlay?[slot] = value
    }
  }

  /// Whether a value equals the stored one, found without decoding where that is easy.
  private func isCommitted(_ value: AttributeValue, _ slot: Int) -> Bool {
    guard let rows else { return false }
    switch value {
    case .null: return rows.isNull(slot, row: row)
    case .int(let value) where registry.slotKinds[slot] == .integer:
      return !rows.isNull(slot, row: row) && rows.integer(slot, row: row) == value
    case .string(let value) where registry.slotKinds[slot] == .text:
      return !rows.isNull(slot, row: row) && rows.holds(value, slot, row: row)
    default: return committedValue(slot) == value
    }
  }

  /// The slots whose values differ from the stored ones; all of a new object.
  var changedSlots: [Int] {
    guard let overlay else { return [] }
    return overlay.indices.filter { overlay[$0] != nil }
  }
}

/// What predicates and sort keys read, in memory.
extension ManagedObject: SlotSource {
  package func slotValue(_ slot: Int) -> AttributeValue { currentValue(slot) ?? .null }

  package var objectKey: Int64 { key }

  package var entityNumber: Int { registry.entity.number }
}
