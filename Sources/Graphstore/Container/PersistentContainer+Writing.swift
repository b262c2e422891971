public import ObjectGraph
public import SQLiteStore

extension PersistentContainer {
  /// Runs a body in one transaction of the store: what its context saves and what its statements of SQL change comes to
  /// be together, or not at all.
  ///
  /// ```swift
  /// try container.write { context, sql in
  ///   let gif = GifModel(in: context, newsid: 42, userid: 7)
  ///   try context.save()
  ///   try sql.execute("UPDATE \(GifModel.self) SET \(p.userid) = \(gif.userid) WHERE \(p.userid) = \(0)")
  /// }
  /// ```
  ///
  /// What the context has not saved at the end is saved with the rest. Where the body throws, nothing is written, and
  /// the context goes with its objects. Other contexts see nothing before the end, and then what they fetch anew.
  ///
  /// The transaction keeps all other writers waiting: be short. Whatever else writes within the body, another context's
  /// save or another `write`, throws ``StoreError`` with code `writingAlready` instead of waiting for itself.
  ///
  /// - Parameter body: what to do with a context and a session of the transaction; neither can be used afterwards.
  /// - Returns: what the body returns; plain values, as objects' context is gone.
  /// - Throws: what the body throws, and as `ObjectContext.save()`.
  @discardableResult
  public func write<Value>(_ body: (ObjectContext, SQLSession) throws -> Value) throws -> Value {
    try store.withTransaction(hooks: hooks, model: resolved, body)
  }

  /// Runs a body in one transaction of the store, off this thread, where waiting for the disk blocks nobody's tasks.
  ///
  /// - Parameter body: what to do with a context and a session of the transaction; neither can be used afterwards.
  /// - Returns: what the body returns.
  /// - Throws: what the body throws, and as `ObjectContext.save()`.
  @discardableResult
  public func write<Value>(
    _ body: sending (ObjectContext, SQLSession) throws -> sending Value
  ) async throws -> sending Value {
    try await StoreWorker().write(self, body)
  }
}
