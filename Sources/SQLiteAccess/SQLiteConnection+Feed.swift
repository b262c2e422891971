internal import CSQLite
package import GraphValues
package import SQLSyntax

/// What a parameter of a statement that runs once for each row of a batch gets.
package enum FeedParameter: Sendable, Hashable {
  case key
  case version
  /// The version before the row's own: what an update expects to find.
  case previousVersion
  case entity
  case slot(Int)
  case value(SQLValue)
}

extension SQLiteConnection {
  /// Shows a batch as the table `graphstore_feed` while a body runs.
  ///
  /// The table has the columns `key`, `version`, `entity`, and `c0`, `c1` and so on for the slots; from slot 64 on
  /// they are there only while a batch that has them is shown or afterwards. Statements on the table must have
  /// ended when the body returns.
  package func withFeed<T>(_ rows: PackedRows, _ body: () throws -> T) throws -> T {
    _ = try handle.openDatabase()
    guard rows.layout.kinds.count <= FeedTable.slotLimit else {
      throw SQLiteError.misuse("a batch to feed has at most \(FeedTable.slotLimit) slots")
    }
    try FeedTable.register(on: handle, slots: rows.layout.kinds.count)
    return try rows.words.withUnsafeBufferPointer { words in
      try rows.bytes.withUnsafeBytes { bytes in
        try rows.layout.kinds.withUnsafeBufferPointer { kinds in
          let outer = handle.feed.pointee
          handle.feedGeneration += 1
          handle.feed.pointee = FeedState(
            words: words.baseAddress, bytes: bytes.baseAddress, kinds: kinds.baseAddress,
            count: rows.count, stride: rows.layout.stride, firstSlot: rows.layout.firstSlot,
            slotCount: rows.layout.kinds.count, generation: handle.feedGeneration)
          defer { handle.feed.pointee = outer }
          do {
            return try body()
          } catch var error as SQLiteError where error.offendingRow == nil {
            let row = handle.feed.pointee.currentRow
            if row >= 0 { error.offendingRow = row }
            throw error
          }
        }
      }
    }
  }

  /// Runs one statement that reads the batch from the table `graphstore_feed`.
  ///
  /// SQLite copies every page that a statement of many rows changes, to undo the statement where it fails. A
  /// caller that rolls back anyway spares that with `INSERT OR FAIL`: the rows before the failing one then stay
  /// until the rollback.
  ///
  /// - Returns: the rows that it changed.
  /// - Throws: an error with the row at which the statement failed.
  package func feed(
    _ statementText: String, rows: PackedRows, bindings: [SQLValue] = []
  ) throws -> Int {
    if rows.count == 0 { return 0 }
    return try withFeed(rows) {
      try withStatement(statementText) { statement in
        try statement.bind(bindings)
        while try statement.step() {}
        return changes
      }
    }
  }

  /// Runs a statement once for each row of a batch; texts and blobs are bound without copying them.
  ///
  /// - Parameter expectedChanges: the rows that each run has to change; nil where that does not matter.
  /// - Returns: the indices of the rows whose run changed another number of rows.
  /// - Throws: an error with the row at which the statement failed.
  package func runEach(
    _ statementText: String, rows: PackedRows, parameters: [FeedParameter], expectedChanges: Int? = 1
  ) throws -> [Int] {
    if rows.count == 0 { return [] }
    let layout = rows.layout
    return try withStatement(statementText) { statement in
      guard parameters.count == statement.parameterCount else {
        throw SQLiteError(
          extendedCode: SQLITE_RANGE,
          message: "\(parameters.count) values for \(statement.parameterCount) parameters",
          sql: statementText)
      }
      for (index, parameter) in parameters.enumerated() {
        switch parameter {
        case .value(let value): try statement.bind(value, at: index + 1)
        case .slot(let slot) where !layout.kinds.indices.contains(slot):
          throw SQLiteError.misuse("the batch has no slot \(slot)", sql: statementText)
        default: break
        }
      }
      return try rows.words.withUnsafeBufferPointer { words -> [Int] in
        try rows.bytes.withUnsafeBytes { bytes -> [Int] in
          guard let first = words.baseAddress else { return [] }
          // Rows without bytes read none; any address will do.
          let bytes = bytes.baseAddress ?? UnsafeRawPointer(first)
          // The batch's memory must not stay bound.
          defer { statement.clearBindings() }
          var missed: [Int] = []
          for row in 0..<rows.count {
            do {
              let start = first + row * layout.stride
              for index in parameters.indices {
                try statement.bind(
                  parameters[index], row: start, bytes: bytes, layout: layout, at: Int32(index + 1))
              }
              while try statement.step() {}
            } catch var error as SQLiteError {
              error.offendingRow = row
              throw error
            }
            if let expectedChanges, changes != expectedChanges { missed.append(row) }
            statement.reset()
          }
          return missed
        }
      }
    }
  }
}

extension SQLiteStatement {
  /// Binds what changes from row to row.
  fileprivate func bind(
    _ parameter: FeedParameter, row: UnsafePointer<UInt64>, bytes: UnsafeRawPointer,
    layout: RowLayout, at index: Int32
  ) throws {
    let result =
      switch parameter {
      case .key: sqlite3_bind_int64(pointer, index, Int64(bitPattern: row[0]))
      case .version: sqlite3_bind_int64(pointer, index, Int64(bitPattern: row[1]))
      case .previousVersion: sqlite3_bind_int64(pointer, index, Int64(bitPattern: row[1]) &- 1)
      case .entity: sqlite3_bind_int64(pointer, index, Int64(bitPattern: row[2]))
      case .slot(let slot): bindStatic(slot, row: row, bytes: bytes, layout: layout, at: index)
      case .value: SQLITE_OK
      }
    try check(result)
  }
}
