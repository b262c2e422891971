import Foundation
import GraphstoreTestSupport
import SQLiteAccess
import SQLSyntax
import Testing

@testable import Graphstore
@testable import SQLiteStore

@Suite("Options reach SQLite")
struct StoreOptionsTests {
  let fixture: StoreFixture

  init() throws { fixture = try StoreFixture(Models.employees()) }

  private func pragmas(_ options: StoreOptions) throws -> [String: String] {
    let container = try fixture.open(options)
    defer { container.close() }
    var result: [String: String] = [:]
    for name in ["journal_mode", "synchronous", "cache_size", "foreign_keys"] {
      result[name] = try container.store.writer.write { connection in
        switch try connection.query(PragmaText.pragma(name)).first?.first {
        case .text(let text): text
        case .integer(let number): String(number)
        default: "?"
        }
      }
    }
    return result
  }

  @Test func theDefaultsAreSafe() throws {
    #expect(
      try pragmas(StoreOptions())
        == ["journal_mode": "wal", "synchronous": "2", "cache_size": "-16384", "foreign_keys": "1"])
  }

  @Test func eachOptionIsSet() throws {
    let options = StoreOptions(journalMode: .rollback, durability: .normal, pageCacheSize: 1 << 20)
    #expect(
      try pragmas(options)
        == ["journal_mode": "delete", "synchronous": "1", "cache_size": "-1024", "foreign_keys": "1"])
  }

  @Test(arguments: [Int.min, -1, 0, 1, Int.max])
  func anyPageCacheSizeIsTaken(_ size: Int) throws {
    let context = try fixture.open(StoreOptions(pageCacheSize: size)).newContext()
    try context.employee("alpha")
    try context.save()
  }

  @Test(arguments: [Duration.seconds(-1), .zero, .seconds(Int64.max), .nanoseconds(1)])
  func anyBusyTimeoutIsTaken(_ timeout: Duration) throws {
    let context = try fixture.open(StoreOptions(busyTimeout: timeout)).newContext()
    try context.employee("alpha")
    try context.save()
  }

  @Test func theJournalModeMayChangeBetweenOpenings() throws {
    for mode in [StoreOptions.JournalMode.writeAheadLog, .rollback, .writeAheadLog, .rollback] {
      let container = try fixture.open(StoreOptions(journalMode: mode, durability: .normal))
      let context = container.newContext()
      try context.employee("alpha")
      try context.save()
      #expect(fixture.raw.companions.contains("-wal") == (mode == .writeAheadLog))
      container.close()
      #expect(fixture.raw.companions.isEmpty)
    }
    #expect(try fixture.open().newContext().all("Employee").count == 4)
  }

  @Test func aJournalModeThatOthersPreventIsAnError() throws {
    let container = try fixture.open()
    let context = container.newContext()
    try context.employee("alpha")
    try context.save()
    #expect(throws: StoreError.self) {
      _ = try fixture.open(StoreOptions(journalMode: .rollback, busyTimeout: .milliseconds(10)))
    }
    #expect(try context.all("Employee").count == 1)
  }
}
