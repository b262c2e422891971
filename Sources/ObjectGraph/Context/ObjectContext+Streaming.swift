extension ObjectContext {
  /// The objects that a request selects, one after another in little memory; see ``ObjectStream``.
  public func stream<Result: FetchResult>(_ request: FetchRequest<Result>) -> ObjectStream<Result> {
    ObjectStream(self, request)
  }

  /// Calls a body with each object that a request selects, in order and in little memory.
  ///
  /// Objects that nobody holds any more and nothing changed leave memory on the way. What counts as selected, and what
  /// may be changed and saved meanwhile, is as with ``ObjectStream``.
  ///
  /// - Throws: as `fetch(_:)`, what the body throws, and `CancellationError` where the task is cancelled.
  /// - Complexity: O(n) in time. Memory does not grow with the number of objects.
  public func forEach<Result: FetchResult>(
    _ request: FetchRequest<Result>, _ body: (Result) throws -> Void
  ) throws {
    let reader = try reader(request)
    while true {
      if !reader.hasPart { try Task.checkCancellation() }
      guard let object = try reader.nextObject() else { return }
      try body(Result.fetched(object))
    }
  }

  func reader<Result: FetchResult>(_ request: FetchRequest<Result>) throws -> ResultReader {
    try core.beginReading()
    return try ResultReader(FetchRunner(try FetchPlan(request, in: self)))
  }
}
