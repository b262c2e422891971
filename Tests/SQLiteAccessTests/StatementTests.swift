import SQLSyntax
import SQLiteAccess
import Testing

@Suite("Statements")
struct StatementTests {
  static let values: [SQLValue] = [
    .null, .integer(0), .integer(.min), .integer(.max), .integer(-1), .real(0), .real(1.5),
    .real(.greatestFiniteMagnitude), .real(.leastNonzeroMagnitude), .real(.infinity),
    .real(-.infinity), .real(0.1), .text(""), .text("abc"), .text("a\0b\0"), .text("\0"),
    .text("猫🐈‍⬛"), .text("\u{301}"), .text("e\u{301}"), .text("\u{E9}"), .blob([]), .blob([0]),
    .blob([255, 0, 128]),
  ]

  @Test(arguments: values)
  func valuesRoundTrip(value: SQLValue) throws {
    let connection = try memoryConnection()
    try connection.execute("CREATE TABLE T(a)")
    try connection.execute("INSERT INTO T VALUES (\(bind: value))" as SQL)
    #expect(try connection.scalar("SELECT a FROM T") == value)
    #expect(try connection.scalar("SELECT \(bind: value)") == value)
    if case .real(let number) = value, number != 0.1 {
      #expect(try connection.scalar("SELECT \(literal: value)") == value)
    } else {
      #expect(try connection.scalar("SELECT \(literal: value)") == value)
    }
  }

  @Test func largeTextsAndBlobsRoundTrip() throws {
    let connection = try memoryConnection()
    let text = String(repeating: "é猫a", count: 1 << 18)
    let blob = (0..<1 << 20).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    #expect(try connection.scalar("SELECT \(bind: .text(text))") == .text(text))
    #expect(try connection.scalar("SELECT \(bind: .blob(blob))") == .blob(blob))
  }

  @Test func notANumberIsBoundAsNull() throws {
    #expect(try memoryConnection().scalar("SELECT \(bind: .real(.nan))") == .null)
  }

  @Test func textThatIsNotUTF8IsRepaired() throws {
    let connection = try memoryConnection()
    #expect(try connection.scalar("SELECT CAST(x'61FF62' AS TEXT)") == .text("a\u{FFFD}b"))
  }

  @Test func columnsHaveNamesAndTypedReaders() throws {
    let connection = try memoryConnection()
    try connection.withStatement("SELECT 1 AS a, 2.5 AS \"b c\", 'x', x'01', NULL") { statement throws in
      #expect(statement.columnCount == 5)
      #expect(statement.columnName(1) == "b c")
      #expect(statement.columnName(9) == "")
      #expect(try statement.step())
      #expect(statement.integer(0) == 1)
      #expect(statement.real(1) == 2.5)
      #expect(statement.text(2) == "x")
      #expect(statement.blob(3) == [1])
      #expect(statement.isNull(4))
      #expect(statement.value(99) == .null)
      #expect(try !statement.step())
    }
  }

  @Test func wrongNumbersOfBindingsAreRefused() throws {
    let connection = try memoryConnection()
    try connection.withStatement("SELECT ?1, ?2") { statement throws in
      #expect(statement.parameterCount == 2)
      #expect(sqliteError { try statement.bind([1]) }?.code == 25)
      #expect(sqliteError { try statement.bind([1, 2, 3]) }?.code == 25)
      #expect(sqliteError { try statement.bind(1, at: 0) }?.code == 25)
      #expect(sqliteError { try statement.bind(1, at: -1) }?.code == 25)
      #expect(sqliteError { try statement.bind(1, at: .max) }?.code == 25)
      try statement.bind([1, 2])
    }
  }

  @Test func oneStatementIsExpected() throws {
    let connection = try memoryConnection()
    #expect(sqliteError { _ = try connection.prepare("SELECT 1; SELECT 2") }?.isMisuse == true)
    #expect(sqliteError { _ = try connection.prepare("  ") }?.isMisuse == true)
    #expect(sqliteError { _ = try connection.prepare("SELECT 1\0; DROP TABLE x") }?.isMisuse == true)
    #expect(sqliteError { try connection.execute("SELECT 1\0; DROP TABLE x") }?.isMisuse == true)
    _ = try connection.prepare("SELECT 1;  -- that is all")
    try connection.execute("CREATE TABLE a(x); CREATE TABLE b(x); -- done")
    try connection.execute("")
    #expect(try connection.scalar("SELECT count(*) FROM sqlite_schema") == 2)
  }

