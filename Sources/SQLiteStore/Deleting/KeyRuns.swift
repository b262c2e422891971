/// Runs of consecutive keys among ascending ones.
enum KeyRuns {
  /// Whether so many ascending keys from the first to the last are all that lie between.
  static func isRun(_ first: Int64, _ last: Int64, count: Int) -> Bool {
    UInt64(bitPattern: last &- first) == UInt64(count) &- 1
  }

  /// The runs, unless they are too short on average to be worth a statement each.
  static func runs(_ keys: [Int64], atLeast average: Int) -> [ClosedRange<Int64>]? {
    guard var first = keys.first else { return [] }
    let limit = max(1, keys.count / average)
    var runs: [ClosedRange<Int64>] = []
    var last = first
    for key in keys.dropFirst() {
      if key &- 1 != last {
        if runs.count + 1 >= limit { return nil }
        runs.append(first...last)
        first = key
      }
      last = key
    }
    runs.append(first...last)
    return runs
  }
}
