public import GraphQuery

extension ObjectContext {
  /// The objects that a full-text search finds, the best first.
  ///
  /// The request narrows the search: its predicate, limit, offset and treatment of unsaved changes hold. Where it has sort
  /// keys, they decide the order. Objects with unsaved changes are judged by what they are now; as they are in no
  /// index yet, they have the rank 0 and come last.
  ///
  /// ```swift
  /// for result in try context.search("swallows", in: FetchRequest<Note>()) { print(result.rank, result.object.title) }
  /// ```
  ///
  /// - Parameters:
  ///   - query: what to search for.
  ///   - request: which objects are looked at, how many are wanted, and in which order.
  ///   - weights: how much a word counts in each attribute; 1 where nothing is said.
  ///   - excerpts: which parts of the texts are wanted; nil for none.
  /// - Complexity: O(n) in the objects found, before the limit.
  /// - Throws: `QueryError` where the entity has no full-text index, and for expressions that are none;
  ///   otherwise as `fetch(_:)`.
  public func search<Result: FetchResult>(
    _ query: FullTextQuery, in request: FetchRequest<Result>, weights: [String: Double] = [:],
    excerpts: SearchExcerpts? = nil
  ) throws -> [SearchResult<Result>] {
    try core.beginReading()
    let plan = try FetchPlan(request, in: self)
    let runner = try SearchRunner(plan, query, weights: weights, excerpts: excerpts)
    return try runner.run().map { found in
      SearchResult(
        object: Result.fetched(found.object), rank: found.hit.rank,
        snippet: excerpts == nil ? nil : found.hit.snippet, highlights: runner.highlights(found.hit))
    }
  }

  /// The objects with all the words of a text, the best first.
  ///
  /// - Throws: as the search for a ``FullTextQuery``.
  public func search<Result: FetchResult>(
    _ words: String, in request: FetchRequest<Result>, weights: [String: Double] = [:],
    excerpts: SearchExcerpts? = nil
  ) throws -> [SearchResult<Result>] {
    try search(.all(words), in: request, weights: weights, excerpts: excerpts)
  }
}
