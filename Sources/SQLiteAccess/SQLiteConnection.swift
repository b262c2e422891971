internal import CSQLite

/// A connection to an SQLite database, for one user at a time: it takes no locks of its own.
///
/// It opens with the defensive settings on, extension loading and double-quoted strings off, and a schema that is not
/// trusted to call functions. Pragmas are the caller's.
package final class SQLiteConnection {
  package enum OpenMode: Sendable {
    case readOnly
    case readWrite
    case readWriteCreate
    /// Reads a file that nobody writes, and touches nothing beside it: no lock, no log.
    /// https://sqlite.org/uri.html#uriimmutable
    case immutable
  }

  package let path: String
  let handle: ConnectionHandle
  var savepointDepth = 0

  /// Opens a database; SQLite reads the file only when it is first used.
  package init(path: String, mode: OpenMode) throws {
    if path.utf8.contains(0) {
      throw SQLiteError(extendedCode: SQLITE_CANTOPEN, message: "a path cannot hold a NUL")
    }
    let access =
      switch mode {
      case .readOnly: SQLITE_OPEN_READONLY
      case .readWrite: SQLITE_OPEN_READWRITE
      case .readWriteCreate: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
      case .immutable: SQLITE_OPEN_READONLY | SQLITE_OPEN_URI
      }
    // SQLite builds that take URIs for names would read options out of such a path.
    let plain = path.utf8.starts(with: "file:".utf8) ? "./" + path : path
    let name = mode == .immutable ? Self.immutableURI(plain) : plain
    var database: OpaquePointer?
    let result = sqlite3_open_v2(
      name, &database, access | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE, nil)
    guard let database else {
      throw SQLiteError(extendedCode: SQLITE_NOMEM, message: "no memory for a connection")
    }
    self.path = path
    handle = ConnectionHandle(database: database)
    try handle.check(result)
    let switches: [(Int32, Int32)] = [
      (SQLITE_DBCONFIG_DEFENSIVE, 1), (SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0),
      (SQLITE_DBCONFIG_DQS_DML, 0), (SQLITE_DBCONFIG_DQS_DDL, 0),
      (SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 0),
    ]
    for (option, value) in switches {
      try handle.check(graphstore_db_config_flag(database, option, value))
    }
    try RowPacker.register(on: handle)
    try FeedTable.register(on: handle)
    try handle.statementGuard.install(on: handle)
  }

  /// Lets the schema's triggers write to virtual tables such as FTS5's; functions and tables that are marked for direct
  /// use only stay out of their reach.
  package func trustSchema() throws {
    try handle.check(
      graphstore_db_config_flag(handle.openDatabase(), SQLITE_DBCONFIG_TRUSTED_SCHEMA, 1))
  }

  private static func immutableURI(_ path: String) -> String {
    let hexadecimal = Array("0123456789ABCDEF")
    var name = "file:"
    for byte in path.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "."), UInt8(ascii: "-"),
        UInt8(ascii: "_"):
        name.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        name += "%\(hexadecimal[Int(byte >> 4)])\(hexadecimal[Int(byte & 15)])"
      }
    }
    return name + "?immutable=1"
  }

  /// Closes the connection; statements that are still held fail from now on.
  package func close() {
    handle.close()
  }

  /// How long to wait for another connection's lock before failing as busy.
  package var busyTimeout: Duration = .zero {
    didSet {
      let (seconds, attoseconds) = busyTimeout.components
      let milliseconds = min(max(seconds, 0), 1_000_000) * 1000 + attoseconds / 1_000_000_000_000_000
      sqlite3_busy_timeout(handle.database, Int32(max(0, milliseconds)))
    }
  }

  /// Whether errors carry the values of the statement's parameters; off at first.
  package var reportsBindings: Bool {
    get { handle.reportsBindings }
    set { handle.reportsBindings = newValue }
  }

  /// Is told of each statement that was run, when it goes back to the cache; nil at first, which costs nothing.
  ///
  /// It must not use the connection.
  package var statementListener: ((StatementRun) -> Void)? {
    get { handle.statementListener }
    set { handle.statementListener = newValue }
  }

  /// How many compiled statements are kept; 128 at first.
  package var statementCacheCapacity: Int {
    get { handle.cache.capacity }
    set { handle.cache.capacity = newValue }
  }

  package var cachedStatementCount: Int { handle.cache.count }

  package var statistics: SQLiteStatistics {
    var statistics = handle.statistics
    if handle.database != nil { statistics.rowsChanged += totalChanges }
    return statistics
  }

  package func resetStatistics() {
    handle.statistics = SQLiteStatistics()
    // SQLite's own counter cannot be reset.
    if handle.database != nil { handle.statistics.rowsChanged = -totalChanges }
  }

  /// Stops what runs here, from another thread.
  package var interruptHandle: SQLiteInterruptHandle { handle.interruptHandle }

  /// The rows that the last INSERT, UPDATE or DELETE changed.
  package var changes: Int { Int(sqlite3_changes64(handle.database)) }

  /// The rows changed since the connection was opened.
  package var totalChanges: Int { Int(sqlite3_total_changes64(handle.database)) }

  package var lastInsertRowID: Int64 { sqlite3_last_insert_rowid(handle.database) }

  package var isInTransaction: Bool {
    guard let database = handle.database else { return false }
    return sqlite3_get_autocommit(database) == 0
  }

  package var isReadOnly: Bool { sqlite3_db_readonly(handle.database, "main") == 1 }
}
