import Foundation
import GraphSimulation
import GraphstoreTestSupport
import Testing

/// The environment's `GRAPHSTORE_STEPS` gives the number of steps, `GRAPHSTORE_SEED` the first seed.
@Suite("A context behaves as a graph in dictionaries does, whatever the model and whatever is done")
struct RandomGraphTests {
  private static let stepsPerRun = 250

  private static let steps =
    ProcessInfo.processInfo.environment["GRAPHSTORE_STEPS"].flatMap { Int($0) } ?? 60_000

  /// Runs side by side, each with seeds of its own.
  private static let lanes = 4
  private static let usualSeeds: [UInt64] = [
    9_212_703_841_861_207_392, 3_666_601_360_192_779_194, 6_476_023_672_101_564_253, 5_000_000,
  ]

  @Test(arguments: 0..<lanes)
  func randomOperationsOnRandomModels(lane: Int) throws {
    let first = SeededGenerator(for: "RandomGraphTests", usually: Self.usualSeeds[lane]).seed
    let runs = max(1, Self.steps / Self.stepsPerRun / Self.lanes)
    for run in 0..<runs {
      let seed = first &+ UInt64(run * Self.lanes + lane)
      if let failure = try SimulationRun(seed: seed, steps: Self.stepsPerRun).run() {
        Issue.record("\(failure)")
        return
      }
    }
  }
}
