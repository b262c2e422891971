package import GraphValues

/// Rows in the order of a query, in batches.
package struct StoreRows {
  /// The batches that hold the values.
  package let batches: [PackedRows]
  /// The key of every row, in order.
  package let keys: [Int64]
  /// For every row whether its values were left out because they are known; nil where none were.
  package let known: [Bool]?

  package init(batches: [PackedRows], keys: [Int64], known: [Bool]?) {
    self.batches = batches
    self.keys = keys
    self.known = known
  }

  /// Calls `body` for each row in order: its key, and where its values are, or nil where they are known.
  package func forEach(_ body: (Int64, PackedRows?, Int) throws -> Void) rethrows {
    var batch = 0
    var row = 0
    for (index, key) in keys.enumerated() {
      if let known, known[index] {
        try body(key, nil, 0)
        continue
      }
      while row == batches[batch].count {
        batch += 1
        row = 0
      }
      try body(key, batches[batch], row)
      row += 1
    }
  }
}
