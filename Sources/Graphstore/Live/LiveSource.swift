import GraphQuery
import ObjectGraph

/// What can be followed again and again, each time anew.
protocol LiveSource<Value>: Sendable {
  associatedtype Value: Sendable

  /// - Throws: what is wrong with the request.
  func start() throws -> LiveHandle<Value>
}

/// A request of a container with what is taken of its objects.
///
/// It is a type and no closure: closures that may run anywhere cannot have generic types with them.
struct LiveRequest<Result: FetchResult, Value: Sendable>: LiveSource {
  let container: PersistentContainer
  let request: FetchRequest<Result>
  let section: SortKey?
  let value: @Sendable (Result) throws -> Value

  func start() throws -> LiveHandle<Value> {
    let query = try LiveQuery(request, section: section, in: container.newContext(), value: value)
    let subscription = LiveSubscription(query)
    let handle = LiveHandle(subscription.mailbox, container.liveWorker)
    container.liveWorker.add(subscription)
    return handle
  }
}
