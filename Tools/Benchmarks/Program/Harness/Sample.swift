/// What one run of an operation took and gave.
struct Sample {
  var duration: Duration
  /// Of the rows read, or of the file written: equal on both sides or the run ends.
  var checksum: UInt64
  var counts: WorkCounts
  /// How much more was allocated after the work than before it, with its results still held; nil where the C library
  /// doesn't say.
  var heapBytes: Int?

  var milliseconds: Double { duration / .milliseconds(1) }
}

/// Work that does not depend on the clock.
struct WorkCounts: Codable, Equatable {
  /// How often a statement was run.
  var statements = 0
  /// How many rows statements returned.
  var rows = 0
  /// How many rows statements inserted, updated and deleted.
  var changed = 0

  static func - (after: WorkCounts, before: WorkCounts) -> WorkCounts {
    WorkCounts(
      statements: after.statements - before.statements, rows: after.rows - before.rows,
      changed: after.changed - before.changed)
  }
}

/// What of an operation is held against its limit.
enum Metric: Sendable {
  case time
  /// Rows inserted, updated and deleted, whatever the clock says.
  case rowsChanged
}

/// Both contenders' runs of an operation, one right after the other.
struct Pair {
  var graphstore: Sample
  var baseline: Sample

  func ratio(of metric: Metric) -> Double {
    switch metric {
    case .time: graphstore.duration / baseline.duration
    case .rowsChanged: Double(graphstore.counts.changed) / Double(baseline.counts.changed)
    }
  }
}
