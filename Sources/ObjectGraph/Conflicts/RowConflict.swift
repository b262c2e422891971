import GraphModel
import GraphValues

/// A changed or deleted object whose row is not the one that it was read from.
struct RowConflict {
  let object: ManagedObject
  /// The row as it is; nil where it is gone.
  let theirs: ReadRow?

  var isDeletion: Bool { object.state.contains(.deleted) }

  var kind: MergeConflict.Kind {
    switch (isDeletion, theirs == nil) {
    case (false, false): .changed
    case (false, true): .deletedInStore
    case (true, false): .deletedInContext
    case (true, true): .deleted
    }
  }
}

/// What is decided for as a whole: an attribute, or a to-one relationship with the place in the other object's list.
struct MergeUnit {
  let property: StoredProperty
  let slot: Int
  let link: ToOneLink?
  let base: ReadRow
  let theirs: ReadRow

  private var slots: [Int] { [slot] + [link?.orderSlot].compactMap { $0 } }

  func isChanged(in overlay: ContiguousArray<AttributeValue?>?) -> Bool {
    guard let overlay else { return false }
    return slots.contains { overlay[$0] != nil }
  }

  /// Whether another writer has changed what the context has changed. A place in a list that others have numbered anew does
  /// not stand in the way of a move to another list.
  func collides(with overlay: ContiguousArray<AttributeValue?>?) -> Bool {
    guard isChanged(in: overlay) else { return false }
    return link != nil && overlay?[slot] != nil ? !base.isSame(slot, as: theirs) : isChangedInStore
  }

  /// Whether another writer has changed it.
  var isChangedInStore: Bool { slots.contains { !base.isSame($0, as: theirs) } }
}

extension ReadRow {
  var version: Int64 { rows.version(row) }

  /// Whether a slot's stored values are the same.
  func isSame(_ slot: Int, as other: ReadRow) -> Bool {
    let isNull = rows.isNull(slot, row: row)
    if isNull || other.rows.isNull(slot, row: other.row) {
      return isNull == other.rows.isNull(slot, row: other.row)
    }
    if rows.layout.kinds[slot].hasBytes {
      return rows.blob(slot, row: row) == other.rows.blob(slot, row: other.row)
    }
    return rows.word(slot, row: row) == other.rows.word(slot, row: other.row)
  }

  func key(_ slot: Int) -> Int64? { rows.isNull(slot, row: row) ? nil : rows.integer(slot, row: row) }
}

extension EntityRegistry {
  /// What is decided for in a conflict: what nobody derives, and what has a column.
  func mergeUnits(base: ReadRow, theirs: ReadRow) -> [MergeUnit] {
    entity.properties.compactMap { property in
      if property.isHidden || !property.isPersistent || property.attribute?.derivation != nil { return nil }
      return MergeUnit(
        property: property, slot: property.slot, link: relationships.toOne(at: property.slot), base: base,
        theirs: theirs)
    }
  }

  /// A value for a description; nil where it is in a file, or cannot be read.
  func describedValue(_ row: ReadRow, _ slot: Int) -> AttributeValue? {
    if codecs[slot].isExternal, !row.rows.isNull(slot, row: row.row),
      ExternalReference(row.rows.blob(slot, row: row.row)) != nil
    {
      return nil
    }
    return decode(row.rows.buffer, row: row.row, slot: slot)
  }
}
