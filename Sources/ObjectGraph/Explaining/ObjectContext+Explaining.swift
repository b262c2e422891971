import GraphQuery

extension ObjectContext {
  /// How the store runs a request as the context is now: the SQL, SQLite's plan in words, and indexes that would help.
  ///
  /// Nothing is fetched. Values of the request are no part of it.
  ///
  /// - Complexity: O(n) in the rows of tables that are looked at whole, which are counted.
  /// - Throws: as `fetch(_:)`.
  public func explain<Result: FetchResult>(_ request: FetchRequest<Result>) throws -> QueryExplanation {
    try core.throwRecordedError()
    let plan = try FetchPlan(request, in: self)
    return try core.store.explain(plan.storedQuery, counts: false).judgedInMemory(plan.isStale)
  }

  /// How the store counts the objects that a request selects.
  ///
  /// - Complexity: as ``explain(_:)``.
  /// - Throws: as `fetch(_:)`.
  public func explainCount<Result: FetchResult>(_ request: FetchRequest<Result>) throws -> QueryExplanation {
    try core.throwRecordedError()
    let plan = try FetchPlan(request, in: self)
    var query = plan.storedQuery
    if !plan.isStale { query.sort = nil }
    return try core.store.explain(query, counts: !plan.isStale).judgedInMemory(plan.isStale)
  }
}
