public import ObjectGraph

/// The result of a fetch request that follows the commits of its store: a sequence of snapshots, one at once, then one
/// whenever a commit has changed the result.
///
/// ```swift
/// for try await notes in container.results(of: FetchRequest<Note>(), \.title) {
///   for row in notes { print(row.id, row.value) }
/// }
/// ```
///
/// Whoever asks for the next snapshot gets the newest one, with the difference from the one before that they got;
/// states between are left out. Each iterator follows the store by itself, from its first `next()` on, until it is let
/// go of or its task is cancelled. A failure ends the sequence.
public struct LiveResults<Value: Sendable>: AsyncSequence, Sendable {
  /// What it hands out.
  public typealias Element = ResultsSnapshot<Value>
  /// What can end it.
  public typealias Failure = any Error

  private let source: any LiveSource<Value>

  init(_ source: any LiveSource<Value>) {
    self.source = source
  }

  /// Follows the store from now on.
  public func makeAsyncIterator() -> AsyncIterator {
    AsyncIterator(handle: Swift.Result { try source.start() })
  }

  /// Hands out the snapshots; it is for one task.
  public struct AsyncIterator: AsyncIteratorProtocol, Sendable {
    private var handle: Swift.Result<LiveHandle<Value>, any Error>?

    init(handle: Swift.Result<LiveHandle<Value>, any Error>) {
      self.handle = handle
    }

    /// The newest snapshot, once there is one that was not handed out; nil at the end.
    ///
    /// - Throws: what is wrong with the request, as `ObjectContext.fetch(_:)` does; the store's errors. Nothing follows.
    public mutating func next() async throws -> ResultsSnapshot<Value>? {
      do {
        guard let handle, let snapshot = try await handle.get().mailbox.next() else {
          self.handle = nil
          return nil
        }
        return snapshot
      } catch {
        handle = nil
        throw error
      }
    }
  }
}

/// Ends a live result when it is let go of.
final class LiveHandle<Value: Sendable>: Sendable {
  let mailbox: LiveMailbox<Value>
  private let worker: LiveWorker

  init(_ mailbox: LiveMailbox<Value>, _ worker: LiveWorker) {
    self.mailbox = mailbox
    self.worker = worker
  }

  deinit {
    mailbox.end()
    worker.forgetEnded()
  }
}
