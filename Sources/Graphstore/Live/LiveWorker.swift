import Dispatch
import GraphModel
import GraphValues
import ObjectGraph
import SQLiteStore
import Synchronization

/// Brings all live results of a container up to date after commits, on one dispatch queue: each state of the store that
/// it reads serves all of them, and commits that came meanwhile are taken together.
final class LiveWorker: Sendable {
  private struct State {
    var entries: [any LiveEntry] = []
    var added: [any LiveEntry] = []
    /// Commits that are not taken in yet, in their order.
    var commits: [StoreCommit] = []
    var observation: (any CommitObservation)?
    var isScheduled = false
  }

  private let queue = DispatchQueue(label: "graphstore.live")
  private let state = Guarded(State())
  private let store: SQLiteStore
  private let model: ResolvedModel

  init(store: SQLiteStore, model: ResolvedModel) {
    self.store = store
    self.model = model
  }

  /// Keeps a live result up to date from now on, until it has ended.
  func add(_ entry: any LiveEntry) {
    state.withLock { $0.added.append(entry) }
    schedule()
  }

  /// Forgets, in a while, what nobody follows any more.
  func forgetEnded() { schedule() }

  /// Waits until what is committed by now is taken in.
  func settle() { queue.sync { run() } }

  /// How many live results are kept up to date.
  var entryCount: Int { state.withLock { $0.entries.count + $0.added.count } }

  private func schedule() {
    let isNew = state.withLock { state in
      defer { state.isScheduled = true }
      return !state.isScheduled
    }
    if isNew { queue.async { [weak self] in self?.run() } }
  }

  private func note(_ commit: StoreCommit) {
    state.withLock { $0.commits.append(commit) }
    schedule()
  }

  // MARK: On the queue

  private func run() {
    let (entries, hadObservation) = state.withLock { state in
      state.isScheduled = false
      state.entries += state.added
      state.added = []
      state.entries.removeAll { $0.isEnded }
      return (state.entries, state.observation != nil)
    }
    if entries.isEmpty { return endObservation() }
    if !hadObservation {
      let observation = store.observeCommits { [weak self] in self?.note($0) }
      state.withLock { $0.observation = observation }
    }
    if isIdle(entries) { return }
    do {
      try store.withSnapshotStore { snapshot, number in
        let pass = LivePass(store: snapshot, model: model, number: number, changes: changes(upTo: number))
        for entry in entries { entry.run(pass) }
      }
    } catch {
      for entry in entries { entry.fail(error) }
    }
  }

  /// Whether no live result is touched by what has been committed; then that is done with.
  private func isIdle(_ entries: [any LiveEntry]) -> Bool {
    state.withLock { state in
      var changes = LiveChanges()
      for commit in state.commits { changes.add(commit) }
      if entries.contains(where: { $0.isTouched(by: changes) }) { return false }
      state.commits = []
      return true
    }
  }

  private func changes(upTo number: UInt64) -> LiveChanges {
    state.withLock { state in
      var changes = LiveChanges()
      let end = state.commits.firstIndex { $0.number > number } ?? state.commits.endIndex
      for commit in state.commits[..<end] { changes.add(commit) }
      state.commits.removeSubrange(..<end)
      return changes
    }
  }

  private func endObservation() {
    let observation = state.withLock { state in
      state.commits = []
      defer { state.observation = nil }
      return state.observation
    }
    observation?.end()
  }
}
