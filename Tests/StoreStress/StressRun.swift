import Foundation
import GraphstoreTestSupport

/// Begins the processes, kills them at random moments and begins others in their place, and lets another one check from time
/// to time.
struct StressRun {
  let seconds: Double
  let seed: UInt64
  let processes: Int

  /// - Returns: whether all was right.
  func run() throws -> Bool {
    print("seed \(seed), \(processes) processes, \(seconds) seconds")
    var random = SeededGenerator(seed: seed)
    let folder = try TemporaryFolder()
    try StressStore.make(folder.url)
    let program = URL(filePath: CommandLine.arguments[0])
    let end = Date(timeIntervalSinceNow: seconds)
    var generation: UInt64 = 0
    func begin() throws -> Process {
      generation += 1
      return try Process.run(
        program, arguments: ["work", folder.url.path, "\(seed &* 1_000 &+ generation)"])
    }
    var running = try (0..<processes).map { _ in try begin() }
    var kills = 0
    while Date() < end {
      usleep(.random(in: 50_000..<400_000, using: &random))
      let victim = Int.random(in: running.indices, using: &random)
      // A process ends by itself only where it has found something wrong.
      if let ended = running.first(where: { !$0.isRunning }) {
        print("a process ended with \(ended.terminationStatus)")
        running.forEach { kill($0.processIdentifier, SIGKILL) }
        return false
      }
      kill(running[victim].processIdentifier, SIGKILL)
      running[victim].waitUntilExit()
      kills += 1
      running[victim] = try begin()
      if random.oneIn(5) {
        // All at once, as when the machine goes, and the state is looked at.
        for process in running { kill(process.processIdentifier, SIGKILL) }
        running.forEach { $0.waitUntilExit() }
        if try !check(program, folder.url) { return false }
        running = try running.map { _ in try begin() }
      }
    }
    for process in running { kill(process.processIdentifier, SIGKILL) }
    running.forEach { $0.waitUntilExit() }
    let isRight = try check(program, folder.url)
    let entries = try StressJournal.entries(in: folder.url)
    print(
      "\(kills) processes killed, \(entries.count(where: \.isDone)) saves, \(isRight ? "all is right" : "WRONG")"
    )
    return isRight
  }

  private func check(_ program: URL, _ folder: URL) throws -> Bool {
    let process = try Process.run(program, arguments: ["check", folder.path])
    process.waitUntilExit()
    return process.terminationStatus == 0
  }
}
