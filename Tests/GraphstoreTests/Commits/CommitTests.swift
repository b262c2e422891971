import Foundation
import GraphModel
import GraphValues
import GraphstoreTestSupport
import ObjectGraph
import SQLiteAccess
import Synchronization
import Testing

@testable import Graphstore
@testable import SQLiteStore

@Suite("Commits are told of")
struct CommitTests {
  let fixture: StoreFixture
  let container: PersistentContainer

  init() throws {
    fixture = try StoreFixture(Models.employees())
    container = try fixture.open()
  }

  private func slot(_ name: String) throws -> Int {
    try #require(container.resolved["Employee"]?.properties.first { $0.name == name }).slot
  }

  @Test func withWhoMadeThemAndWhatChanged() throws {
    let log = CommitLog(container.store)
    let context = container.newContext()
    context.name = "editor"
    context.transactionAuthor = "ann"
    let first = try context.employee("a", 1)
    let second = try context.employee("b", 2)
    try context.save()
    try first.setValue(5, forKey: "salary")
    context.delete(second)
    try context.save()
    let salary = try slot("salary")
    let commits = log.take()
    try #require(commits.count == 2)
    #expect(commits[0].keys("Employee", \.inserted) == [first.id.key, second.id.key])
    #expect(commits[1].keys("Employee", \.deleted) == [second.id.key])
    let updated = try #require(commits[1].changes?.rows["Employee"]?.updated.first)
    #expect(updated == RowChange(key: first.id.key, entity: 0, slots: SlotSet([salary])))
    #expect(commits.allSatisfy { $0.origin.author == "ann" && $0.origin.contextName == "editor" })
    #expect(commits[0].origin.context == context.origin.context && context.origin.context > 0)
    #expect(commits[1].number == commits[0].number + 1)
    #expect(container.newContext().origin.context != context.origin.context)
  }

  @Test func notWhereNothingWasCommitted() throws {
    let context = container.newContext()
    try context.employee("a", 1)
    try context.save()
    let log = CommitLog(container.store)
    for _ in 0..<500 { try context.employee("x") }
    context.rollback()
    #expect(throws: CocoaError.self) {
      try container.write { context, _ in
        try context.employee("b")
        try context.save()
        throw CocoaError(.userCancelled)
      }
    }
    try container.write { _, _ in }
    #expect(log.take().isEmpty, "leases of keys and what is rolled back are nobody's business")
    try container.write { context, sql in
      #expect(throws: (any Error).self) {
        try sql.execute("INSERT INTO \(entity: "Employee") (_id, _version, salary) VALUES (1, 1, 'no')")
      }
      try sql.execute("UPDATE \(entity: "Employee") SET _version = _version + 1")
    }
    let rows = try #require(log.take().first?.changes?.rows["Employee"])
    #expect(rows.inserted.isEmpty && rows.updated.map(\.slots) == [SlotSet()])
  }

  @Test func ofTransactionsAsOne() throws {
    let log = CommitLog(container.store)
    try container.write { context, sql in
      context.transactionAuthor = "writer"
      let gone = try context.employee("gone")
      let stays = try context.employee("stays")
      try context.save()
      try stays.setValue(7, forKey: "salary")
      context.delete(gone)
      try context.save()
      try sql.execute("UPDATE \(entity: "Employee") SET salary = salary + 1")
    }
    let commits = log.take()
    try #require(commits.count == 1)
    #expect(commits[0].origin.author == "writer")
    let rows = try #require(commits[0].changes?.rows["Employee"])
    #expect(rows.inserted.count == 1 && rows.updated.isEmpty && rows.deleted.isEmpty)
  }

  @Test func ofStatementsThatWereCompiledBefore() throws {
    let context = container.newContext()
    try context.employee("a")
    try context.save()
    _ = try context.execute(BatchDeleteRequest<ManagedObject>(entityName: "Employee"))
    let log = CommitLog(container.store)
    let object = try context.employee("b")
    try context.save()
    _ = try context.execute(BatchDeleteRequest<ManagedObject>(entityName: "Employee"))
    #expect(log.take().last?.keys("Employee", \.deleted) == [object.id.key])
  }

  @Test func onlyWhileSomebodyObserves() throws {
    let context = container.newContext()
    let log = CommitLog(container.store)
    try context.employee("a")
    try context.save()
    log.end()
    log.end()
    try context.employee("b")
    try context.save()
    #expect(log.all.count == 1)
    let isCapturing = try container.store.writer.write { connection in
      try connection.transaction(.immediate) { connection.changeCapture != nil }
    }
    #expect(!isCapturing, "a save pays nothing for what nobody wants to know")
    let second = CommitLog(container.store)
    try context.employee("c")
    try context.save()
    #expect(second.all.count == 1 && second.all[0].changes != nil)
    #expect(second.all[0].number > log.all[0].number + 1, "what was missed has a number too")
  }

  @Test func anObserverMayEndWithinACall() throws {
    final class Box: Sendable {
      let observation = Guarded<(any CommitObservation)?>(nil)
      let count = Guarded(0)
    }
    let box = Box()
    let observation = container.store.observeCommits { _ in
      box.count.withLock { $0 += 1 }
      box.observation.withLock { $0 }?.end()
    }
    box.observation.withLock { $0 = observation }
    let context = container.newContext()
    for _ in 0..<2 {
      try context.employee("a")
      try context.save()
    }
    #expect(box.count.withLock { $0 } == 1)
  }

  @Test func asUnknownWhereTheTransactionHadBegunBefore() throws {
    var log: CommitLog?
    try container.write { context, _ in
      try context.employee("a")
      try context.save()
      log = CommitLog(container.store)
    }
    let commits = try #require(log?.take())
    #expect(commits.count == 1 && commits[0].changes == nil)
  }

  @Test func asUnknownWhereATableIsNotAsBefore() throws {
    let log = CommitLog(container.store)
    let context = container.newContext()
    try context.employee("a")
    try context.save()
    try fixture.raw.execute(#"ALTER TABLE "Employee" ADD COLUMN "note" TEXT"#)
    try context.employee("b")
    try context.save()
    try context.employee("c")
    try context.save()
    let changes = log.take().map { $0.changes?.rows["Employee"]?.inserted.count }
    #expect(changes.first == 1 && changes.last == 1 && changes.contains(nil))
  }
}
