/// The middle of the values, or the mean of the two in the middle; not a number where there is none.
func median(_ values: [Double]) -> Double {
  let sorted = values.sorted()
  guard !sorted.isEmpty else { return .nan }
  let middle = sorted.count / 2
  return sorted.count.isMultiple(of: 2) ? (sorted[middle - 1] + sorted[middle]) / 2 : sorted[middle]
}

/// A confidence interval of a median that assumes nothing about how the values are spread.
struct MedianInterval: Equatable {
  var low: Double
  var high: Double

  /// Two order statistics, and the interpolation of Hettmansperger and Sheather between two neighbouring pairs of them
  /// where their levels lie about the one wanted. Too few values for the level give their least and their greatest.
  init(_ values: [Double], level: Double = 0.9) {
    let sorted = values.sorted()
    let count = sorted.count
    guard count > 1 else {
      low = sorted.first ?? .nan
      high = sorted.first ?? .nan
      return
    }
    // The level of the interval from the k-th least to the k-th greatest falls as k grows.
    var k = 1
    while k < count / 2, Self.level(of: k + 1, count: count) >= level { k += 1 }
    let outer = Self.level(of: k, count: count)
    let inner = k < (count + 1) / 2 ? Self.level(of: k + 1, count: count) : 0
    guard outer > level, k < count / 2 else {
      low = sorted[k - 1]
      high = sorted[count - k]
      return
    }
    let share = (outer - level) / (outer - inner)
    let weight = Double(count - k) * share / (Double(k) + Double(count - 2 * k) * share)
    low = (1 - weight) * sorted[k - 1] + weight * sorted[k]
    high = (1 - weight) * sorted[count - k] + weight * sorted[count - k - 1]
  }

  /// How likely the median lies between the k-th least and the k-th greatest of `count` values: 1 less the chance that
  /// fewer than k of them fall on one side.
  private static func level(of k: Int, count: Int) -> Double {
    var term = 1.0
    for _ in 0..<count { term /= 2 }
    var tail = 0.0
    for i in 0..<k {
      tail += term
      term *= Double(count - i) / Double(i + 1)
    }
    return 1 - 2 * tail
  }
}
