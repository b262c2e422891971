/// Where a collected row lies.
package struct RowLocation: Sendable, Hashable {
  /// The index of its batch; -1 for a row that was known and therefore not read.
  package let batch: Int32
  /// The row's index in its batch.
  package let row: Int32

  package static let known = RowLocation(batch: -1, row: -1)

  package init(batch: Int32, row: Int32) {
    self.batch = batch
    self.row = row
  }

  package var isKnown: Bool { batch < 0 }
}

/// The rows of a query, packed in batches, in the query's order.
package struct CollectedRows: Sendable {
  /// The rows that were read.
  package let batches: [PackedRows]
  /// The key of every row, of those too that were known.
  package let keys: [Int64]
  /// The indices in ``keys`` of the rows that were known, ascending.
  package let knownRows: [Int]

  package init(batches: [PackedRows], keys: [Int64], knownRows: [Int] = []) {
    self.batches = batches
    self.keys = keys
    self.knownRows = knownRows
  }

  package var count: Int { keys.count }
  package var isEmpty: Bool { keys.isEmpty }

  /// Calls a body for every row in order; complexity O(n).
  @inlinable
  package func forEachRow(_ body: (_ key: Int64, _ location: RowLocation) throws -> Void) rethrows {
    var batch = 0
    var row = 0
    var known = 0
    for index in keys.indices {
      if known < knownRows.count, knownRows[known] == index {
        known += 1
        try body(keys[index], .known)
        continue
      }
      if row == batches[batch].count {
        batch += 1
        row = 0
      }
      try body(keys[index], RowLocation(batch: Int32(batch), row: Int32(row)))
      row += 1
    }
  }

  /// The location of every row; complexity O(n).
  package var locations: [RowLocation] {
    var locations: [RowLocation] = []
    locations.reserveCapacity(keys.count)
    forEachRow { _, location in locations.append(location) }
    return locations
  }
}
