import Foundation
import GraphModel
import GraphValues
import GraphstoreTestSupport
import ObjectGraph
import Synchronization
import Testing

@testable import Graphstore
@testable import SQLiteStore

@Suite("A snapshot is the state of one commit")
struct SnapshotTests {
  private func count(_ store: any PersistentStore, _ model: ResolvedModel) throws -> Int {
    try store.count(StoreQuery(entity: try #require(model["Employee"])))
  }

  @Test func whileOthersWrite() throws {
    for location in 0..<2 {
      let fixture = try StoreFixture(Models.employees())
      let container =
        try location == 0
        ? fixture.open() : PersistentContainer(model: Models.employees(), location: .inMemory)
      let log = CommitLog(container.store)
      let context = container.newContext()
      try context.employee("a")
      try context.save()
      try container.store.withSnapshot { store, number in
        #expect(number == log.all.last?.number)
        #expect(try count(store, container.resolved) == 1)
        try context.employee("b")
        try context.save()
        #expect(try count(store, container.resolved) == 1)
        #expect(throws: StoreError.self) { try store.leaseKeys(ofRoot: "Employee", atLeast: 1) }
        expect(.readOnly) { _ = try store.save(ChangeSet()) }
        try store.withSnapshot { _, inner in #expect(inner == number) }
      }
      try container.store.withSnapshot { store, number in
        let rows = try count(store, container.resolved)
        #expect(rows == 2)
        #expect(number == log.all.last?.number)
      }
      container.close()
    }
  }

  @Test func withARollbackJournalWritersWait() throws {
    let fixture = try StoreFixture(Models.employees())
    let container = try fixture.open(
      StoreOptions(journalMode: .rollback, durability: .normal, busyTimeout: .milliseconds(50)))
    let context = container.newContext()
    try context.employee("a")
    try context.save()
    try container.store.withSnapshot { store, _ in
      #expect(try count(store, container.resolved) == 1)
      try context.employee("b")
      #expect(throws: StoreError.self) { try context.save() }
    }
    try context.save()
    #expect(try fixture.raw.texts(#"SELECT count(*) FROM "Employee""#) == ["2"])
  }

  /// Every save inserts one row, so that the number of rows tells the commit.
  @Test func exactlyThatOfItsNumber() async throws {
    let fixture = try StoreFixture(Models.employees())
    let container = try fixture.open()
    let log = CommitLog(container.store)
    let first = container.store.feed.number
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<2 {
        group.addTask {
          try await container.perform { context in
            for _ in 0..<150 {
              try context.employee("x")
              try context.save()
            }
          }
        }
      }
      let model = container.resolved
      for _ in 0..<2 {
        group.addTask {
          for _ in 0..<150 {
            try container.store.withSnapshot { store, number in
              let entity = try #require(model["Employee"])
              #expect(try store.count(StoreQuery(entity: entity)) == Int(number - first))
              #expect(UInt64(log.all.count) >= number - first)
            }
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(log.all.count == 300)
    #expect(log.all.allSatisfy { $0.changes?.rows["Employee"]?.inserted.count == 1 })
  }
}
