import Dispatch
import Foundation
import GraphValues
import SQLiteAccess
import Synchronization

/// Looks for commits of other processes, and of other containers of this one: when the store's files are written
/// where the system tells, else every so often.
///
/// A write of the log comes before the commit shows, by as long as the disk takes. So it is looked again and again for a
/// while after it, at times that lie twice as far apart each time.
final class ForeignCommitWatch: Sendable {
  private static let firstPause = 4
  private static let longestPause = 48
  /// How long after a write it is looked, in milliseconds.
  private static let lookingTime = 3_000

  private struct State {
    var connection: ConfinedConnection?
    var events: FileEvents?
    var isStopped = false
    var isScheduled = false
    /// The pause before the next look, and how long it has been looked since the last write; in milliseconds.
    var pause = firstPause
    var elapsed = 0
  }

  private let queue = DispatchQueue(label: "graphstore.commits", qos: .userInitiated)
  private let state = Guarded(State())
  private let setup: ConnectionSetup
  private weak let feed: CommitFeed?
  private let polls: Bool

  init(_ setup: ConnectionSetup, _ feed: CommitFeed) {
    self.setup = setup
    self.feed = feed
    let events = FileEvents(ofStore: setup.path, queue)
    polls = events == nil
    state.withLock { $0.events = events }
    events?.start { [weak self] in self?.filesWereWritten() }
    if polls { queue.async { [weak self] in self?.schedule() } }
  }

  /// Looks no more; what is under way ends.
  func stop() {
    let events = state.withLock { state in
      state.isStopped = true
      defer { state.events = nil }
      return state.events
    }
    events?.stop()
    queue.async { self.letGo() }
  }

  private func letGo() {
    state.withLock { state in
      state.connection?.connection.close()
      state.connection = nil
    }
  }

  /// Waits until the file is let go of.
  func waitUntilStopped() { queue.sync {} }

  private func filesWereWritten() {
    state.withLock { state in
      state.pause = Self.firstPause
      state.elapsed = 0
    }
    look()
    schedule()
  }

  private func look() {
    guard let feed else { return }
    let connection = state.withLock { state -> ConfinedConnection? in
      if state.isStopped { return nil }
      if state.connection == nil { state.connection = (try? setup.reader()).map { ConfinedConnection($0) } }
      return state.connection
    }
    if let connection { feed.look(connection.connection) }
  }

  private func schedule() {
    let pause = state.withLock { state -> Int? in
      if state.isStopped || state.isScheduled { return nil }
      if polls {
        state.isScheduled = true
        return Self.longestPause
      }
      if state.elapsed >= Self.lookingTime { return nil }
      state.isScheduled = true
      let pause = state.pause
      state.elapsed += pause
      state.pause = min(pause * 2, Self.longestPause)
      return pause
    }
    guard let pause else { return }
    queue.asyncAfter(deadline: .now() + .milliseconds(pause)) { [weak self] in
      guard let self else { return }
      state.withLock { $0.isScheduled = false }
      look()
      schedule()
    }
  }
}
