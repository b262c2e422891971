/// How a ratio stands to its limit.
enum Verdict: String, Codable {
  /// The whole interval is at or under the limit.
  case met
  /// The limit lies within the interval: it counts as met, and is said to be in between.
  case between
  /// The whole interval is above the limit.
  case missed

  init(_ interval: MedianInterval, limit: Double) {
    if interval.low > limit {
      self = .missed
    } else if interval.high > limit {
      self = .between
    } else {
      self = .met
    }
  }
}
