extension ObjectContext {
  /// The objects that a request selects, of which only the IDs are read at first; see ``FetchedObjects``.
  ///
  /// The request's `fetchBatchSize` says how many objects are read at once; 64 where it is 0.
  ///
  /// - Throws: as `fetch(_:)`.
  /// - Complexity: O(n), 8 bytes of memory an object.
  public func fetchLazily<Result: FetchResult>(
    _ request: FetchRequest<Result>
  ) throws -> FetchedObjects<Result> {
    try core.beginReading()
    let plan = try FetchPlan(request, in: self)
    let keys = try FetchRunner(plan).keys()
    let size = request.fetchBatchSize == 0 ? 64 : request.fetchBatchSize
    return FetchedObjects(keys, ObjectBatches(plan.registry, size: size), of: self)
  }
}
