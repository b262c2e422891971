public import ObjectGraph
import SQLiteStore

/// How often work is tried again that another writer was in the way of, and how long is waited before.
///
/// Each wait is a random one of up to twice as long as the one before could be, so that those who got in each other's way do
/// not meet again.
public struct RetryPolicy: Sendable, Hashable {
  /// The number of tries, the first one included.
  public var maximumAttempts: Int
  /// The longest first wait.
  public var firstDelay: Duration
  /// The longest wait.
  public var maximumDelay: Duration

  /// A policy; the defaults give up after about two seconds.
  public init(
    maximumAttempts: Int = 8, firstDelay: Duration = .milliseconds(10), maximumDelay: Duration = .seconds(1)
  ) {
    self.maximumAttempts = maximumAttempts
    self.firstDelay = firstDelay
    self.maximumDelay = maximumDelay
  }

  /// Whether trying again may help: another writer's change, or a store that is locked.
  ///
  /// A uniqueness conflict is one of these where a stored object has the values: who looks for it again may find it.
  public static func isRetryable(_ error: any Error) -> Bool {
    switch error {
    case let error as GraphError:
      switch error.code {
      case .conflict, .missingObject: true
      case .uniqueness: error.conflicts.contains { $0.kind == .uniqueness }
      default: false
      }
    case let error as StoreError: error.code == .busy
    default: false
    }
  }

  /// The longest wait after a number of tries.
  func longestDelay(after attempts: Int) -> Duration {
    var delay = firstDelay
    for _ in 1..<max(attempts, 1) where delay < maximumDelay { delay *= 2 }
    return min(delay, maximumDelay)
  }

  /// A random wait after a number of tries.
  func delay(after attempts: Int) -> Duration {
    longestDelay(after: attempts) * Double.random(in: 0.25...1)
  }
}

extension PersistentContainer {
  /// Runs a body with a fresh context, off this thread, and saves; where another writer was in the way, all of it is done
  /// again with another fresh context, after a wait.
  ///
  /// ```swift
  /// try await container.perform(retrying: RetryPolicy()) { context in
  ///   try context.object(with: id, as: Account.self).balance += 10
  /// }
  /// ```
  ///
  /// The body runs as often as it has to: it should change nothing but the context.
  ///
  /// - Parameters:
  ///   - policy: how often, and after what waits.
  ///   - body: what to do with the context; it need not save.
  /// - Returns: what the body returned when its changes were saved.
  /// - Throws: what the body throws, the last try's error of saving, `CancellationError`.
  @discardableResult
  public func perform<Value: Sendable>(
    retrying policy: RetryPolicy, _ body: @escaping @Sendable (ObjectContext) throws -> Value
  ) async throws -> Value {
    var attempts = 1
    while true {
      do {
        return try await perform { context in
          let value = try body(context)
          try context.save()
          return value
        }
      } catch  where attempts < policy.maximumAttempts && RetryPolicy.isRetryable(error) {
        try await Task.sleep(for: policy.delay(after: attempts))
        attempts += 1
      }
    }
  }
}
