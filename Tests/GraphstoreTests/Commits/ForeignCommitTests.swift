import Foundation
import GraphstoreTestSupport
import ObjectGraph
import Testing

@testable import Graphstore

@Suite("Commits of others are noticed")
struct ForeignCommitTests {
  let fixture: StoreFixture

  init() throws {
    fixture = try StoreFixture(Models.employees())
    try fixture.make()
  }

  @Test(arguments: [StoreOptions.JournalMode.writeAheadLog, .rollback])
  func ofOtherTools(_ mode: StoreOptions.JournalMode) throws {
    let container = try fixture.open(StoreOptions(journalMode: mode, durability: .normal))
    let log = CommitLog(container.store)
    try fixture.raw.execute(#"INSERT INTO "Employee" ("_id", "_version", "salary") VALUES (1000, 1, 5)"#)
    #expect(log.waits { $0.changes == nil })
    let context = container.newContext()
    try context.employee("mine")
    try context.save()
    #expect(log.all.last?.changes?.rows["Employee"]?.inserted.count == 1)
    #expect(log.all.map(\.number) == (0..<log.all.count).map { log.all[0].number + UInt64($0) })
    container.close()
  }

  @Test func ofOtherProcessesAndOnlyThose() throws {
    let container = try fixture.open()
    let log = CommitLog(container.store)
    let context = container.newContext()
    for number in 0..<20 {
      try context.employee("mine", number)
      try context.save()
    }
    Thread.sleep(forTimeInterval: 0.1)
    #expect(log.take().allSatisfy { $0.changes != nil })
    let worker = try Program(
      try Program.product("store-worker"), ["insert", fixture.url.path, "3", "2"], in: fixture.folder.url)
    #expect(log.waits { $0.changes == nil })
    _ = try worker.finish()
    container.close()
  }

  @Test func beforeWhatComesAfterThem() throws {
    let container = try fixture.open()
    let log = CommitLog(container.store)
    let other = try fixture.open()
    for number in 0..<30 {
      let theirs = other.newContext()
      try theirs.employee("theirs", number)
      try theirs.save()
      let mine = container.newContext()
      try mine.employee("mine", number)
      try mine.save()
      let commits = log.take()
      #expect(commits.last?.changes != nil)
      #expect(commits.dropLast().contains { $0.changes == nil }, "round \(number)")
    }
    other.close()
    container.close()
  }

  @Test func byReadersToo() throws {
    let reader = try fixture.open(StoreOptions(isReadOnly: true))
    let log = CommitLog(reader.store)
    let container = try fixture.open()
    let context = container.newContext()
    try context.employee("a")
    try context.save()
    #expect(log.waits { $0.changes == nil })
    reader.close()
  }
}
