import GraphValues
import ObjectGraph

/// A change set whose large values are taken out into files.
struct ExternalWrites {
  /// What is written to the tables: references where values were large.
  private(set) var changes: ChangeSet
  private(set) var files: [ExternalFile] = []
  /// References of new rows that lead to files which are there already: an object that is inserted again.
  private(set) var expected: [(entity: String, key: Int64, reference: ExternalReference)] = []
  /// The batches that were written in another form, and that form.
  private(set) var rewrittenRows: [ObjectIdentifier: PackedRows] = [:]

  /// - Parameters:
  ///   - slots: the external attributes' slots by entity.
  ///   - threshold: the most bytes of a value that stays in its row.
  init(_ changes: ChangeSet, slots: [String: [Int]], threshold: Int) {
    self.changes = changes
    self.changes.insertions = changes.insertions.map { insertion in
      guard let slots = slots[insertion.entity] else { return insertion }
      expect(slots, insertion)
      guard let rows = rewrite(insertion.rows, slots, threshold) else { return insertion }
      return ChangeSet.Insertion(entity: insertion.entity, rows: rows)
    }
    self.changes.updates = changes.updates.map { update in
      guard let slots = slots[update.entity]?.filter(update.slots.contains), !slots.isEmpty,
        let rows = rewrite(update.rows, slots, threshold)
      else {
        return update
      }
      return ChangeSet.Update(entity: update.entity, slots: update.slots, rows: rows)
    }
  }

  private mutating func expect(_ slots: [Int], _ insertion: ChangeSet.Insertion) {
    for row in 0..<insertion.rows.count {
      for slot in slots where !insertion.rows.isNull(slot, row: row) {
        guard let reference = ExternalReference(insertion.rows.blob(slot, row: row)) else { continue }
        expected.append((insertion.entity, insertion.rows.key(row), reference))
      }
    }
  }

  /// The rows with references for large values; nil where none is large.
  private mutating func rewrite(_ rows: PackedRows, _ slots: [Int], _ threshold: Int) -> PackedRows? {
    func isLarge(_ slot: Int, _ row: Int) -> Bool {
      if rows.isNull(slot, row: row) { return false }
      let range = rows.byteRange(slot, row: row)
      return range.count > threshold + 1 && rows.bytes[range.lowerBound] == ExternalReference.inlineMarker
    }
    guard (0..<rows.count).contains(where: { row in slots.contains { isLarge($0, row) } }) else { return nil }
    var builder = PackedRowsBuilder(layout: rows.layout, reserving: rows.count)
    for row in 0..<rows.count {
      builder.beginRow(
        key: rows.key(row), version: rows.version(row), entityNumber: rows.entityNumber(row))
      for slot in rows.layout.kinds.indices {
        if slots.contains(slot), isLarge(slot, row) {
          let file = ExternalFile(rows, rows.byteRange(slot, row: row).dropFirst())
          builder.set(slot, bytes: file.reference.bytes)
          files.append(file)
        } else {
          builder.copy(slot, from: rows, row: row, slot: slot)
        }
      }
    }
    let new = builder.finish()
    rewrittenRows[ObjectIdentifier(rows)] = new
    return new
  }
}
