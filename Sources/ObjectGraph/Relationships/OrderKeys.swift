/// Places in an ordered to-many: integers with gaps, so that most moves change one of them.
package enum OrderKeys {
  package static let gap: Int64 = 1 << 20

  /// A place behind all others; nil where there is no room.
  package static func after(_ last: Int64?) -> Int64? {
    guard let last else { return gap }
    let (next, overflow) = last.addingReportingOverflow(gap)
    return overflow ? nil : next
  }

  /// A place between two others, either of which may be an end; nil where there is no room.
  static func between(_ lower: Int64?, _ upper: Int64?) -> Int64? {
    guard let upper else { return after(lower) }
    guard let lower else {
      let (first, overflow) = upper.subtractingReportingOverflow(gap)
      return overflow ? nil : first
    }
    let (distance, overflow) = upper.subtractingReportingOverflow(lower)
    if overflow { return lower < 0 && upper > 0 ? 0 : nil }
    return distance < 2 ? nil : lower + distance / 2
  }

  /// The smallest run of places around an index that has to be numbered anew so that one more fits, and its new
  /// places, the one more at its index included.
  static func renumbering(
    _ orders: ArraySlice<Int64>, inserting index: Int
  ) -> (range: Range<Int>, places: [Int64]) {
    let orders = Array(orders)
    var low = index
    var high = index
    var width = 8
    while low > 0 || high < orders.count {
      low = max(0, index - width)
      high = min(orders.count, index + width)
      width *= 2
      let before = low > 0 ? orders[low - 1] : nil
      let after = high < orders.count ? orders[high] : nil
      if let places = spread(high - low + 1, from: before, to: after) { return (low..<high, places) }
    }
    return (0..<orders.count, (0...Int64(orders.count)).map { ($0 + 1) * gap })
  }

  /// So many places between two others; nil where they would lie too close.
  private static func spread(_ count: Int, from lower: Int64?, to upper: Int64?) -> [Int64]? {
    let count64 = Int64(count)
    switch (lower, upper) {
    case (nil, nil): return (1...count64).map { $0 * gap }
    case (let lower?, nil):
      let (_, overflow) = lower.addingReportingOverflow((count64 + 1) * gap)
      return overflow ? nil : (1...count64).map { lower + $0 * gap }
    case (nil, let upper?):
      let (_, overflow) = upper.subtractingReportingOverflow((count64 + 1) * gap)
      return overflow ? nil : (1...count64).map { upper - (count64 + 1 - $0) * gap }
    case (let lower?, let upper?):
      let (distance, overflow) = upper.subtractingReportingOverflow(lower)
      if overflow || distance / (count64 + 1) < 16 { return nil }
      let step = distance / (count64 + 1)
      return (1...count64).map { lower + $0 * step }
    }
  }
}
