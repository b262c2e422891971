internal import CSQLite

extension SQLiteConnection {
  /// How many steps of SQLite's machine lie between two looks at the task: some tens of microseconds.
  private static let stepsBetweenLooks: Int32 = 4_000

  /// Runs a body whose statements stop soon after the task that runs it is cancelled; outside of tasks nothing stops it.
  ///
  /// - Throws: `CancellationError` where the task is cancelled, before the body or while a statement runs.
  package func stoppingWhenCancelled<Value>(_ body: () throws -> Value) throws -> Value {
    guard withUnsafeCurrentTask(body: { $0 != nil }) else { return try body() }
    try Task.checkCancellation()
    // https://sqlite.org/c3ref/progress_handler.html
    let database = try handle.openDatabase()
    sqlite3_progress_handler(database, Self.stepsBetweenLooks, { _ in Task.isCancelled ? 1 : 0 }, nil)
    defer { sqlite3_progress_handler(database, 0, nil, nil) }
    do {
      return try body()
    } catch let error as SQLiteError {
      guard error.isInterrupted, Task.isCancelled else { throw error }
      throw CancellationError()
    }
  }
}
