public import ObjectGraph

extension PersistentContainer {
  /// The context of the main actor: the same one each time, for what a user interface shows.
  ///
  /// It lives as long as the container, and objects with it that somebody holds or that have unsaved changes.
  @MainActor public var mainContext: ObjectContext { main.context(of: self) }

  /// Runs a body with a fresh context, here and now: for code that is not asynchronous and may wait for the disk.
  ///
  /// The context is gone when the body ends; changes that were not saved are lost.
  ///
  /// - Parameter body: what to do with the context.
  /// - Returns: what the body returns.
  /// - Throws: what the body throws.
  public func performAndWait<Value, Failure: Error>(
    _ body: (ObjectContext) throws(Failure) -> Value
  ) throws(Failure) -> Value {
    try body(newContext())
  }
}
