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
  /// Where many rows are expected, the query is wrapped so that its rows go through an aggregate function:
  /// one step for all of them. SQLite keeps the order of a subquery whose rows go into an aggregate function other
  /// than its own count, min and max.
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
    let slots = layout.kinds.count
    guard nullable.count == slots else {
      throw SQLiteError.misuse("\(nullable.count) nullable flags for \(slots) slots", sql: statementText)
    }
    let scratch = handle.takeScratch()
    let packer = RowPacker(
      layout: layout, nullable: nullable, rowsPerBatch: rowsPerBatch, isKnown: isKnown, scratch: scratch)
    // Known rows of an outer collection stay untouched by one that runs within it.
    let outer = handle.packer.pointee
    handle.packer.pointee = packer
    defer {
      if let scratch = handle.packer.pointee?.scratch { handle.giveBack(scratch) }
      handle.packer.pointee = outer
    }
    let width = slots + RowLayout.headerWords
    if expectsFewRows || width > argumentLimit {
      try stepRows(of: statementText, bindings, width: width)
    } else {
      try aggregateRows(of: statementText, bindings, width: width)
    }
    if handle.packer.pointee?.isTooBig == true { throw RowPacker.tooBig(statementText) }
    return handle.packer.pointee?.finish() ?? CollectedRows(batches: [], keys: [])
  }

  private func stepRows(of text: String, _ bindings: [SQLValue], width: Int) throws {
    try withStatement(text) { statement in
      guard statement.columnCount == width else {
        throw SQLiteError.misuse("\(statement.columnCount) columns for \(width)", sql: text)
      }
      try statement.bind(bindings)
      let columns = StatementColumns(statement: statement.pointer)
      while try statement.step() {
        handle.packer.pointee?.append(columns)
        if handle.packer.pointee?.isTooBig == true { return }
      }
    }
  }

  private func aggregateRows(of text: String, _ bindings: [SQLValue], width: Int) throws {
    let statement = try prepare(text, role: .collecting) {
      let columns = (0..<width).map { "c\($0)" }.joined(separator: ",")
      return "WITH graphstore_rows(\(columns)) AS (\(text)\n) "
        + "SELECT \(RowPacker.functionName)(\(columns)) FROM graphstore_rows"
    }
    defer { statement.release() }
    try statement.bind(bindings)
    if try statement.step() {
      // The aggregate's own row is not one of the query's.
      handle.statistics.rowsStepped += (handle.packer.pointee?.collectedCount ?? 0) - 1
    }
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
          let packer = sqlite3_user_data(context).assumingMemoryBound(to: RowPacker?.self)
          guard let arguments, packer.pointee?.takes(Int(count)) == true else {
            sqlite3_result_error(context, "nothing collects these rows", -1)
            return
          }
          packer.pointee?.append(ArgumentColumns(arguments: arguments))
          if packer.pointee?.isTooBig == true { sqlite3_result_error_toobig(context) }
        },
        { context in sqlite3_result_null(context) }, nil))
  }
}
