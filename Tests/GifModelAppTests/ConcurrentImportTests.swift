import Foundation
import Testing

@Suite("Imports beside each other, and imports that are killed")
struct ConcurrentImportTests {
  let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  private func start(_ feed: String) throws -> Run {
    try Executable.start(try Executable.gifmodel, ["import", feed, "--store", sandbox.store], in: sandbox)
  }

  @Test("Two processes with different numbers lose nothing")
  func disjoint() async throws {
    let runs = try [1...3000, 3001...6000].enumerated().map { index, newsids in
      try start(try sandbox.writeFeed(newsids, to: "feed\(index).json"))
    }
    for run in runs { expectSuccess(try await run.result()) }
    #expect(try await sandbox.newsids("--sort", "newsid") == Array(1...6000))
    #expect(try await sandbox.integrity() == "ok\n")
  }

  @Test("Of numbers that two processes import, each is stored once and refused once")
  func overlapping() async throws {
    let feeds = [Array(1...3000), Array((2001...5000).reversed())]
    let runs = try feeds.enumerated().map { index, newsids in
      try start(try sandbox.writeFeed(newsids, to: "feed\(index).json"))
    }
    var refused: [Int] = []
    for run in runs {
      let result = try await run.result()
      #expect(!result.wasSignalled)
      for line in result.errorLines {
        let match = try #require(line.firstMatch(of: /newsid (\d+) is in the store already$/), "\(line)")
        refused.append(try #require(Int(match.1)))
      }
    }
    #expect(refused.sorted() == Array(2001...3000))
    #expect(try await sandbox.newsids("--sort", "newsid") == Array(1...5000))
    #expect(try await sandbox.integrity() == "ok\n")
  }

  @Test("A killed import leaves a store that opens and holds whole batches, and can be taken up again")
  func killed() async throws {
    let total = 20_000
    let feed = try sandbox.writeFeed(1...total, to: "feed.json")
    let run = try start(feed)
    // In the middle: when something is stored.
    while run.process.isRunning {
      let count = try await Executable.run("count", "--store", sandbox.store, in: sandbox)
      if let count = Int(count.output.trimmingCharacters(in: .newlines)), count > 0 { break }
    }
    run.kill()
    _ = try await run.result()
    let kept = try await sandbox.count()
    #expect(kept > 0 && kept % 500 == 0)
    #expect(try await sandbox.newsids("--sort", "newsid") == Array(1...kept))
    #expect(try await sandbox.integrity() == "ok\n")
    let again = try await start(feed).result()
    #expect(again.errorLines.count == kept)
    #expect(try await sandbox.count() == total)
  }
}
