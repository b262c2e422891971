public import Foundation
public import GraphModel
import GraphQuery
public import ObjectGraph
public import SQLiteStore

/// A store with its model, and the contexts to work on it: where an application begins.
///
/// A container may be used from everywhere; contexts and their objects stay where they are made.
public final class PersistentContainer: Sendable {
  /// The model.
  public let model: EntityModel
  /// Where the store is.
  public let location: StoreLocation
  package let store: SQLiteStore
  let resolved: ResolvedModel
  let hooks: [any LifecycleHooks.Type]
  let main = MainContext()
  let liveWorker: LiveWorker

  /// Opens a store, or makes it where there is none.
  ///
  /// - Parameters:
  ///   - model: the model; generated code carries it (`GifSchema.model`).
  ///   - location: where the store is.
  ///   - options: how its file is opened.
  ///   - entities: typed entities that the model has to fit, and whose ``LifecycleHooks`` are called in all contexts
  ///     from the beginning; an entity that is not listed is checked, and its hooks are found, when a context first
  ///     uses it.
  /// - Throws: ``StoreError``: `modelMismatch` where another model wrote the store, and for every file that is
  ///   missing, foreign, newer, damaged, locked or not to be written; a refused file stays as it is.
  ///   `ModelError` where the predicate of a fetch request in the model is none, or does not fit the model.
  ///   ``GraphError`` with code `entityMismatch` or `unknownEntity` where a listed entity does not fit.
  public init(
    model: EntityModel, location: StoreLocation, options: StoreOptions = StoreOptions(),
    entities: [any Entity.Type] = []
  ) throws {
    self.model = model
    self.location = location
    resolved = ResolvedModel(model)
    try FetchTemplates.check(resolved)
    try ObjectContext.check(entities, fit: resolved)
    hooks = entities.compactMap { $0 as? any LifecycleHooks.Type }
    switch location {
    case .file(let url):
      guard url.isFileURL else {
        throw StoreError.invalidLocation("\(url.absoluteString) is no file URL")
      }
      store = try SQLiteStore.open(resolved, path: url.path, options: options)
    case .inMemory:
      store = try SQLiteStore.openTransient(resolved, options: options)
    }
    liveWorker = LiveWorker(store: store, model: resolved)
  }

  /// Opens a store in a file, or makes it where there is none.
  ///
  /// - Parameters:
  ///   - model: the model; generated code carries it (`GifSchema.model`).
  ///   - url: the file.
  ///   - options: how the file is opened.
  ///   - entities: typed entities that the model has to fit, and whose hooks are called from the beginning.
  /// - Throws: as ``init(model:location:options:entities:)``.
  public convenience init(
    model: EntityModel, url: URL, options: StoreOptions = StoreOptions(), entities: [any Entity.Type] = []
  ) throws {
    try self.init(model: model, location: .file(url), options: options, entities: entities)
  }

  /// A new context. It is yours: use it where you are, or send it on.
  public func newContext() -> sending ObjectContext {
    ObjectContext(store: store, model: resolved, hooks: hooks)
  }

  /// Runs a body with a fresh context, off this thread, where waiting for the disk blocks nobody's tasks.
  ///
  /// The context is gone when the body ends: changes that were not saved are lost. Plain values come out;
  /// objects cannot, the compiler sees to that.
  ///
  /// Where the task is cancelled, a fetch that runs is stopped and throws `CancellationError`, and so do those that would
  /// begin; a save that has begun is finished.
  ///
  /// - Parameter body: what to do with the context.
  /// - Returns: what the body returns.
  /// - Throws: `CancellationError` where the task is cancelled before the body begins, and what the body throws.
  public func perform<Value>(
    _ body: sending (ObjectContext) throws -> sending Value
  ) async throws -> sending Value {
    try await StoreWorker().run(self, body)
  }

  /// Moves what the write-ahead log holds into the store's file, as far as readers allow; SQLite does so by itself
  /// from time to time.
  ///
  /// - Throws: ``StoreError``.
  public func checkpoint() throws {
    try store.checkpoint()
  }

  /// Closes the store's file; contexts that are still used throw from then on. It is closed by itself when the
  /// container and its contexts are gone.
  public func close() {
    store.close()
  }
}
