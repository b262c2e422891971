public import ObjectGraph
public import SQLiteStore

/// Batches and bound SQL without a context at hand; contexts hear of a batch by `BatchResult.merge(into:)`.
extension PersistentContainer {
  /// Sets properties of all stored objects that meet the request's predicate, as `ObjectContext.execute(_:)` does.
  @discardableResult
  public func execute<Result: FetchResult>(_ request: BatchUpdateRequest<Result>) throws -> BatchResult {
    try newContext().execute(request)
  }

  /// Deletes all stored objects that the request selects, as `ObjectContext.execute(_:)` does.
  @discardableResult
  public func execute<Result: FetchResult>(_ request: BatchDeleteRequest<Result>) throws -> BatchResult {
    try newContext().execute(request)
  }

  /// Inserts objects from a sequence of values, as `ObjectContext.execute(_:)` does.
  @discardableResult
  public func execute<Source: Sequence>(
    _ request: BatchInsertRequest<Source>
  ) throws -> BatchResult where Source.Element: EntityValues {
    try newContext().execute(request)
  }

  /// Inserts objects from a sequence of records, as `ObjectContext.execute(_:)` does.
  @discardableResult
  public func execute<Source: Sequence>(
    _ request: BatchInsertRequest<Source>
  ) throws -> BatchResult where Source.Element == GraphRecord {
    try newContext().execute(request)
  }

  /// Inserts objects from an asynchronous sequence of values, off this thread.
  @discardableResult
  public func execute<Source: AsyncSequence>(
    _ request: sending BatchInsertRequest<Source>
  ) async throws -> BatchResult where Source.Element: EntityValues {
    try await StoreWorker().insert(self, request)
  }

  /// The rows of a statement that reads, as `ObjectContext.rows(sql:)` gives them.
  public func rows(sql: SQLText, interruption: SQLInterruption? = nil) throws -> [SQLRow] {
    try newContext().rows(sql: sql, interruption: interruption)
  }

  /// The rows of a statement that reads, decoded by the names of its columns.
  public func rows<Row: Decodable>(
    _ type: Row.Type, sql: SQLText, interruption: SQLInterruption? = nil
  ) throws -> [Row] {
    try newContext().rows(type, sql: sql, interruption: interruption)
  }
}