  @Test func quotedStringsAreNoStrings() throws {
    let connection = try memoryConnection()
    #expect(sqliteError { _ = try connection.query("SELECT \"nothing\"") } != nil)
  }

  @Test func hostileIdentifiersNameWhatTheySay() throws {
    let connection = try memoryConnection()
    let name = #"x"; DROP TABLE "y"; --"#
    try connection.execute("CREATE TABLE \(identifier: name)(\(identifier: "a\"b"))" as SQL)
    try connection.execute("INSERT INTO \(identifier: name)(\(identifier: "a\"b")) VALUES (1)" as SQL)
    #expect(try connection.query("SELECT * FROM \(identifier: name)") == [[1]])
    #expect(try connection.scalar("SELECT name FROM sqlite_schema") == .text(name))
  }
}

@Suite("Statement cache")
struct StatementCacheTests {
  @Test func aStatementIsCompiledOnce() throws {
    let connection = try memoryConnection()
    for number in 0..<10 {
      #expect(try connection.scalar("SELECT \(bind: .integer(Int64(number)))") == .integer(Int64(number)))
    }
    #expect(connection.statistics.statementsPrepared == 1)
    #expect(connection.statistics.statementsRun == 10)
    #expect(connection.statistics.rowsStepped == 10)
    connection.resetStatistics()
    #expect(connection.statistics == SQLiteStatistics())
  }

  @Test func aStatementInUseIsNotHandedOutTwice() throws {
    let connection = try memoryConnection()
    try connection.withStatement("SELECT ?1") { outer throws in
      try outer.bind([1])
      #expect(try outer.step())
      try connection.withStatement("SELECT ?1") { inner throws in
        try inner.bind([2])
        #expect(try inner.step())
        #expect(inner.integer(0) == 2)
        #expect(outer.integer(0) == 1)
      }
    }
    #expect(connection.statistics.statementsPrepared == 2)
    #expect(connection.cachedStatementCount == 1)
    try connection.withStatement("SELECT ?1") { statement throws in
      #expect(try statement.step())
      #expect(statement.isNull(0), "bindings are cleared")
    }
    #expect(connection.statistics.statementsPrepared == 2)
  }

  @Test func theLeastRecentlyUsedIsGivenUp() throws {
    let connection = try memoryConnection()
    connection.statementCacheCapacity = 2
    for text in ["SELECT 1", "SELECT 2", "SELECT 1", "SELECT 3", "SELECT 1"] {
      try connection.withStatement(text) { _ = try $0.step() }
    }
    #expect(connection.statistics.statementsPrepared == 3)
    try connection.withStatement("SELECT 2") { _ = try $0.step() }
    #expect(connection.statistics.statementsPrepared == 4)
    #expect(connection.cachedStatementCount == 2)
    connection.statementCacheCapacity = 0
    #expect(connection.cachedStatementCount == 0)
    try connection.withStatement("SELECT 2") { _ = try $0.step() }
    #expect(connection.cachedStatementCount == 0)
  }

  @Test func textsOfOtherBytesAreOtherStatements() throws {
    let connection = try memoryConnection()
    let composed = try connection.scalar(SQL(raw: "SELECT '\u{E9}'"))
    let decomposed = try connection.scalar(SQL(raw: "SELECT 'e\u{301}'"))
    #expect(composed == .text("\u{E9}"))
    #expect(decomposed == .text("e\u{301}"))
  }

  @Test func statementsOutliveTheirConnectionWithoutHarm() throws {
    var connection: SQLiteConnection? = try memoryConnection()
    let statement = try #require(try connection?.prepare("SELECT 1"))
    connection = nil
    #expect(try statement.step())
    let other = try memoryConnection()
    let late = try other.prepare("SELECT 1")
    other.close()
    other.close()
    #expect(sqliteError { _ = try late.step() }?.isMisuse == true)
    #expect(sqliteError { try other.execute("SELECT 1") }?.isMisuse == true)
    late.release()
    #expect(sqliteError { _ = try late.step() }?.isMisuse == true)
    #expect(late.value(0) == .null)
  }

  @Test func schemaChangesReachCachedStatements() throws {
    let connection = try memoryConnection()
    try connection.execute("CREATE TABLE T(a); INSERT INTO T VALUES (1)")
    #expect(try connection.query("SELECT * FROM T") == [[1]])
    try connection.execute("ALTER TABLE T ADD COLUMN b DEFAULT 2")
    let columns = try connection.withStatement("SELECT * FROM T") { statement throws in
      _ = try statement.step()
      return statement.columnCount
    }
    #expect(columns == 2)
  }
}
