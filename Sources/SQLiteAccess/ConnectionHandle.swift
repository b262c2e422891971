internal import CSQLite
internal import SQLSyntax

/// What a connection and its statements share: the open database, the compiled statements and the counters.
///
/// A statement may outlive its connection object; it keeps this alive.
final class ConnectionHandle {
  private(set) var database: OpaquePointer?
  var statistics = SQLiteStatistics()
  var cache = StatementCache(capacity: 128)
  var reportsBindings = false
  /// Is told of each statement when it goes back; nil where nobody listens.
  var statementListener: ((StatementRun) -> Void)?
  /// Whether the database is known to be in WAL mode; nil where that has to be found out.
  var isInWAL: Bool?
  /// Is told of the log's length after each commit; nil where nobody wants to know.
  var logLengthReporter: LogLengthReporter?
  /// Notes what transactions change; nil where nobody wants to know.
  var capture: ChangeCapture?
  /// Stands by when write transactions begin and end.
  var transactionWatcher: (any TransactionWatcher)?
  let interruptHandle: SQLiteInterruptHandle
  /// Whether statements stop when the task that runs them is cancelled.
  var watchesTask = false
  let functionFailure = FunctionFailure()
  /// Watches over statements from outside.
  let statementGuard = StatementGuard()
  /// Where the collecting aggregate function finds the packer of the statement that runs.
  let packer: UnsafeMutablePointer<UnsafeMutablePointer<RowPacker>?>
  /// Where the feeding table finds the batch of the statement that runs.
  let feed: UnsafeMutablePointer<FeedState>
  /// The slots that the feeding table shows at present.
  var feedWidth = 0
  /// The number of the batch fed last.
  var feedGeneration: UInt64 = 0
  /// Memory for packing rows, kept from one collection to the next.
  private var spareScratch: RowScratch?

  init(database: OpaquePointer) {
    self.database = database
    interruptHandle = SQLiteInterruptHandle(database: database)
    packer = .allocate(capacity: 1)
    packer.initialize(to: nil)
    feed = .allocate(capacity: 1)
    feed.initialize(to: FeedState())
  }

  deinit {
    close()
    spareScratch?.deallocate()
    packer.deinitialize(count: 1)
    packer.deallocate()
    feed.deinitialize(count: 1)
    feed.deallocate()
  }

  /// Closes the database, at the latest when the last statement is freed.
  func close() {
    guard let database else { return }
    interruptHandle.invalidate()
    cache.removeAll()
    self.database = nil
    sqlite3_close_v2(database)
  }

  func takeScratch() -> RowScratch {
    defer { spareScratch = nil }
    return spareScratch ?? RowScratch()
  }

  /// Keeps memory for the next collection, unless it is much.
  func giveBack(_ scratch: RowScratch) {
    if spareScratch == nil, scratch.byteCapacity <= 1 << 20, scratch.wordCapacity <= 1 << 18 {
      spareScratch = scratch
    } else {
      scratch.deallocate()
    }
  }

  func openDatabase() throws -> OpaquePointer {
    guard let database else { throw SQLiteError.misuse("the connection is closed") }
    return database
  }

  func check(_ result: Int32, sql: String? = nil) throws {
    if result != SQLITE_OK { throw error(result, sql: sql) }
  }

  /// The error of the call that just failed.
  func error(_ result: Int32, sql: String?, bindings: [SQLValue]? = nil) -> SQLiteError {
    let primary = result & 0xFF
    var message: String
    if let database, primary != SQLITE_MISUSE, sqlite3_errcode(database) & 0xFF == primary {
      message = String(cString: sqlite3_errmsg(database))
    } else {
      message = String(cString: sqlite3_errstr(result))
    }
    if message.isEmpty { message = "unknown error" }
    var systemErrno: Int32 = 0
    if let database, primary == SQLITE_IOERR || primary == SQLITE_CANTOPEN || primary == SQLITE_FULL {
      systemErrno = sqlite3_system_errno(database)
    }
    return SQLiteError(
      extendedCode: result, message: message, sql: sql, systemErrno: systemErrno, bindings: bindings,
      cause: primary == SQLITE_ERROR ? functionFailure.take() : nil)
  }

  /// Compiles a statement.
  func compile(_ text: String, key: StatementKey, isPersistent: Bool) throws -> PreparedStatement {
    let database = try openDatabase()
    var text = text
    let (result, pointer, problem) = text.withUTF8 { utf8 -> (Int32, OpaquePointer?, String?) in
      guard utf8.count < Int(Int32.max), !utf8.contains(0) else {
        return (SQLITE_OK, nil, "a statement's text has a NUL or is too long")
      }
      return utf8.withMemoryRebound(to: CChar.self) { characters in
        var pointer: OpaquePointer?
        var tail: UnsafePointer<CChar>?
        let flags = isPersistent ? UInt32(SQLITE_PREPARE_PERSISTENT) : 0
        let result = sqlite3_prepare_v3(
          database, characters.baseAddress, Int32(characters.count), flags, &pointer, &tail)
        if result == SQLITE_OK, let start = characters.baseAddress, let tail,
          Self.hasStatement(characters[(tail - start)...])
        {
          sqlite3_finalize(pointer)
          return (SQLITE_OK, nil, "more than one statement where one was expected")
        }
        return (result, pointer, nil)
      }
    }
    try check(result, sql: key.text)
    guard let pointer else {
      throw SQLiteError.misuse(problem ?? "the text holds no statement", sql: key.text)
    }
    statistics.statementsPrepared += 1
    return PreparedStatement(pointer: pointer, key: key)
  }

  /// Whether text after a statement is more than blanks, semicolons and comments.
  private static func hasStatement(_ rest: Slice<UnsafeBufferPointer<CChar>>) -> Bool {
    var rest = rest
    while true {
      rest = rest.drop { " \t\r\n\u{0C};".utf8.contains(UInt8(bitPattern: $0)) }
      if rest.starts(with: "--".utf8.map { CChar(bitPattern: $0) }) {
        rest = rest.drop { $0 != CChar(bitPattern: UInt8(ascii: "\n")) }
      } else if rest.starts(with: "/*".utf8.map { CChar(bitPattern: $0) }) {
        rest = afterComment(rest.dropFirst(2))
      } else {
        return !rest.isEmpty
      }
    }
  }

  /// What comes after the end of a comment; nothing where it has none, which SQLite takes for one too.
  private static func afterComment(
    _ text: Slice<UnsafeBufferPointer<CChar>>
  ) -> Slice<UnsafeBufferPointer<CChar>> {
    var text = text
    let end = "*/".utf8.map { CChar(bitPattern: $0) }
    while !text.isEmpty {
      if text.starts(with: end) { return text.dropFirst(2) }
      text = text.dropFirst()
    }
    return text
  }
}

/// Tells SQLite to copy what is bound or returned: `SQLITE_TRANSIENT`, which C spells as a cast of -1 that Swift does not
/// import. SQLite compares it and never calls it.
var transientDestructor: sqlite3_destructor_type {
  unsafeBitCast(-1, to: sqlite3_destructor_type.self)
}
