import GraphQuery
public import GraphValues

extension ObjectContext {
  /// The objects that a request selects, unsaved changes included unless the request says otherwise.
  ///
  /// - Complexity: O(n) in the number of objects returned, plus SQLite's work. Values of texts and data are
  ///   decoded when they are read.
  /// - Throws: `QueryError` where the request does not fit the model, ``GraphError``, and the store's errors.
  public func fetch<Result: FetchResult>(_ request: FetchRequest<Result>) throws -> [Result] {
    try core.beginReading()
    var results: [Result] = []
    let plan = try FetchPlan(request, in: self)
    try FetchRunner(plan).run { results.append(Result.fetched($0)) }
    return results
  }

  /// The number of objects that a request selects, its limit and offset taken into account.
  ///
  /// - Throws: as `fetch(_:)`.
  public func count<Result: FetchResult>(_ request: FetchRequest<Result>) throws -> Int {
    try core.beginReading()
    return try FetchRunner(try FetchPlan(request, in: self)).count()
  }

  /// The first object that a request selects, or nil.
  ///
  /// - Throws: as `fetch(_:)`.
  public func first<Result: FetchResult>(_ request: FetchRequest<Result>) throws -> Result? {
    var request = request
    request.fetchLimit = 1
    return try fetch(request).first
  }

  /// Whether a request selects an object at all.
  ///
  /// - Throws: as `fetch(_:)`.
  public func exists<Result: FetchResult>(_ request: FetchRequest<Result>) throws -> Bool {
    try core.beginReading()
    var request = request
    request.fetchLimit = 1
    // Without a place in it, the order decides nothing.
    if request.startCursor == nil { request.sortKeys = [] }
    request.relationshipKeyPathsForPrefetching = []
    return try !FetchRunner(try FetchPlan(request, in: self)).keys().isEmpty
  }

  /// The IDs of the objects that a request selects, in its order; no values are read.
  ///
  /// - Throws: as `fetch(_:)`.
  /// - Complexity: O(n), 8 bytes of memory an object while the store is read.
  public func fetchIDs<Result: FetchResult>(_ request: FetchRequest<Result>) throws -> [ObjectID] {
    try core.beginReading()
    let plan = try FetchPlan(request, in: self)
    let hierarchy = plan.registry.hierarchy
    return try FetchRunner(plan).keys().map { key in
      hierarchy.map[key]?.id ?? ObjectID(home: plan.registry.home, key: key)
    }
  }
}
