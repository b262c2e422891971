internal import CSQLite
internal import SQLSyntax

/// A compiled statement on loan from its connection; it goes back when it is released or freed.
package final class SQLiteStatement {
  let handle: ConnectionHandle
  private let compiled: PreparedStatement
  /// Nil once released, which SQLite's functions take for a misuse and not for a crash.
  private(set) var pointer: OpaquePointer?
  private var isRunning = false
  /// The values bound so far; kept only where the connection reports bindings.
  private var reported: [SQLValue] = []
  /// What has been measured of this loan; nil where nobody listens.
  private var measured: StatementRun?

  init(handle: ConnectionHandle, compiled: PreparedStatement) {
    self.handle = handle
    self.compiled = compiled
    pointer = compiled.pointer
  }

  deinit {
    release()
  }

  package var text: String { compiled.key.text }

  /// Ends the statement and gives it back; using it afterwards fails.
  package func release() {
    guard let pointer else { return }
    sqlite3_reset(pointer)
    sqlite3_clear_bindings(pointer)
    self.pointer = nil
    compiled.isInUse = false
    if let measured { handle.statementListener?(measured) }
  }

  /// Goes to the next row; false where there is none.
  package func step() throws -> Bool {
    handle.statementListener == nil ? try advance() : try measuredStep()
  }

  private func measuredStep() throws -> Bool {
    var run = measured ?? StatementRun(text: text)
    let start = ContinuousClock.now
    defer {
      run.duration += start.duration(to: .now)
      measured = run
    }
    let hasRow = try advance()
    if hasRow {
      run.rows += 1
    } else if !isReadOnly {
      run.rows += Int(sqlite3_changes64(handle.database))
    }
    return hasRow
  }

  /// Counts rows that came by another way than steps.
  func countRows(_ count: Int) {
    measured?.rows += count
  }

  private func advance() throws -> Bool {
    if !isRunning {
      guard handle.database != nil else { throw SQLiteError.misuse("the connection is closed", sql: text) }
      handle.statistics.statementsRun += 1
      isRunning = true
    }
    let result = sqlite3_step(pointer)
    switch result {
    case SQLITE_ROW:
      handle.statistics.rowsStepped += 1
      return true
    case SQLITE_DONE:
      isRunning = false
      return false
    default:
      let error = error(result)
      isRunning = false
      sqlite3_reset(pointer)
      throw error
    }
  }

  /// Ends the run; bindings stay.
  package func reset() {
    sqlite3_reset(pointer)
    isRunning = false
  }

  package func clearBindings() {
    sqlite3_clear_bindings(pointer)
    reported.removeAll()
  }

  package var parameterCount: Int { Int(sqlite3_bind_parameter_count(pointer)) }

  /// Whether the statement cannot change the database.
  package var isReadOnly: Bool { sqlite3_stmt_readonly(pointer) != 0 }

  func error(_ result: Int32) -> SQLiteError {
    handle.error(result, sql: text, bindings: handle.reportsBindings ? reported : nil)
  }

  func check(_ result: Int32) throws {
    if result != SQLITE_OK { throw error(result) }
  }

  func report(_ value: @autoclosure () -> SQLValue, at index: Int) {
    guard handle.reportsBindings, index > 0, index <= parameterCount else { return }
    while reported.count < index { reported.append(.null) }
    reported[index - 1] = value()
  }
}
