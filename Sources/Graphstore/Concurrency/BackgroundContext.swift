public import ObjectGraph

/// A context for long-lived work beside the main actor: what is inserted, fetched and not yet saved stays from one
/// ``perform(_:)`` to the next.
///
/// ```swift
/// let background = BackgroundContext(container)
/// try await background.perform { context in
///   for title in titles { _ = Note(in: context, title: title) }
///   try context.save()
/// }
/// ```
public actor BackgroundContext: StoreActor {
  /// Where the context is.
  public nonisolated let storeExecutor: StoreExecutor

  /// A context of a container, on a dispatch queue of its own.
  public init(_ container: PersistentContainer) {
    storeExecutor = StoreExecutor(container, label: "graphstore.background")
  }

  /// Runs a body with the context, on the context's queue. Plain values come out; objects cannot.
  ///
  /// - Parameter body: what to do with the context.
  /// - Returns: what the body returns.
  /// - Throws: `CancellationError` where the task is cancelled before it begins, and what the body throws.
  public func perform<Value>(
    _ body: sending (ObjectContext) throws -> sending Value
  ) throws -> sending Value {
    try Task.checkCancellation()
    return try body(context)
  }
}
