import Foundation
import Graphstore
import GraphstoreTestSupport
import Testing

@Suite("Several writers share a store, and one that is killed leaves it whole")
struct ProcessTests {
  @Test func processesThatInsertAtOnceNeverMeet() throws {
    let fixture = try StoreFixture(Models.employees())
    try fixture.make()
    let worker = try Program.product("store-worker")
    let programs = try (0..<3).map { _ in
      try Program(worker, ["insert", fixture.url.path, "70", "20"], in: fixture.folder.url)
    }
    let container = try fixture.open(StoreOptions(durability: .normal, busyTimeout: .seconds(60)))
    let context = container.newContext()
    var keys: [Int64] = []
    for number in 0..<40 {
      keys.append(try context.employee("mine", number).id.key)
      try context.save()
    }
    for program in programs { keys += try program.finish().split(separator: "\n").compactMap { Int64($0) } }
    #expect(keys.count == 3 * 70 * 20 + 40)
    #expect(Set(keys).count == keys.count)
    let found = try container.newContext().all("Employee")
    #expect(Set(found.map(\.id.key)) == Set(keys))
    #expect(try fixture.raw.integrity() == ["ok"])
  }

  @Test func containersThatInsertAtOnceNeverMeet() async throws {
    let fixture = try StoreFixture(Models.employees())
    try fixture.make()
    let keys = try await withThrowingTaskGroup(of: [Int64].self) { group in
      for _ in 0..<4 {
        let container = try fixture.open(StoreOptions(durability: .normal, busyTimeout: .seconds(60)))
        for _ in 0..<2 {
          group.addTask {
            try await container.perform { context in
              var keys: [Int64] = []
              for number in 0..<10 {
                for _ in 0..<30 { keys.append(try context.employee("task", number).id.key) }
                try context.save()
              }
              return keys
            }
          }
        }
      }
      return try await group.reduce(into: []) { $0 += $1 }
    }
    #expect(keys.count == 2400 && Set(keys).count == 2400)
    #expect(
      try fixture.open().newContext().count(FetchRequest<ManagedObject>(entityName: "Employee")) == 2400)
  }

  @Test func aKilledProcessLeavesWholeSaves() throws {
    let fixture = try StoreFixture(Models.employees())
    let worker = try Program.product("store-worker")
    var random = SeededGenerator(for: "ProcessTests")
    for _ in 0..<6 {
      let program = try Program(worker, ["forever", fixture.url.path], in: fixture.folder.url)
      // Until it has saved something, then a random while more.
      while try program.outputText().isEmpty, program.process.isRunning { usleep(2000) }
      usleep(.random(in: 0..<60_000, using: &random))
      kill(program.process.processIdentifier, SIGKILL)
      program.process.waitUntilExit()
      let reported = Set(try program.outputText().split(separator: "\n").compactMap { Int64($0) })
      let said = try program.errorText()
      #expect(!reported.isEmpty, "\(said)")
      let found = Set(try fixture.open().newContext().all("Employee").map(\.id.key))
      // The last save may have been written without having been reported, or half reported.
      #expect(reported.subtracting(found).count <= 1)
      #expect(found.count % 50 == 0)
      #expect(try fixture.raw.integrity() == ["ok"])
    }
  }

  @Test func aProcessKilledWhileItMakesAStoreLeavesOneThatOpens() throws {
    let worker = try Program.product("store-worker")
    var random = SeededGenerator(for: "ProcessTests creation")
    for _ in 0..<20 {
      let fixture = try StoreFixture(Models.employees())
      let program = try Program(worker, ["forever", fixture.url.path], in: fixture.folder.url)
      let before = Date()
      while !FileManager.default.fileExists(atPath: fixture.url.path), Date() < before + 10 { usleep(100) }
      usleep(.random(in: 0..<6000, using: &random))
      kill(program.process.processIdentifier, SIGKILL)
      program.process.waitUntilExit()
      let container = try fixture.open()
      let context = container.newContext()
      try context.employee("next")
      try context.save()
      #expect(try fixture.raw.integrity() == ["ok"])
    }
  }

  @Test func aJournalThatTakesTheWholeStoreBackLeavesAnEmptyFileThatIsMadeAgain() throws {
    // A hot journal of a file that had no pages: what a power loss during the first commit leaves.
    let fixture = try StoreFixture(Models.employees())
    try fixture.make()
    try fixture.raw.execute("PRAGMA journal_mode = delete")
    var journal = Data([0xd9, 0xd5, 0x05, 0xf9, 0x20, 0xa1, 0x63, 0xd7])
    // No page to restore, a nonce, no page before, sectors of 512 bytes, pages of 4096.
    for word in [0, 1, 0, 512, 4096] as [UInt32] {
      withUnsafeBytes(of: word.bigEndian) { journal.append(contentsOf: $0) }
    }
    journal.append(Data(count: 512 - journal.count))
    try journal.write(to: URL(filePath: fixture.url.path + "-journal"))
    let container = try fixture.open()
    let context = container.newContext()
    try context.employee("next")
    try context.save()
    #expect(try context.all("Employee").count == 1)
  }
}
