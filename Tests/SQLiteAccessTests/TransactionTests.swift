import SQLSyntax
import SQLiteAccess
import GraphstoreTestSupport
import Testing

private struct Stop: Error {}

@Suite("Transactions")
struct TransactionTests {
  private func table() throws -> SQLiteConnection {
    let connection = try memoryConnection()
    try connection.execute("CREATE TABLE T(a UNIQUE)")
    return connection
  }

  private func count(_ connection: SQLiteConnection) throws -> SQLValue? {
    try connection.scalar("SELECT count(*) FROM T")
  }

  @Test(arguments: [TransactionKind.deferred, .immediate, .exclusive])
  func commitsOrRollsBack(kind: TransactionKind) throws {
    let connection = try table()
    let result = try connection.transaction(kind) {
      #expect(connection.isInTransaction)
      try connection.execute("INSERT INTO T VALUES (1)")
      return 7
    }
    #expect(result == 7)
    #expect(!connection.isInTransaction)
    #expect(throws: Stop.self) {
      try connection.transaction(kind) {
        try connection.execute("INSERT INTO T VALUES (2)")
        throw Stop()
      }
    }
    #expect(!connection.isInTransaction)
    #expect(try count(connection) == 1)
  }

  @Test func keepsTheErrorWhereSQLiteRolledBackItself() throws {
    let connection = try table()
    try connection.execute("INSERT INTO T VALUES (1)")
    let error = sqliteError {
      try connection.transaction {
        try connection.execute("INSERT INTO T VALUES (2)")
        try connection.execute("INSERT OR ROLLBACK INTO T VALUES (1)")
      }
    }
    #expect(error?.isUniqueViolation == true)
    #expect(!connection.isInTransaction)
    #expect(try count(connection) == 1)
  }

  @Test func throwsWhereABodyGoesOnAfterSQLiteRolledBack() throws {
    let connection = try table()
    try connection.execute("INSERT INTO T VALUES (1)")
    let error = sqliteError {
      try connection.transaction {
        try? connection.execute("INSERT OR ROLLBACK INTO T VALUES (1)")
      }
    }
    #expect(error?.extendedCode == 516)
    #expect(
      sqliteError {
        try connection.savepoint { try? connection.execute("INSERT OR ROLLBACK INTO T VALUES (1)") }
      }?.extendedCode == 516)
    #expect(!connection.isInTransaction)
  }

  @Test func savepointsNest() throws {
    let connection = try table()
    try connection.transaction {
      try connection.savepoint {
        try connection.execute("INSERT INTO T VALUES (1)")
        #expect(throws: Stop.self) {
          try connection.savepoint {
            try connection.execute("INSERT INTO T VALUES (2)")
            try connection.savepoint { try connection.execute("INSERT INTO T VALUES (3)") }
            throw Stop()
          }
        }
        try connection.savepoint { try connection.execute("INSERT INTO T VALUES (4)") }
      }
    }
    #expect(try connection.query("SELECT a FROM T ORDER BY a") == [[1], [4]])
    try connection.savepoint { try connection.execute("INSERT INTO T VALUES (5)") }
    #expect(!connection.isInTransaction)
    #expect(try count(connection) == 3)
  }

  @Test func aFailingCommitIsRolledBack() throws {
    let connection = try memoryConnection()
    try connection.execute(
      """
      PRAGMA foreign_keys=ON; CREATE TABLE P(a INTEGER PRIMARY KEY);
      CREATE TABLE C(p REFERENCES P DEFERRABLE INITIALLY DEFERRED)
      """)
    let error = sqliteError {
      try connection.transaction { try connection.execute("INSERT INTO C VALUES (9)") }
    }
    #expect(error?.isForeignKeyViolation == true)
    #expect(!connection.isInTransaction)
  }

  @Test func changesAreCounted() throws {
    let connection = try table()
    try connection.execute("INSERT INTO T VALUES (1), (2), (3)")
    #expect(connection.changes == 3)
    #expect(connection.lastInsertRowID == 3)
    try connection.execute("DELETE FROM T WHERE a > 1")
    #expect(connection.changes == 2)
    #expect(connection.totalChanges == 5)
  }

  @Test func anotherWriterIsBusy() throws {
    let folder = try TemporaryFolder()
    let first = try folder.connection()
    let second = try folder.connection()
    try first.execute("PRAGMA journal_mode=WAL; CREATE TABLE T(a)")
    second.busyTimeout = .milliseconds(20)
    try first.transaction(.immediate) {
      let error = sqliteError { try second.transaction(.immediate) {} }
      #expect(error?.isBusy == true)
      #expect(error?.isBusySnapshot == false)
      #expect(!second.isInTransaction)
    }
    try second.transaction(.immediate) { try second.execute("INSERT INTO T VALUES (1)") }
    let stale = sqliteError {
      try second.transaction {
        _ = try second.query("SELECT * FROM T")
        try first.execute("INSERT INTO T VALUES (2)")
        try second.execute("INSERT INTO T VALUES (3)")
      }
    }
    #expect(stale?.isBusySnapshot == true)
  }
}
