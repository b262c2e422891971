/// Commits that somebody has not taken yet: one as it came, or several put together.
///
/// Whoever keeps up puts nothing together on the thread that commits.
enum CommitBacklog: Coalescing {
  case commit(StoreCommit)
  case sum(CommitAccumulator)

  var accumulator: CommitAccumulator {
    switch self {
    case .commit(let commit): CommitAccumulator(commit)
    case .sum(let sum): sum
    }
  }

  mutating func merge(_ later: CommitBacklog) {
    var sum = accumulator
    // Let go of, so that what is put together is not copied each time.
    self = later
    sum.merge(later.accumulator)
    self = .sum(sum)
  }
}
