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

  static func - (after: WorkCounts, before: WorkCounts) -> WorkCounts {
    WorkCounts(statements: after.statements - before.statements, rows: after.rows - before.rows)
  }
}

/// Both contenders' runs of an operation, one right after the other.
struct Pair {
  var graphstore: Sample
  var baseline: Sample

  var ratio: Double { graphstore.duration / baseline.duration }
}
