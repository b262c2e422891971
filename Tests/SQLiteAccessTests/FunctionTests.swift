import SQLSyntax
import SQLiteAccess
import Testing

private struct Refusal: Error, CustomStringConvertible {
  var description: String { "refused, and this is why" }
}

/// Tells when it is freed.
private final class Witness {
  let ended: () -> Void
  init(_ ended: @escaping () -> Void) { self.ended = ended }
  deinit { ended() }
}

@Suite("Functions and collations")
struct FunctionTests {
  @Test func argumentsAndResultsKeepTheirTypes() throws {
    let connection = try memoryConnection()
    try connection.createFunction("same", argumentCount: 1, deterministic: true, directOnly: true) {
      $0[0]
    }
    for value in StatementTests.values {
      #expect(try connection.scalar("SELECT same(\(bind: value))") == value)
    }
    try connection.createFunction("howMany", argumentCount: -1) { .integer(Int64($0.count)) }
    #expect(try connection.query("SELECT howMany(), howMany(1, 2, 3)") == [[0, 3]])
  }

  @Test func whatABodyThrowsIsTheStatementsError() throws {
    let connection = try memoryConnection()
    try connection.createFunction("refuse", argumentCount: 0) { _ in throw Refusal() }
    let error = sqliteError { _ = try connection.query("SELECT refuse()") }
    #expect(error?.message == "refused, and this is why")
    #expect(error?.code == 1)
    #expect(error?.cause is Refusal)
    #expect(sqliteError { _ = try connection.query("SELECT nothing()") }?.cause == nil)
    try connection.createTextPredicate("refuseTexts") { _, _ in throw Refusal() }
    let other = sqliteError { _ = try connection.query("SELECT refuseTexts('a', 'b')") }
    #expect(other?.message == "refused, and this is why")
    #expect(try connection.scalar("SELECT 1") == 1)
  }

  @Test func aggregatesWorkOutGroups() throws {
    let connection = try memoryConnection()
    var alive = 0
    try connection.createAggregate("joined", argumentCount: 2) {
      alive += 1
      let witness = Witness { alive -= 1 }
      var parts: [String] = []
      return AggregateBody(
        step: { arguments in
          if arguments[0] == .null { throw Refusal() }
          parts.append("\(arguments[0])\(arguments[1])")
        },
        result: { withExtendedLifetime(witness) { .integer(Int64(parts.count)) } })
    }
    let rows = try connection.query(
      "SELECT x, joined(x, 1) FROM (SELECT 1 AS x UNION ALL SELECT 2 UNION ALL SELECT 2) GROUP BY x ORDER BY x"
    )
    #expect(rows == [[1, 1], [2, 2]])
    #expect(try connection.query("SELECT joined(1, 2) FROM (SELECT 1) WHERE 0") == [[0]])
    let error = sqliteError {
      _ = try connection.query("SELECT joined(x, 1) FROM (SELECT 1 AS x UNION SELECT NULL)")
    }
    #expect(error?.cause is Refusal)
    #expect(alive == 0, "what worked a group out is freed, also where it failed")
  }

  @Test func textPredicatesSeeBytes() throws {
    let connection = try memoryConnection()
    try connection.createTextPredicate("hasPrefix") { text, prefix in text.starts(with: prefix) }
    let rows = try connection.query(
      """
      SELECT hasPrefix('abc', 'ab'), hasPrefix('abc', 'b'), hasPrefix(NULL, 'b'), hasPrefix('b', NULL),
        hasPrefix(\(bind: "a\0b"), \(bind: "a\0")), hasPrefix('', ''), hasPrefix(123, 12)
      """)
    #expect(rows == [[1, 0, nil, nil, 1, 1, 1]])
  }

  @Test func functionsAreFreed() throws {
    var freed = 0
    func witness() -> Witness { Witness { freed += 1 } }
    let connection = try memoryConnection()
    let one = witness()
    try connection.createFunction("f", argumentCount: 0) { [one] _ in
      withExtendedLifetime(one) { .null }
    }
    try connection.createFunction("f", argumentCount: 0) { _ in .integer(1) }
    let two = witness()
    try connection.createCollation("c") { [two] _, _ in withExtendedLifetime(two) { 0 } }
    connection.close()
    let three = witness()
    #expect(
      sqliteError {
        try connection.createFunction("f", argumentCount: 0) { [three] _ in
          withExtendedLifetime(three) { .null }
        }
      }?.isMisuse == true)
    #expect(freed == 0)
    withExtendedLifetime((one, two, three)) {}
  }

  @Test func schemasDoNotCallFunctionsThatAreForStatementsOnly() throws {
    let connection = try memoryConnection()
    try connection.createFunction("f", argumentCount: 0) { _ in .integer(1) }
    try connection.execute("CREATE VIEW V AS SELECT f()")
    #expect(sqliteError { _ = try connection.query("SELECT * FROM V") } != nil)
    #expect(
      sqliteError { try connection.createFunction("g", argumentCount: 9_999) { _ in .null } } != nil)
  }

  @Test func collationsOrder() throws {
    let connection = try memoryConnection()
    try connection.createCollation("byLength") { $0.count - $1.count }
    try connection.execute("CREATE TABLE T(a); INSERT INTO T VALUES ('ccc'), ('猫'), ('bb'), ('')")
    #expect(
      try connection.query("SELECT a FROM T ORDER BY a COLLATE byLength")
        == [[""], ["猫"], ["bb"], ["ccc"]])
  }
}
