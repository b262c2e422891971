public import ObjectGraph

extension PersistentContainer {
  /// Runs a body with a context that reads one state of the store, off this thread: all that it fetches is as it was after
  /// one commit, whatever is committed meanwhile. Writers are not held up.
  ///
  /// ```swift
  /// let report = try await container.snapshot { context in
  ///   (try context.count(FetchRequest<Note>()), try context.fetch(FetchRequest<Note>()).map(\.title))
  /// }
  /// ```
  ///
  /// Objects may be changed in memory; saving, and all else that writes, throws. The context is not to be used when the
  /// body has ended.
  ///
  /// - Parameter body: what to do with the context.
  /// - Returns: what the body returns.
  /// - Throws: `CancellationError` where the task is cancelled before the body begins, and what the body throws.
  public func snapshot<Value>(
    _ body: sending (ObjectContext) throws -> sending Value
  ) async throws -> sending Value {
    try await StoreWorker().snapshot(self, body)
  }

  func withSnapshot<Value>(_ body: (ObjectContext) throws -> Value) throws -> Value {
    try store.withSnapshotStore { snapshot, _ in
      try body(ObjectContext(store: snapshot, model: resolved, hooks: hooks))
    }
  }
}
