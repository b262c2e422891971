internal import CSQLite

/// When a transaction takes its locks.
package enum TransactionKind: Sendable {
  /// At its first read or write.
  case deferred
  /// The write lock at once.
  case immediate
  /// The write lock at once; outside WAL mode it keeps readers out too.
  case exclusive

  var statement: String {
    switch self {
    case .deferred: "BEGIN DEFERRED"
    case .immediate: "BEGIN IMMEDIATE"
    case .exclusive: "BEGIN EXCLUSIVE"
    }
  }
}

extension SQLiteConnection {
  /// Runs a body in a transaction, which is committed at the end and rolled back where the body throws.
  ///
  /// The body's error is kept. Where SQLite has rolled back by itself, as on a full disk, and the body went on
  /// nevertheless, this throws.
  ///
  /// - Parameter explain: called where the commit fails, before what was written is rolled back; gives the error
  ///   to throw, or nil for SQLite's own.
  package func transaction<T>(
    _ kind: TransactionKind = .deferred,
    explainingFailedCommit explain: (SQLiteError) -> (any Error)? = { _ in nil },
    _ body: () throws -> T
  ) throws -> T {
    try begin(kind)
    let result: T
    do {
      result = try body()
    } catch {
      rollback()
      throw error
    }
    do {
      try commit()
    } catch let error as SQLiteError {
      let explained = isInTransaction ? explain(error) : nil
      rollback()
      throw explained ?? error
    }
    return result
  }

  /// Runs a body in a transaction of its own; within one that is open already in a savepoint of it, which is undone
  /// where the body throws.
  ///
  /// - Parameter explain: called where the commit fails, or where references lead nowhere at the end of a savepoint,
  ///   before what was written is taken back.
  package func transactionOrSavepoint<T>(
    explainingFailedCommit explain: (SQLiteError) -> (any Error)? = { _ in nil },
    _ body: () throws -> T
  ) throws -> T {
    guard isInTransaction else {
      return try transaction(.immediate, explainingFailedCommit: explain, body)
    }
    let wasOpen = hasOpenReferences
    return try savepoint {
      let result = try body()
      if !wasOpen, hasOpenReferences {
        let error = SQLiteError(
          extendedCode: SQLITE_CONSTRAINT | (3 << 8), message: "FOREIGN KEY constraint failed")
        throw explain(error) ?? error
      }
      return result
    }
  }

  /// Begins a transaction that the caller ends.
  package func begin(_ kind: TransactionKind = .deferred) throws {
    try run(kind.statement)
    guard kind != .deferred, let watcher = handle.transactionWatcher else { return }
    do {
      try watcher.didBegin(self)
    } catch {
      rollback()
      throw error
    }
  }

  /// Commits; where this throws, the transaction may still be open.
  package func commit() throws {
    guard isInTransaction else {
      throw SQLiteError(
        extendedCode: SQLITE_ABORT | (2 << 8), message: "SQLite has rolled the transaction back",
        sql: "COMMIT")
    }
    guard let watcher = handle.transactionWatcher else { return try run("COMMIT") }
    try watcher.commit(self) { try run("COMMIT") }
  }

  /// Rolls back, where a transaction is open; SQLite may have done so by itself.
  package func rollback() {
    guard isInTransaction else { return }
    // It can fail only where SQLite has ended the transaction itself or the connection is unusable; either
    // way nothing is committed.
    try? run("ROLLBACK")
    handle.capture?.removeAll()
  }

  /// Runs a body within a savepoint, undone where the body throws. Savepoints nest, and one outside of a
  /// transaction is a deferred transaction.
  package func savepoint<T>(_ body: () throws -> T) throws -> T {
    let depth = savepointDepth
    try run("SAVEPOINT graphstore_\(depth)")
    savepointDepth += 1
    defer { savepointDepth -= 1 }
    let mark = handle.capture?.mark()
    let result: T
    do {
      result = try body()
      guard isInTransaction else {
        throw SQLiteError(
          extendedCode: SQLITE_ABORT | (2 << 8), message: "SQLite has rolled the savepoint back")
      }
      try run("RELEASE graphstore_\(depth)")
    } catch {
      if isInTransaction {
        try? run("ROLLBACK TO graphstore_\(depth)")
        // SQLite tells of no row that this puts back.
        if let mark { handle.capture?.takeBack(to: mark) }
        try? run("RELEASE graphstore_\(depth)")
      }
      throw error
    }
    return result
  }

  private func run(_ text: String) throws {
    try withStatement(text) { _ = try $0.step() }
  }
}
