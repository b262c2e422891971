import Foundation

/// A generator of random numbers whose seed is printed when a test fails.
///
/// `GRAPHSTORE_SEED` in the environment repeats a run.
struct SeededGenerator: RandomNumberGenerator {
  let seed: UInt64
  private var state: UInt64

  init(seed: UInt64? = nil) {
    let given = ProcessInfo.processInfo.environment["GRAPHSTORE_SEED"].flatMap { UInt64($0) }
    self.seed = seed ?? given ?? UInt64.random(in: .min ... .max)
    state = self.seed
  }

  /// SplitMix64.
  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var word = state
    word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
    word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
    return word ^ (word >> 31)
  }

  mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &self) < percent }

  mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[Int.random(in: 0..<elements.count, using: &self)]
  }
}
