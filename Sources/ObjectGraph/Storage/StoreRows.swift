package import GraphValues

/// Rows in the order of a query, in batches.
package struct StoreRows {
  /// The batches that hold the values.
  package let batches: [PackedRows]
  /// The key of every row, in order.
  package let keys: [Int64]
  /// The indices in ``keys``, ascending, of the rows whose values were left out because they are known.
  package let knownRows: [Int]

  package init(batches: [PackedRows], keys: [Int64], knownRows: [Int] = []) {
    self.batches = batches
    self.keys = keys
    self.knownRows = knownRows
  }

  /// Calls `body` for each row in order: its key, and where its values are, or nil where they are known.
  package func forEach(_ body: (Int64, PackedRows?, Int) throws -> Void) rethrows {
    var batch = 0
    var row = 0
    var known = 0
    for index in keys.indices {
      if known < knownRows.count, knownRows[known] == index {
        known += 1
        try body(keys[index], nil, 0)
        continue
      }
      while row == batches[batch].count {
        batch += 1
        row = 0
      }
      try body(keys[index], batches[batch], row)
      row += 1
    }
  }
}
