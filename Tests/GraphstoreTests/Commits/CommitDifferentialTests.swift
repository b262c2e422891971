import Foundation
import GraphModel
import GraphstoreTestSupport
import ObjectGraph
import Testing

@testable import Graphstore
@testable import SQLiteStore

@Suite("Commits tell of the difference between the states before and after")
struct CommitDifferentialTests {
  @Test func ofRandomWritesToKnownModels() throws {
    var random = SeededGenerator(for: "CommitDifferentialTests")
    for model in [try LibraryStore.model(), try Models.authors(), try Models.people()] {
      for _ in 0..<3 { try run(model, steps: 25, using: &random) }
    }
  }

  @Test func ofRandomWritesToRandomModels() throws {
    var random = SeededGenerator(for: "CommitDifferentialTests.models")
    for _ in 0..<20 { try run(RandomModel(using: &random).model, steps: 12, using: &random) }
  }

  private func run(_ model: EntityModel, steps: Int, using random: inout SeededGenerator) throws {
    let fixture = try StoreFixture(model)
    let container = try fixture.open()
    let log = CommitLog(container.store)
    let writes = RandomWrites(container)
    var before = try TableStates(fixture.raw, container.store.layout)
    var number: UInt64?
    for step in 0..<steps {
      let done = try writes.step(using: &random)
      let after = try TableStates(fixture.raw, container.store.layout)
      let commits = log.take()
      after.check(commits, since: before, "step \(step), \(done), seed \(random.seed)")
      for commit in commits {
        if let number { #expect(commit.number == number + 1) }
        number = commit.number
      }
      before = after
    }
    container.close()
  }
}
