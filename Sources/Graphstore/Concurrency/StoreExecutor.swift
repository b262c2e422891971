import Dispatch
import ObjectGraph

/// Runs an actor on a dispatch queue, and keeps the context that is the actor's own.
///
/// Work that blocks on the disk keeps none of the threads that Swift's tasks share. See ``StoreActor``.
///
/// `@unchecked Sendable`: the context is made and handed out on the queue only, which is checked each time; it is
/// confined to the actors that run there, one job after the other.
public final class StoreExecutor: SerialExecutor, @unchecked Sendable {
  /// What the context belongs to.
  public let container: PersistentContainer
  private let queue: DispatchQueue
  private var madeContext: ObjectContext?

  /// An executor with a queue of its own.
  ///
  /// - Parameters:
  ///   - container: where its context comes from, once it is asked for.
  ///   - label: the queue's name, as debuggers show it.
  public init(_ container: PersistentContainer, label: String = "graphstore.actor") {
    self.container = container
    queue = DispatchQueue(label: label)
  }

  /// Takes a job of an actor that runs here.
  public func enqueue(_ job: consuming ExecutorJob) {
    queue.run(UnownedJob(job), of: self)
  }

  /// Stops the program where the caller does not run here.
  public func checkIsolated() {
    dispatchPrecondition(condition: .onQueue(queue))
  }

  var context: ObjectContext {
    checkIsolated()
    if let madeContext { return madeContext }
    let context = container.newContext()
    madeContext = context
    return context
  }
}
