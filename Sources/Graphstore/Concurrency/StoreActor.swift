public import ObjectGraph

/// An actor with a context of its own, for work that goes on beside the main actor.
///
/// ```swift
/// actor Importer: StoreActor {
///   let storeExecutor: StoreExecutor
///
///   init(_ container: PersistentContainer) { storeExecutor = StoreExecutor(container) }
///
///   func add(_ titles: [String]) throws {
///     for title in titles { _ = Note(in: context, title: title) }
///     try context.save()
///   }
/// }
/// ```
///
/// It runs on its executor's dispatch queue, so that its methods may wait for the disk. Its context lives as long as the
/// executor, and its objects stay in the actor: the compiler sees to that. Where no methods of your own are wanted,
/// ``BackgroundContext`` is one ready made.
public protocol StoreActor: Actor {
  /// Where the actor runs, and what its context comes from; the same one each time.
  nonisolated var storeExecutor: StoreExecutor { get }
}

extension StoreActor {
  /// The actor's executor: ``storeExecutor``.
  public nonisolated var unownedExecutor: UnownedSerialExecutor { storeExecutor.asUnownedSerialExecutor() }

  /// The container of the actor's context.
  public nonisolated var container: PersistentContainer { storeExecutor.container }

  /// The actor's context, made when it is first asked for.
  ///
  /// - Precondition: the actor runs on its ``storeExecutor``, as it does unless it declares an `unownedExecutor` itself.
  public var context: ObjectContext { storeExecutor.context }
}
