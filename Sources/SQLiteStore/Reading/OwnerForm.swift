/// How the owners of a query for members are given to SQLite.
enum OwnerForm: Hashable, Sendable {
  /// One key, `?1`.
  case one
  /// All keys from `?1` to `?2`, found by the index on the column.
  case range
  /// All keys from `?1` to `?2`, in a scan of the table.
  case scan
  /// The keys that are fed.
  case list

  /// From here on owners may be given as a range.
  private static let fewestOfRange = 32
  /// From here on a scan of the members' table may be worth the question what it holds.
  private static let fewestOfScan = 256

  /// The form for ascending keys.
  ///
  /// - Parameter extent: the smallest and the greatest key in the column; nil where it has none.
  init(_ owners: [Int64], extent: () throws -> ClosedRange<Int64>?) rethrows {
    guard owners.count > 1, let first = owners.first, let last = owners.last else {
      self = .one
      return
    }
    guard owners.count >= Self.fewestOfRange, Self.count(first, last) <= 2 * UInt64(owners.count) else {
      self = .list
      return
    }
    self = .range
    guard owners.count >= Self.fewestOfScan, let extent = try extent() else { return }
    // Scanning most of a table is faster than finding its rows one by one.
    let (low, high) = (max(first, extent.lowerBound), min(last, extent.upperBound))
    if low <= high, Self.count(low, high) >= Self.count(extent.lowerBound, extent.upperBound) / 2 {
      self = .scan
    }
  }

  private static func count(_ first: Int64, _ last: Int64) -> UInt64 {
    UInt64(bitPattern: last &- first)
  }
}
