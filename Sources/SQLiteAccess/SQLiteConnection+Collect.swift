internal import CSQLite
package import GraphValues
package import SQLSyntax

extension SQLiteConnection {
  /// The most arguments that SQLite takes in a function call, unless it was built otherwise.
  private var argumentLimit: Int {
    Int(sqlite3_limit(handle.database, SQLITE_LIMIT_FUNCTION_ARG, -1))
  }

  /// Reads all rows of a query into packed batches.
  ///
  /// The query selects the key, the version, the entity's number and then a column for each slot of the layout. A
  /// column of another type than its slot's is converted by SQLite's rules.
  ///
  /// Where many rows are expected in no order, the query is wrapped so that its rows go through an aggregate
  /// function: one step for all of them.
  ///
  /// - Parameters:
  ///   - nullable: the slots that may be NULL; a NULL integer or real elsewhere reads as 0.
  ///   - rowsPerBatch: the rows of a full batch; a batch ends earlier where its texts and blobs are large.
  ///   - expectsFewRows: whether to step from row to row, which is cheaper for a handful.
  ///   - isKnown: tells by key and version the rows that the caller has; they are not read. It must not use
  ///     the connection.
  package func collect(
    _ statementText: String, bindings: [SQLValue] = [], layout: RowLayout, nullable: [Bool],
    rowsPerBatch: Int = 256, expectsFewRows: Bool = false,
    isKnown: ((_ key: Int64, _ version: Int64) -> Bool)? = nil
  ) throws -> CollectedRows {
    try withPacker(statementText, layout, nullable, rowsPerBatch, isKnown, link: nil) { packer in
      try pack(statementText, bindings, expectsFewRows: expectsFewRows, into: packer)
      return packer.pointee.finish()
    }
  }

  /// Reads all rows of a query that has two more columns before the key: the owner a row belongs to, and its
  /// order in the owner's list.
  ///
  /// A row that comes again, under another owner, is not read again: it counts as known.
  ///
  /// - Parameters:
  ///   - isOrdered: whether the order is wanted; where not, its column may hold anything.
  ///   - repeats: whether a row may belong to several owners.
  ///   - accepts: tells the rows that are wanted; others are left out.
  package func collectLinked(
    _ statementText: String, bindings: [SQLValue] = [], layout: RowLayout, nullable: [Bool],
    isOrdered: Bool, repeats: Bool, rowsPerBatch: Int = 256, expectsFewRows: Bool = false,
    accepts: @escaping (_ owner: Int64, _ key: Int64) -> Bool,
    isKnown: ((_ key: Int64, _ version: Int64) -> Bool)? = nil
  ) throws -> LinkedRows {
    var seen: Set<Int64> = []
    let isRead: (Int64, Int64) -> Bool = { key, version in
      !seen.insert(key).inserted || isKnown?(key, version) == true
    }
    let link = RowLink(isOrdered: isOrdered, accepts: accepts)
    return try withPacker(
      statementText, layout, nullable, rowsPerBatch, repeats ? isRead : isKnown, link: link
    ) { packer in
      try pack(statementText, bindings, expectsFewRows: expectsFewRows, into: packer)
      return LinkedRows(
        rows: packer.pointee.finish(), owners: packer.pointee.owners, orders: packer.pointee.orders)
    }
  }

  func withPacker<Result>(
    _ text: String, _ layout: RowLayout, _ nullable: [Bool], _ rowsPerBatch: Int,
    _ isKnown: ((_ key: Int64, _ version: Int64) -> Bool)?, link: RowLink?,
    _ body: (UnsafeMutablePointer<RowPacker>) throws -> Result
  ) throws -> Result {
    let slots = layout.kinds.count
    guard nullable.count == slots else {
      throw SQLiteError.misuse("\(nullable.count) nullable flags for \(slots) slots", sql: text)
    }
    let packer = UnsafeMutablePointer<RowPacker>.allocate(capacity: 1)
    packer.initialize(
      to: RowPacker(
        layout: layout, nullable: nullable, rowsPerBatch: rowsPerBatch, isKnown: isKnown, link: link,
        scratch: handle.takeScratch()))
    let outer = handle.packer.pointee
    handle.packer.pointee = packer
    defer {
      handle.packer.pointee = outer
      handle.giveBack(packer.pointee.scratch)
      packer.pointee.deallocate()
      packer.deinitialize(count: 1)
      packer.deallocate()
    }
    return try body(packer)
  }

