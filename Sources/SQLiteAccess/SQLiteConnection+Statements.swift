internal import CSQLite
package import SQLSyntax

extension SQLiteConnection {
  /// Runs a text of any number of statements, and leaves out their rows.
  package func execute(_ sql: String) throws {
    let database = try handle.openDatabase()
    // Pragmas may change the journal mode.
    handle.isInWAL = nil
    defer { handle.isInWAL = nil }
    var text = sql
    try text.withUTF8 { utf8 in
      guard utf8.count < Int(Int32.max), !utf8.contains(0) else {
        throw SQLiteError.misuse("a statement's text has a NUL or is too long")
      }
      try utf8.withMemoryRebound(to: CChar.self) { characters in
        guard let start = characters.baseAddress else { return }
        let end = start + characters.count
        var next = start
        while next < end {
          var pointer: OpaquePointer?
          var tail: UnsafePointer<CChar>?
          let result = sqlite3_prepare_v3(database, next, Int32(end - next), 0, &pointer, &tail)
          defer { sqlite3_finalize(pointer) }
          try handle.check(result, sql: sql)
          next = tail ?? end
          guard let pointer else { continue }
          handle.statistics.statementsPrepared += 1
          handle.statistics.statementsRun += 1
          while true {
            let step = sqlite3_step(pointer)
            if step == SQLITE_DONE { break }
            guard step == SQLITE_ROW else { throw handle.error(step, sql: sql) }
            handle.statistics.rowsStepped += 1
          }
        }
      }
    }
  }

  /// Runs one statement, and leaves out its rows.
  package func execute(_ sql: SQL) throws {
    let rendered = sql.render()
    try withStatement(rendered.text) { statement in
      try statement.bind(rendered.bindings)
      while try statement.step() {}
    }
  }

  /// A statement out of the cache, compiled where it is not there or in use; it goes back to the cache when
  /// it is released.
  package func prepare(_ text: String) throws -> SQLiteStatement {
    try prepare(text, role: .plain) { text }
  }

  /// A statement that the cache does not keep.
  package func prepareUncached(_ text: String) throws -> SQLiteStatement {
    let compiled = try handle.compile(
      text, key: StatementKey(text: text, role: .plain), isPersistent: false)
    return SQLiteStatement(handle: handle, compiled: compiled)
  }

  /// Runs a body with a statement of the cache, which is reset and has its bindings cleared afterwards.
  package func withStatement<T>(_ text: String, _ body: (SQLiteStatement) throws -> T) throws -> T {
    let statement = try prepare(text)
    defer { statement.release() }
    return try body(statement)
  }

  /// A statement of a role; `wrapped` makes its real text when it has to be compiled.
  func prepare(
    _ text: String, role: StatementRole, wrapped: () -> String
  ) throws -> SQLiteStatement {
    let key = StatementKey(text: text, role: role)
    if let compiled = handle.cache.checkOut(key) {
      return SQLiteStatement(handle: handle, compiled: compiled)
    }
    if isPragma(text) {
      handle.isInWAL = nil
      return try prepareUncached(text)
    }
    let compiled = try handle.compile(wrapped(), key: key, isPersistent: true)
    compiled.isInUse = true
    handle.cache.insert(compiled)
    return SQLiteStatement(handle: handle, compiled: compiled)
  }

  private func isPragma(_ text: String) -> Bool {
    text.utf8.count >= 6 && text.utf8.prefix(6).elementsEqual("pragma".utf8) { $0 | 0x20 == $1 }
  }

  /// All rows of a query.
  package func query(_ sql: SQL) throws -> [[SQLValue]] {
    let rendered = sql.render()
    return try withStatement(rendered.text) { statement in
      try statement.bind(rendered.bindings)
      var rows: [[SQLValue]] = []
      let count = statement.columnCount
      while try statement.step() {
        rows.append((0..<count).map { statement.value($0) })
      }
      return rows
    }
  }

  /// The first column of the first row; nil where there is no row.
  package func scalar(_ sql: SQL) throws -> SQLValue? {
    let rendered = sql.render()
    return try withStatement(rendered.text) { statement in
      try statement.bind(rendered.bindings)
      return try statement.step() ? statement.value(0) : nil
    }
  }
}
