import Dispatch
import Graphstore

/// What `perform` adds to the way to a dispatch queue and back, a fresh context included.
struct PerformHop: BenchmarkOperation {
  let name = "perform-hop"
  let summary =
    "2,000 times perform with a body that does nothing, against 2,000 calls of an actor on a dispatch queue"
  private let hops = 2_000

  func graphstore(_ bench: Workbench) throws -> Sample {
    let store = try bench.openGraphstore(bench.readableStore(of: .graphstore))
    defer { store.close() }
    let (container, hops) = (store.container, hops)
    return try bench.measure {
      try Blocking.run {
        var sum: UInt64 = 0
        for _ in 0..<hops { sum += try await container.perform { _ in 1 } }
        return sum
      }
    }
  }

  func baseline(_ bench: Workbench) throws -> Sample {
    let (actor, hops) = (BareActor(), hops)
    return try bench.measure {
      try Blocking.run {
        var sum: UInt64 = 0
        for _ in 0..<hops { sum += await actor.one() }
        return sum
      }
    }
  }
}

/// An actor on a dispatch queue that does nothing.
private actor BareActor {
  private final class Executor: SerialExecutor {
    private let queue = DispatchQueue(label: "bare")

    func enqueue(_ job: consuming ExecutorJob) {
      let job = UnownedJob(job)
      let executor = asUnownedSerialExecutor()
      queue.async { job.runSynchronously(on: executor) }
    }
  }

  private let executor = Executor()
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  func one() -> UInt64 { 1 }
}
