import Foundation
import GraphValues
import ObjectGraph
import Synchronization

/// Keeps the commits that a store tells of.
final class CommitLog: Sendable {
  private let commits = Guarded<[StoreCommit]>([])
  private let observation = Guarded<(any CommitObservation)?>(nil)

  init(_ store: any PersistentStore) {
    let observation = store.observeCommits { [commits = Weak(self)] commit in
      commits.log?.commits.withLock { $0.append(commit) }
    }
    self.observation.withLock { $0 = observation }
  }

  private final class Weak: Sendable {
    weak let log: CommitLog?

    init(_ log: CommitLog) { self.log = log }
  }

  var all: [StoreCommit] { commits.withLock { $0 } }

  /// The commits so far, which are forgotten.
  func take() -> [StoreCommit] {
    commits.withLock { commits in
      defer { commits = [] }
      return commits
    }
  }

  func end() { observation.withLock { $0 }?.end() }

  /// Waits until a commit is there that meets a condition; false where none comes.
  func waits(for condition: (StoreCommit) -> Bool) -> Bool {
    for _ in 0..<4_000 {
      if all.contains(where: condition) { return true }
      Thread.sleep(forTimeInterval: 0.005)
    }
    return false
  }
}

extension StoreCommit {
  func keys(_ root: String, _ kind: KeyPath<RowChanges, [RowChange]>) -> [Int64] {
    changes?.rows[root]?[keyPath: kind].map(\.key) ?? []
  }
}
