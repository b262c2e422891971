/// The ratio to the baseline that an operation has to reach, and the one to be proud of.
struct Limit: Codable, Equatable {
  let reach: Double
  let proud: Double
}

/// Every limit, in one table.
enum Limits {
  static let table: [String: Limit] = [
    "insert": Limit(reach: 1.0, proud: 0.8),
    "fetch-all": Limit(reach: 1.35, proud: 1.05),
    "fetch-lazy": Limit(reach: 1.0, proud: 0.65),
    "refetch": Limit(reach: 1.4, proud: 0.9),
    "fetch-filtered": Limit(reach: 1.3, proud: 1.0),
    "lookup": Limit(reach: 1.5, proud: 1.0),
    "update": Limit(reach: 1.1, proud: 0.9),
    "delete": Limit(reach: 1.0, proud: 0.65),
    "count": Limit(reach: 1.1, proud: 1.0),
    "aggregate": Limit(reach: 1.1, proud: 1.0),
    "release": Limit(reach: 0.6, proud: 0.2),
    "graph-insert": Limit(reach: 1.1, proud: 0.8),
    "graph-walk": Limit(reach: 1.6, proud: 1.25),
    "cascade-delete": Limit(reach: 1.1, proud: 0.7),
    // Of rows changed; the baseline changes one.
    "reorder": Limit(reach: 2, proud: 1),
    "batch-insert": Limit(reach: 0.9, proud: 0.65),
    "batch-update": Limit(reach: 1.1, proud: 1.0),
    "batch-delete": Limit(reach: 1.1, proud: 1.0),
    // At least 0.8 of the baseline's rows a second.
    "readers-and-writer": Limit(reach: 1.25, proud: 1.0),
  ]

  /// Peak memory of fetch-all above the baseline's, in megabytes.
  static let memory = Limit(reach: 30, proud: 14)
}
