/// Runs an operation as pairs, one contender right after the other, taking turns in going first.
struct PairRunner {
  let pairs: Int
  /// Runs the baseline in Graphstore's place, which shows the machine's noise.
  let isNoise: Bool

  func run(_ operation: any BenchmarkOperation, on bench: Workbench) throws -> [Pair] {
    // The first pair warms the system's caches and the allocator, and counts for nothing.
    _ = try runPair(0, of: operation, on: bench)
    return try (0..<pairs).map { try runPair($0, of: operation, on: bench) }
  }

  private func runPair(
    _ index: Int, of operation: any BenchmarkOperation, on bench: Workbench
  ) throws -> Pair {
    let contender: Contender = isNoise ? .baseline : .graphstore
    let pair: Pair
    if index.isMultiple(of: 2) {
      let first = try operation.run(contender, bench)
      pair = Pair(graphstore: first, baseline: try operation.run(.baseline, bench))
    } else {
      let first = try operation.run(.baseline, bench)
      pair = Pair(graphstore: try operation.run(contender, bench), baseline: first)
    }
    guard pair.graphstore.checksum == pair.baseline.checksum else {
      throw BenchmarkError(
        "\(operation.name): results differ: checksum \(pair.graphstore.checksum) from Graphstore, "
          + "\(pair.baseline.checksum) from the baseline")
    }
    return pair
  }
}
