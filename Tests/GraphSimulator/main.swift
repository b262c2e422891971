import Foundation
import GraphSimulation
import GraphstoreTestSupport

// graph-simulator [SEED [RUNS [STEPS]]]: random graphs for as long as one likes, from one seed to the next.

let arguments = CommandLine.arguments.dropFirst().compactMap { UInt64($0) }
let first = arguments.first ?? UInt64.random(in: 0...UInt64(UInt32.max))
let runs = arguments.count > 1 ? arguments[1] : 1000
let steps = arguments.count > 2 ? Int(arguments[2]) : 200
var failures = 0
print("seeds from \(first), \(runs) runs of \(steps) steps")
for seed in first..<first + runs {
  do {
    guard let failure = try SimulationRun(seed: seed, steps: steps).run() else { continue }
    print(failure, "\n")
  } catch {
    print("GRAPHSTORE_SEED=\(seed): \(error)\n")
  }
  failures += 1
  // Failures are seen as they come.
  fflush(nil)
  if failures == 10 { break }
}
print(failures == 0 ? "no failure" : "\(failures) failures")
exit(failures == 0 ? 0 : 1)
