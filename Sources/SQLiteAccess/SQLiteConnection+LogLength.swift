internal import CSQLite

extension SQLiteConnection {
  /// Tells after each commit how many frames, that is pages, the write-ahead log holds. SQLite takes nothing into the
  /// database by itself from then on.
  ///
  /// - Parameter report: called on the thread that committed, when the commit is done; must not use the connection, except
  ///   for ``checkpoint(_:)``.
  package func reportLogLength(_ report: @escaping (Int) -> Void) throws {
    let database = try handle.openDatabase()
    let reporter = LogLengthReporter(report)
    handle.logLengthReporter = reporter
    // https://sqlite.org/c3ref/wal_hook.html
    sqlite3_wal_hook(
      database,
      { context, _, _, frames in
        guard let context else { return SQLITE_OK }
        Unmanaged<LogLengthReporter>.fromOpaque(context).takeUnretainedValue().report(Int(frames))
        return SQLITE_OK
      }, Unmanaged.passUnretained(reporter).toOpaque())
  }
}

/// Carries the closure that is told of the log's length through C.
final class LogLengthReporter {
  let report: (Int) -> Void

  init(_ report: @escaping (Int) -> Void) {
    self.report = report
  }
}
