/// What the pairs of one operation came to.
struct OperationResult: Encodable {
  /// One contender's medians and counts.
  struct Side: Encodable {
    var milliseconds: Double
    var counts: WorkCounts
    var heapMegabytes: Double?

    init(_ samples: [Sample]) {
      milliseconds = median(samples.map(\.milliseconds))
      counts = samples.last?.counts ?? WorkCounts()
      let heap = samples.compactMap(\.heapBytes)
      heapMegabytes = heap.isEmpty ? nil : median(heap.map { Double($0) / 1_000_000 })
    }
  }

  let name: String
  let graphstore: Side
  let baseline: Side
  let ratios: [Double]
  let ratio: Double
  let interval: MedianInterval
  let limit: Limit?

  init(name: String, pairs: [Pair], metric: Metric = .time, limit: Limit?) {
    self.name = name
    self.limit = limit
    graphstore = Side(pairs.map(\.graphstore))
    baseline = Side(pairs.map(\.baseline))
    ratios = pairs.map { $0.ratio(of: metric) }
    ratio = median(ratios)
    interval = MedianInterval(ratios)
  }

  var verdict: Verdict? { limit.map { Verdict(interval, limit: $0.reach) } }
  var isProud: Bool { limit.map { interval.low <= $0.proud } ?? false }

  private enum Key: String, CodingKey {
    case graphstoreMilliseconds = "graphstore_ms"
    case baselineMilliseconds = "baseline_ms"
    case ratio, low, high, limit, proud, verdict, ratios
    case graphstoreCounts = "graphstore_counts"
    case baselineCounts = "baseline_counts"
    case graphstoreHeap = "graphstore_heap_mb"
    case baselineHeap = "baseline_heap_mb"
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(graphstore.milliseconds, forKey: .graphstoreMilliseconds)
    try container.encode(baseline.milliseconds, forKey: .baselineMilliseconds)
    try container.encode(ratio, forKey: .ratio)
    try container.encode(interval.low, forKey: .low)
    try container.encode(interval.high, forKey: .high)
    try container.encodeIfPresent(limit?.reach, forKey: .limit)
    try container.encodeIfPresent(limit?.proud, forKey: .proud)
    try container.encodeIfPresent(verdict, forKey: .verdict)
    try container.encode(ratios, forKey: .ratios)
    try container.encode(graphstore.counts, forKey: .graphstoreCounts)
    try container.encode(baseline.counts, forKey: .baselineCounts)
    try container.encodeIfPresent(graphstore.heapMegabytes, forKey: .graphstoreHeap)
    try container.encodeIfPresent(baseline.heapMegabytes, forKey: .baselineHeap)
  }
}
