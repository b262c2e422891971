import GraphModel
import GraphValues

extension ObjectContext {
  /// Inserts objects from a sequence of values, without making them.
  ///
  /// The model's rules are checked; hooks are not called, and an undo manager does not hear of it. Objects of this
  /// context that an upsert has changed show their new values afterwards.
  ///
  /// - Complexity: O(n); memory is bounded by the request's batch size.
  /// - Throws: ``GraphError``: `validation` with ``GraphError/failures``, `uniqueness`, `missingObject`, `wrongEntity`
  ///   and `foreignObject` for IDs that a relationship cannot lead to, `invalidRequest` for what values cannot give;
  ///   the store's errors.
  @discardableResult
  public func execute<Source: Sequence>(
    _ request: BatchInsertRequest<Source>
  ) throws -> BatchResult where Source.Element: EntityValues {
    try insert(request) { inserter in
      for values in request.source { try inserter.append(values) }
    }
  }

  /// Inserts objects from a sequence of records, without making them.
  ///
  /// - Throws: as `execute(_:)` for values, and `unknownEntity`, `unknownProperty` and `invalidValue` for records that
  ///   do not fit the model.
  @discardableResult
  public func execute<Source: Sequence>(
    _ request: BatchInsertRequest<Source>
  ) throws -> BatchResult where Source.Element == GraphRecord {
    try insert(request) { inserter in
      for record in request.source { try inserter.append(record) }
    }
  }

  /// Inserts objects from an asynchronous sequence of values, without making them.
  ///
  /// - Throws: as `execute(_:)` for sequences, and what the sequence throws.
  @discardableResult
  public func execute<Source: AsyncSequence>(
    _ request: BatchInsertRequest<Source>, isolation: isolated (any Actor)? = #isolation
  ) async throws -> BatchResult where Source.Element: EntityValues {
    try await insert(request, isolation: isolation) { try $0.append($1) }
  }

  /// Inserts objects from an asynchronous sequence of records, without making them.
  ///
  /// - Throws: as `execute(_:)` for sequences, and what the sequence throws.
  @discardableResult
  public func execute<Source: AsyncSequence>(
    _ request: BatchInsertRequest<Source>, isolation: isolated (any Actor)? = #isolation
  ) async throws -> BatchResult where Source.Element == GraphRecord {
    try await insert(request, isolation: isolation) { try $0.append($1) }
  }

  /// A transaction keeps others from writing, so that it is not begun before the whole of a sequence is there.
  private func insert<Source: AsyncSequence>(
    _ request: BatchInsertRequest<Source>, isolation: isolated (any Actor)?,
    _ append: (inout BatchInserter, Source.Element) throws -> Void
  ) async throws -> BatchResult {
    var iterator = request.source.makeAsyncIterator()
    if request.transaction == .whole {
      var all: [Source.Element] = []
      while let element = try await iterator.next(isolation: isolation) { all.append(element) }
      return try insert(request) { inserter in
        for element in all { try append(&inserter, element) }
      }
    }
    var inserter = try begin(request, rootStore)
    while let element = try await iterator.next(isolation: isolation) {
      try refusable { try append(&inserter, element) }
    }
    return try end(&inserter, request)
  }

  private func begin<Source>(
    _ request: BatchInsertRequest<Source>, _ store: any PersistentStore
  ) throws -> BatchInserter {
    try core.throwRecordedError()
    return BatchInserter(
      core, store,
      BatchInserter.Options(
        batchSize: max(1, request.batchSize), conflicts: request.conflicts,
        wantsKeys: request.resultType == .objectIDs, progress: request.progress))
  }

  private func insert<Source>(
    _ request: BatchInsertRequest<Source>, _ body: (inout BatchInserter) throws -> Void
  ) throws -> BatchResult {
    func run(_ store: any PersistentStore) throws -> BatchInserter {
      var inserter = try begin(request, store)
      try body(&inserter)
      try inserter.finish()
      return inserter
    }
    let inserter = try refusable {
      switch request.transaction {
      case .eachBatch: try run(rootStore)
      case .whole: try rootStore.withTransaction { try run($0) }
      }
    }
    return try report(inserter, request)
  }

  private func end<Source>(
    _ inserter: inout BatchInserter, _ request: BatchInsertRequest<Source>
  ) throws -> BatchResult {
    try refusable { try inserter.finish() }
    return try report(inserter, request)
  }

  private func report<Source>(
    _ inserter: BatchInserter, _ request: BatchInsertRequest<Source>
  ) throws -> BatchResult {
    var changes = BatchChanges()
    changes.inserted = inserter.roots
    guard let registry = inserter.registry else {
      return BatchResult(count: 0, objectIDs: [], updatedCount: 0, changes: changes)
    }
    let updated = inserter.outcome.updatedKeys
    if !updated.isEmpty { changes.updated[registry.entity.rootName] = .some(updated.sorted()) }
    return try finish(inserter.outcome, request.resultType, registry, changes)
  }
}
