import GraphSQL
import SQLiteAccess

/// Opens connections with a store's options.
struct ConnectionSetup: Sendable {
  let path: String
  let options: StoreOptions
  /// Whether the store goes with the process: nothing has to survive.
  let isTransient: Bool
  /// What connections tell of their statements; nil where nobody wants to know.
  let statementListener: StatementListener?

  /// Whether the schema's triggers write to virtual tables, which SQLite lets only trusted schemas do.
  private let hasSearchIndexes: Bool

  init(path: String, options: StoreOptions, isTransient: Bool, hasSearchIndexes: Bool) {
    self.path = path
    self.options = options
    self.isTransient = isTransient
    self.hasSearchIndexes = hasSearchIndexes
    statementListener = options.slowQueryLog.map { StatementListener($0) }
  }

  func writer(creates: Bool) throws -> SQLiteConnection {
    let connection = try configured(creates ? .readWriteCreate : .readWrite)
    // Our own functions and tables stay out of the schema's reach all the same.
    if hasSearchIndexes { try connection.trustSchema() }
    return connection
  }

  func reader() throws -> SQLiteConnection {
    // A connection that may write can also read a log that needs recovery; query_only keeps it from writing.
    let connection = try configured(options.isReadOnly ? .readOnly : .readWrite)
    try connection.execute("PRAGMA query_only = 1")
    return connection
  }

  private func configured(_ mode: SQLiteConnection.OpenMode) throws -> SQLiteConnection {
    let connection = try SQLiteConnection(path: path, mode: mode)
    connection.busyTimeout = options.busyTimeout
    let kibibytes = max(64, min(options.pageCacheSize, 1 << 40) / 1024)
    let synchronous = isTransient ? "OFF" : options.durability == .full ? "FULL" : "NORMAL"
    try connection.execute(
      "PRAGMA cache_size = -\(kibibytes); PRAGMA synchronous = \(synchronous); PRAGMA foreign_keys = 1")
    try QueryFunctionTable.register(on: connection)
    statementListener?.attach(to: connection)
    return connection
  }
}
