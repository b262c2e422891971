internal import CSQLite

extension SQLiteConnection {
  /// How many steps of SQLite's machine lie between two looks at what stops a statement: some tens of microseconds.
  private static let stepsBetweenLooks: Int32 = 4_000

  /// Runs a body whose statements stop soon after the task that runs it is cancelled; outside of tasks nothing stops it.
  ///
  /// - Throws: `CancellationError` where the task is cancelled, before the body or while a statement runs.
  package func stoppingWhenCancelled<Value>(_ body: () throws -> Value) throws -> Value {
    guard withUnsafeCurrentTask(body: { $0 != nil }) else { return try body() }
    try Task.checkCancellation()
    let database = try handle.openDatabase()
    Self.watchTask(database)
    handle.watchesTask = true
    defer {
      handle.watchesTask = false
      sqlite3_progress_handler(database, 0, nil, nil)
    }
    do {
      return try body()
    } catch let error as SQLiteError {
      guard error.isInterrupted, Task.isCancelled else { throw error }
      throw CancellationError()
    }
  }

  /// Runs a body whose statements stop soon after a flag is raised, before they begin or while they run, and when the
  /// task is cancelled as before.
  package func stopping<Value>(at flag: StopFlag, _ body: () throws -> Value) throws -> Value {
    let database = try handle.openDatabase()
    // The flag outlives the body.
    let context = Unmanaged.passUnretained(flag).toOpaque()
    sqlite3_progress_handler(
      database, Self.stepsBetweenLooks,
      { context in
        guard let context else { return 0 }
        return Unmanaged<StopFlag>.fromOpaque(context).takeUnretainedValue().isUp || Task.isCancelled ? 1 : 0
      }, context)
    defer {
      if handle.watchesTask {
        Self.watchTask(database)
      } else {
        sqlite3_progress_handler(database, 0, nil, nil)
      }
    }
    return try withExtendedLifetime(flag) { try body() }
  }

  private static func watchTask(_ database: OpaquePointer) {
    // https://sqlite.org/c3ref/progress_handler.html
    sqlite3_progress_handler(database, stepsBetweenLooks, { _ in Task.isCancelled ? 1 : 0 }, nil)
  }
}
