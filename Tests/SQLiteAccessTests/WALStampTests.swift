import Foundation
import SQLSyntax
import SQLiteAccess
import GraphstoreTestSupport
import Testing

@Suite("Noticing commits by the log's index")
struct WALStampTests {
  @Test func stampsChangeWithCommitsAndNotOtherwise() throws {
    let folder = try TemporaryFolder()
    let writer = try folder.connection()
    try writer.execute("PRAGMA journal_mode=WAL; CREATE TABLE T(a)")
    let reader = try folder.connection()
    let first = try #require(reader.walIndexStamp())
    #expect(reader.walIndexStamp() == first)
    #expect(writer.walIndexStamp() == first)
    try reader.transaction {
      #expect(try reader.scalar("SELECT count(*) FROM T") == 0)
      #expect(reader.walIndexStamp() == first)
      try writer.execute("INSERT INTO T VALUES (1)")
      let second = try #require(reader.walIndexStamp())
      #expect(second != first)
      #expect(writer.walIndexStamp() == second)
      #expect(try reader.scalar("SELECT count(*) FROM T") == 0, "the snapshot is as it was")
      // Neither reads nor a transaction that is rolled back change it.
      _ = try writer.query("SELECT * FROM T")
      struct Stop: Error {}
      #expect(throws: Stop.self) {
        try writer.transaction(.immediate) {
          try writer.execute("INSERT INTO T VALUES (2)")
          throw Stop()
        }
      }
      #expect(reader.walIndexStamp() == second)
    }
    var seen: Set = [first]
    for number in 0..<Int64(50) {
      try writer.execute("INSERT INTO T VALUES (\(bind: .integer(number)))" as SQL)
      #expect(seen.insert(try #require(reader.walIndexStamp())).inserted)
      if number % 10 == 0 { _ = try writer.checkpoint(.restart) }
    }
  }

  @Test func commitsOfAnotherProcessAreNoticed() throws {
    let python = "/usr/bin/python3"
    guard FileManager.default.isExecutableFile(atPath: python) else {
      withKnownIssue("no python3 to be the other process") { Issue.record("skipped") }
      return
    }
    let folder = try TemporaryFolder()
    let connection = try folder.connection()
    try connection.execute("PRAGMA journal_mode=WAL; CREATE TABLE T(a)")
    let before = try #require(connection.walIndexStamp())
    let process = Process()
    process.executableURL = URL(filePath: python)
    process.arguments = [
      "-c",
      "import sqlite3, sys; c = sqlite3.connect(sys.argv[1]); c.execute('INSERT INTO T VALUES (1)'); c.commit()",
      folder.path(),
    ]
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    #expect(connection.walIndexStamp() != before)
    #expect(try connection.scalar("SELECT count(*) FROM T") == 1)
  }

  @Test func thereIsNoStampOutsideOfWALMode() throws {
    let folder = try TemporaryFolder()
    let connection = try folder.connection()
    #expect(connection.walIndexStamp() == nil)
    try connection.execute("CREATE TABLE T(a)")
    #expect(connection.walIndexStamp() == nil)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == ["test.sqlite"])
    #expect(try memoryConnection().walIndexStamp() == nil)
    try connection.execute("PRAGMA journal_mode=WAL")
    #expect(connection.walIndexStamp() != nil)
    #expect(try connection.scalar("PRAGMA journal_mode=DELETE") == "delete")
    #expect(connection.walIndexStamp() == nil)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == ["test.sqlite"])
    connection.close()
    #expect(connection.walIndexStamp() == nil)
  }
}
