extension CollectedRows {
  /// The same rows in another order: `order` has the index of each row here.
  ///
  /// A row that is read is put where its key comes first, and counts as known where it comes again.
  ///
  /// - Complexity: O(n), and a copy of all rows.
  package func reordered(_ order: [Int]) -> CollectedRows {
    guard let layout = batches.first?.layout else {
      return CollectedRows(batches: [], keys: order.map { keys[$0] }, knownRows: Array(order.indices))
    }
    let locations = locations
    var readKeys: [Int64: RowLocation] = [:]
    if !knownRows.isEmpty {
      for (key, location) in zip(keys, locations) where !location.isKnown { readKeys[key] = location }
    }
    var packer = BatchPacker(layout: layout)
    var newKeys: [Int64] = []
    newKeys.reserveCapacity(order.count)
    var newKnownRows: [Int] = []
    for index in order {
      let key = keys[index]
      // Where all rows were read, none comes twice.
      let location = knownRows.isEmpty ? locations[index] : readKeys.removeValue(forKey: key)
      if let location {
        packer.append(batches[Int(location.batch)], Int(location.row))
      } else {
        newKnownRows.append(newKeys.count)
      }
      newKeys.append(key)
    }
    return CollectedRows(batches: packer.finish(), keys: newKeys, knownRows: newKnownRows)
  }
}

/// Copies rows into batches of the usual size.
package struct BatchPacker {
  private static let rowLimit = 256
  private static let byteLimit = 256 * 1024

  private let layout: RowLayout
  private var builder: PackedRowsBuilder
  private var batches: [PackedRows] = []

  package init(layout: RowLayout) {
    self.layout = layout
    builder = PackedRowsBuilder(layout: layout)
  }

  package mutating func append(_ rows: PackedRows, _ row: Int) {
    if builder.count == Self.rowLimit || builder.bytes.count > Self.byteLimit { close() }
    builder.beginRow(copying: rows.buffer, row: row, version: rows.version(row))
  }

  package mutating func finish() -> [PackedRows] {
    if builder.count > 0 { close() }
    return batches
  }

  private mutating func close() {
    batches.append(builder.finish())
    builder = PackedRowsBuilder(layout: layout, reserving: Self.rowLimit, bytes: builder.bytes.count)
  }
}
