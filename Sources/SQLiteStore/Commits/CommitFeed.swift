import Foundation
import GraphValues
import ObjectGraph
import SQLiteAccess
import Synchronization

/// Numbers a store's commits, and tells observers of them.
///
/// Its lock is held while a commit is done and told of, and while a snapshot begins, so that a snapshot has what observers
/// have been told, and nothing else.
final class CommitFeed: Sendable {
  struct State {
    var number: UInt64 = 0
    /// The state that was committed last, as far as observers know; nil while nobody observes.
    var stamp: CommitStamp?
  }

  private let state = Guarded(State())
  private let observers = Guarded(Observers())
  private let wanted = Atomic<Bool>(false)
  private let setup: ConnectionSetup
  private let watch = Guarded<ForeignCommitWatch?>(nil)

  private struct Observers {
    var list: [(id: Int, tell: @Sendable (StoreCommit) -> Void)] = []
    var nextID = 0
  }

  init(_ setup: ConnectionSetup) {
    self.setup = setup
  }

  deinit {
    watch.withLock { $0 }?.stop()
  }

  /// Whether somebody observes.
  var isObserved: Bool { wanted.load(ordering: .acquiring) }

  /// The number of the last commit.
  var number: UInt64 { state.withLock { $0.number } }

  // MARK: Observing

  /// - Parameter stamp: tells the state that is committed now.
  func observe(
    _ observer: @escaping @Sendable (StoreCommit) -> Void, _ stamp: () -> CommitStamp?
  ) -> any CommitObservation {
    let id = state.withLock { state in
      let (id, isFirst) = observers.withLock { observers in
        let id = observers.nextID
        observers.nextID += 1
        observers.list.append((id, observer))
        return (id, observers.list.count == 1)
      }
      if isFirst {
        state.stamp = stamp()
        // What was committed before nobody was told of.
        state.number += 1
        wanted.store(true, ordering: .releasing)
      }
      return id
    }
    startWatching()
    return FeedObservation(self, id)
  }

  fileprivate func end(_ id: Int) {
    let isLast = observers.withLock { observers in
      let before = observers.list.count
      observers.list.removeAll { $0.id == id }
      if before == 0 || !observers.list.isEmpty { return false }
      wanted.store(false, ordering: .releasing)
      return true
    }
    if isLast {
      watch.withLock { watch in
        defer { watch = nil }
        return watch
      }?.stop()
    }
  }

  private func startWatching() {
    // Nobody else knows of a temporary store's file.
    if setup.isTransient { return }
    watch.withLock { watch in
      if watch == nil, isObserved { watch = ForeignCommitWatch(setup, self) }
    }
  }

  /// Looks no more for commits of others, and lets go of the file.
  func close() {
    let last = watch.withLock { watch in
      defer { watch = nil }
      return watch
    }
    last?.stop()
    last?.waitUntilStopped()
  }

  // MARK: Commits

  /// Commits a transaction of this store's writer, and tells of it.
  ///
  /// - Parameter changes: nil where they are not known.
  func commit(
    _ connection: SQLiteConnection, _ origin: CommitOrigin, _ changes: CommittedChanges?,
    _ commit: () throws -> Void
  ) throws {
    try state.withLock { state in
      try commit()
      guard isObserved else { return }
      let stamp = connection.commitStamp()
      let didWrite = stamp.map { now in state.stamp.map { now.hasCommit(since: $0) } ?? true } ?? true
      state.stamp = stamp
      if changes?.isEmpty == true || !didWrite { return }
      publish(changes, origin, &state)
    }
  }

  /// Tells of commits of others, if there have been any.
  func look(_ connection: SQLiteConnection) {
    state.withLock { look(connection.commitStamp(), &$0) }
  }

  /// Runs a body while nobody commits here; `look` looks for commits of others until then.
  func holdingCommits<Value>(
    _ body: (_ look: (SQLiteConnection) -> Void) throws -> Value
  ) throws -> (value: Value, number: UInt64) {
    var result: Result<Value, any Error>?
    let number = state.withLock { state in
      result = Result { try body { look($0.commitStamp(), &state) } }
      return state.number
    }
    guard let result else { throw CancellationError() }
    return (try result.get(), number)
  }

  private func look(_ stamp: CommitStamp?, _ state: inout State) {
    guard isObserved, let stamp, let last = state.stamp else { return }
    state.stamp = stamp
    if stamp.hasCommit(since: last) { publish(nil, CommitOrigin(), &state) }
  }

  private func publish(_ changes: CommittedChanges?, _ origin: CommitOrigin, _ state: inout State) {
    state.number += 1
    let commit = StoreCommit(number: state.number, date: Date(), origin: origin, changes: changes)
    // One that ends within a call must not wait for it.
    for observer in observers.withLock({ $0.list }) { observer.tell(commit) }
  }
}

/// One observer's place in the feed.
private final class FeedObservation: CommitObservation {
  private let feed: CommitFeed
  private let id: Int

  init(_ feed: CommitFeed, _ id: Int) {
    self.feed = feed
    self.id = id
  }

  deinit { end() }

  func end() { feed.end(id) }
}
