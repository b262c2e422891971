import Foundation
import Graphstore
import GraphstoreTestSupport
import Testing

@Suite("Several openers make one store")
struct CreationRaceTests {
  @Test func processesCreatingAtOnceShareTheStore() throws {
    for round in 0..<4 {
      let fixture = try StoreFixture(Models.employees())
      let worker = try Program.product("store-worker")
      let programs = try (0..<6).map { _ in
        try Program(worker, ["insert", fixture.url.path, "20", "2"], in: fixture.folder.url)
      }
      let keys = try programs.flatMap { try $0.finish().split(separator: "\n") }
      #expect(keys.count == 240 && Set(keys).count == 240, "round \(round)")
      #expect(try fixture.open().newContext().all("Employee").count == 240)
    }
  }

  @Test func threadsCreatingAtOnceShareTheStore() async throws {
    for mode in [StoreOptions.JournalMode.writeAheadLog, .rollback] {
      let fixture = try StoreFixture(Models.employees())
      let url = fixture.url
      let options = StoreOptions(journalMode: mode, durability: .normal, busyTimeout: .seconds(30))
      try await withThrowingTaskGroup(of: Void.self) { group in
        for number in 0..<8 {
          group.addTask {
            let container = try PersistentContainer(model: Models.employees(), url: url, options: options)
            try await container.perform { context in
              try context.employee("thread", number)
              try context.save()
            }
          }
        }
        try await group.waitForAll()
      }
      let salaries = try fixture.open(options).newContext().all("Employee").compactMap(\.salary)
      #expect(salaries.sorted() == Array(0..<8))
    }
  }
}
