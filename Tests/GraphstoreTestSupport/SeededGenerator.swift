import Foundation

/// Random numbers that a seed repeats: SplitMix64.
///
/// The seed is taken from the environment's `GRAPHSTORE_SEED`, else from the system, and printed, so that a
/// failure can be repeated.
package struct SeededGenerator: RandomNumberGenerator {
  package let seed: UInt64
  private var state: UInt64

  /// - Parameters:
  ///   - test: what uses it, for the printed line.
  ///   - usual: the seed where the environment gives none, for searches that look for what is rare: run by chance
  ///     they would fail changes that have nothing to do with what they find. Other seeds are for long runs.
  package init(for test: String, usually usual: UInt64? = nil) {
    let wanted = ProcessInfo.processInfo.environment["GRAPHSTORE_SEED"].flatMap { UInt64($0) }
    self.init(seed: wanted ?? usual ?? UInt64.random(in: 0...UInt64.max))
    print("\(test): GRAPHSTORE_SEED=\(seed)")
  }

  package init(seed: UInt64) {
    self.seed = seed
    state = seed
  }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }

  /// True once in so many times.
  package mutating func oneIn(_ count: Int) -> Bool { Int.random(in: 0..<count, using: &self) == 0 }
}