  private func pack(
    _ text: String, _ bindings: [SQLValue], expectsFewRows: Bool, into packer: UnsafeMutablePointer<RowPacker>
  ) throws {
    if expectsFewRows || packer.pointee.columnCount > argumentLimit || isOrdered(text) {
      try stepRows(of: text, bindings, into: packer)
    } else {
      try aggregateRows(of: text, bindings, into: packer)
    }
  }

  private func stepRows(
    of text: String, _ bindings: [SQLValue], into packer: UnsafeMutablePointer<RowPacker>
  ) throws {
    try withStatement(text) { statement in
      guard statement.columnCount == packer.pointee.columnCount else {
        throw SQLiteError.misuse(
          "\(statement.columnCount) columns for \(packer.pointee.columnCount)", sql: text)
      }
      try statement.bind(bindings)
      let columns = StatementColumns(statement: statement.pointer)
      while try statement.step() {
        if !packer.pointee.append(columns) { throw RowPacker.tooBig(text) }
      }
    }
  }

  private func aggregateRows(
    of text: String, _ bindings: [SQLValue], into packer: UnsafeMutablePointer<RowPacker>
  ) throws {
    let statement = try prepare(text, role: .collecting) {
      let columns = (0..<packer.pointee.columnCount).map { "c\($0)" }.joined(separator: ",")
      return "WITH graphstore_rows(\(columns)) AS (\(text)\n) "
        + "SELECT \(RowPacker.functionName)(\(columns)) FROM graphstore_rows"
    }
    defer { statement.release() }
    try statement.bind(bindings)
    if try statement.step() {
      // The aggregate's own row is not one of the query's.
      handle.statistics.rowsStepped += packer.pointee.collectedCount - 1
      statement.countRows(packer.pointee.collectedCount - 1)
    }
  }

  /// Whether a query orders or limits its rows. SQLite would run it as a coroutine beside the aggregate function,
  /// which costs more than steps do.
  private func isOrdered(_ text: String) -> Bool {
    let ordered: Bool? = text.utf8.withContiguousStorageIfAvailable { bytes in
      contains("order by", in: bytes) || contains("limit ", in: bytes)
    }
    return ordered ?? true
  }

  /// Whether a word, given in lower case, is in a text.
  private func contains(_ word: StaticString, in text: UnsafeBufferPointer<UInt8>) -> Bool {
    let count = word.utf8CodeUnitCount
    let first = word.utf8Start[0]
    guard text.count >= count else { return false }
    for start in 0...text.count - count where text[start] | 0x20 == first {
      var index = 1
      while index < count, text[start + index] | 0x20 == word.utf8Start[index] { index += 1 }
      if index == count { return true }
    }
    return false
  }
}

extension RowPacker {
  static let functionName = "graphstore_collect"

  static func tooBig(_ sql: String) -> SQLiteError {
    SQLiteError(extendedCode: SQLITE_TOOBIG, message: "a row is too large for a batch", sql: sql)
  }

  /// Makes the collecting aggregate function known to a connection.
  static func register(on handle: ConnectionHandle) throws {
    try handle.check(
      sqlite3_create_function_v2(
        handle.database, functionName, -1, SQLITE_UTF8 | SQLITE_DIRECTONLY, handle.packer, nil,
        { context, count, arguments in
          let cell = sqlite3_user_data(context).assumingMemoryBound(
            to: UnsafeMutablePointer<RowPacker>?.self)
          guard let arguments, let packer = cell.pointee,
            Int(count) == packer.pointee.columnCount
          else {
            sqlite3_result_error(context, "nothing collects these rows", -1)
            return
          }
          if !packer.pointee.append(ArgumentColumns(arguments: arguments)) {
            sqlite3_result_error_toobig(context)
          }
        },
        { context in sqlite3_result_null(context) }, nil))
  }
}
