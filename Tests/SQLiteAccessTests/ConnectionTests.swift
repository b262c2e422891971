import Foundation
import SQLSyntax
import SQLiteAccess
import GraphstoreTestSupport
import Testing

@Suite("Connections and errors")
struct ConnectionTests {
  @Test func errorsCarryCodesAndSQLButNoValues() throws {
    let connection = try memoryConnection()
    try connection.execute("CREATE TABLE T(a TEXT UNIQUE, b CHECK (b > 0), c NOT NULL DEFAULT 1)")
    let insert: SQL = "INSERT INTO T(a, b) VALUES (\(bind: "a secret"), \(bind: 1))"
    try connection.execute(insert)
    let error = sqliteError { try connection.execute(insert) }
    #expect(error?.code == 19)
    #expect(error?.extendedCode == 2067)
    #expect(error?.isConstraint == true)
    #expect(error?.isUniqueViolation == true)
    #expect(error?.sql == insert.render().text)
    #expect(error?.bindings == nil)
    #expect(error.map { "\($0)".contains("secret") } == false)
    #expect(error.map { String(reflecting: $0).contains("secret") } == false)
    #expect(sqliteError { try connection.execute("INSERT INTO T(b) VALUES (-1)") }?.isCheckViolation == true)
    #expect(
      sqliteError { try connection.execute("INSERT INTO T(c) VALUES (NULL)") }?.isNotNullViolation == true)
    #expect(sqliteError { try connection.execute("nonsense") }?.sql == "nonsense")
    connection.reportsBindings = true
    #expect(sqliteError { try connection.execute(insert) }?.bindings == ["a secret", 1])
  }

  @Test func modesOpenWhatTheySay() throws {
    let folder = try TemporaryFolder()
    let missing = sqliteError { _ = try folder.connection(mode: .readWrite) }
    #expect(missing?.isCannotOpen == true)
    #expect(missing?.systemErrno == 2)
    let writer = try folder.connection()
    try writer.execute("CREATE TABLE T(a)")
    #expect(!writer.isReadOnly)
    let reader = try folder.connection(mode: .readOnly)
    #expect(reader.isReadOnly)
    #expect(sqliteError { try reader.execute("INSERT INTO T VALUES (1)") }?.isReadOnly == true)
    #expect(sqliteError { _ = try folder.connection("no/such/folder") }?.isCannotOpen == true)
    #expect(sqliteError { _ = try SQLiteConnection(path: "a\0b", mode: .readWrite) }?.isCannotOpen == true)
    #expect(
      sqliteError { _ = try SQLiteConnection(path: folder.url.path, mode: .readWrite) }?.isCannotOpen == true)
  }

  @Test func foreignFilesAreNoDatabases() throws {
    let folder = try TemporaryFolder()
    try Data(repeating: 7, count: 4096).write(to: folder.url.appending(path: "x"))
    let connection = try folder.connection("x")
    #expect(sqliteError { _ = try connection.query("SELECT * FROM sqlite_schema") }?.isNotADatabase == true)
  }

  @Test func aFullDatabaseIsReported() throws {
    let folder = try TemporaryFolder()
    let connection = try folder.connection()
    try connection.execute("CREATE TABLE T(a); PRAGMA max_page_count=4")
    let error = sqliteError {
      try connection.transaction { try connection.execute("INSERT INTO T VALUES (zeroblob(100000))") }
    }
    #expect(error?.isFull == true)
    #expect(!connection.isInTransaction)
    #expect(try connection.scalar("SELECT count(*) FROM T") == 0)
  }

  @Test func theSchemaIsDefended() throws {
    let connection = try memoryConnection()
    try connection.execute("PRAGMA writable_schema=ON")
    #expect(sqliteError { try connection.execute("DELETE FROM sqlite_schema") } != nil)
    #expect(sqliteError { _ = try connection.query("SELECT load_extension('x')") } != nil)
  }

  @Test(.timeLimit(.minutes(1)))
  func aStatementIsInterruptedFromAnotherThread() async throws {
    let connection = try memoryConnection()
    let interrupt = connection.interruptHandle
    let (started, signal) = AsyncStream.makeStream(of: Void.self)
    try connection.createFunction("begun", argumentCount: 0) { _ in
      signal.finish()
      return .null
    }
    let other = Task.detached {
      for await _ in started {}
      // The statement is running now; it may still be on its first instructions.
      interrupt.interrupt()
    }
    let error = sqliteError {
      _ = try connection.query(
        """
        WITH RECURSIVE n(x) AS (SELECT 1 WHERE begun() IS NULL UNION ALL SELECT x + 1 FROM n)
        SELECT count(*) FROM n
        """)
    }
    #expect(error?.isInterrupted == true)
    await other.value
    #expect(try connection.scalar("SELECT 1") == 1)
    connection.close()
    interrupt.interrupt()
  }

  @Test("a statement stops that was told to before it began", .timeLimit(.minutes(1)))
  func aRaisedFlagIsNotMissed() throws {
    let connection = try memoryConnection()
    let flag = StopFlag()
    let endless: SQL =
      "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT count(*) FROM n"
    let error = sqliteError {
      try connection.stopping(at: flag) {
        flag.raise()
        _ = try connection.query(endless)
      }
    }
    #expect(error?.isInterrupted == true)
    #expect(
      try connection.query(
        "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n WHERE x < 9999) SELECT count(*) FROM n"
      )
        == [[9999]])
    #expect(try connection.stopping(at: StopFlag()) { try connection.scalar("SELECT 1") } == 1)
  }

  @Test("inside of a task, what stops a statement is given back", .timeLimit(.minutes(1)))
  func aTaskIsWatchedAfterAFlag() async throws {
    let task = Task {
      let connection = try memoryConnection()
      return try connection.stoppingWhenCancelled {
        #expect(try connection.stopping(at: StopFlag()) { try connection.scalar("SELECT 1") } == 1)
        withUnsafeCurrentTask { $0?.cancel() }
        return try connection.query(
          "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT count(*) FROM n"
        ).count
      }
    }
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test func backupsCopyAMoment() throws {
    let folder = try TemporaryFolder()
    let connection = try folder.connection()
    try connection.execute("PRAGMA journal_mode=WAL; CREATE TABLE T(a)")
    try connection.execute("INSERT INTO T VALUES (zeroblob(500000)), (1)")
    var calls: [(Int, Int)] = []
    try connection.backup(to: folder.path("copy"), pagesPerStep: 10) { remaining, total in
      calls.append((remaining, total))
      return true
    }
    #expect(calls.count > 5)
    #expect(calls.last?.0 == 0)
    let copy = try folder.connection("copy", mode: .readOnly)
    #expect(try copy.query("SELECT count(*), max(length(a)) FROM T") == [[2, 500_000]])
    copy.close()
    let stopped = sqliteError {
      try connection.backup(to: folder.path("copy2"), pagesPerStep: 1) { _, _ in false }
    }
    #expect(stopped?.isInterrupted == true)
    let unfinished = try folder.connection("copy2")
    #expect(try unfinished.scalar("SELECT count(*) FROM sqlite_schema") == 0)
    try connection.backup(to: folder.path("copy3"), pagesPerStep: -1)
    #expect(sqliteError { try connection.backup(to: folder.path("no/where")) }?.isCannotOpen == true)
    try Data(repeating: 7, count: 4096).write(to: folder.url.appending(path: "foreign"))
    let error = sqliteError { try connection.backup(to: folder.path("foreign")) }
    #expect(error?.isNotADatabase == true)
  }

  @Test func backupsIntoALockedFileAreBusy() throws {
    let folder = try TemporaryFolder()
    let connection = try folder.connection()
    try connection.execute("CREATE TABLE T(a)")
    let target = try folder.connection("copy")
    try target.execute("CREATE TABLE U(a)")
    try target.transaction(.exclusive) {
      #expect(sqliteError { try connection.backup(to: folder.path("copy")) }?.isBusy == true)
    }
    #expect(try target.scalar("SELECT name FROM sqlite_schema") == "U")
  }

  @Test func checkpointsMoveFrames() throws {
    let folder = try TemporaryFolder()
    let connection = try folder.connection()
    #expect(try connection.checkpoint(.passive) == (-1, -1))
    try connection.execute("PRAGMA journal_mode=WAL; CREATE TABLE T(a); INSERT INTO T VALUES (1)")
    let moved = try connection.checkpoint(.full)
    #expect(moved.walFrames > 0)
    #expect(moved.checkpointed == moved.walFrames)
    #expect(try connection.checkpoint(.truncate) == (0, 0))
    let reader = try folder.connection()
    try connection.execute("INSERT INTO T VALUES (2)")
    try reader.transaction {
      _ = try reader.query("SELECT * FROM T")
      try connection.execute("INSERT INTO T VALUES (3)")
      #expect(sqliteError { _ = try connection.checkpoint(.truncate) }?.isBusy == true)
    }
  }
}
