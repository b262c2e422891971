import Foundation
package import ObjectGraph
import SQLSyntax
import SQLiteAccess

extension SQLiteStore {
  package func observeCommits(
    _ observer: @escaping @Sendable (StoreCommit) -> Void
  ) -> any CommitObservation {
    feed.observe(observer) { try? base.readers.read { $0.commitStamp() } }
  }

  package func withSnapshot<Value>(
    _ body: (_ store: any PersistentStore, _ number: UInt64) throws -> Value
  ) throws -> Value {
    try withSnapshotStore { store, number in try body(store, number) }
  }

  /// As ``withSnapshot(_:)``, with the store's own type.
  package func withSnapshotStore<Value>(
    _ body: (_ store: SQLiteStore, _ number: UInt64) throws -> Value
  ) throws -> Value {
    if bound != nil { return try body(self, snapshotNumber ?? feed.number) }
    let (confined, number) = try beginSnapshot()
    let bound = BoundConnection(confined, path: path)
    defer {
      bound.end()
      if !confined.holdsSnapshot { confined.connection.rollback() }
      readers.takeBack(confined)
    }
    return try body(SQLiteStore(self, snapshot: bound, number: number), number)
  }

  /// A connection that reads the state of the last commit from now on.
  private func beginSnapshot() throws -> (ConfinedConnection, UInt64) {
    let start = ContinuousClock.now
    while true {
      do {
        return try feed.holdingCommits { look in try beginReading(look) }
      } catch let error as StoreError
        where error.code == .busy && start.duration(to: .now) < setup.options.busyTimeout
      {
        // Without a log a writer may keep readers out that has yet to commit here, for which it needs the feed.
        Thread.sleep(forTimeInterval: 0.002)
      }
    }
  }

  private func beginReading(_ look: (SQLiteConnection) -> Void) throws -> ConfinedConnection {
    guard let confined = try readers.lend() else {
      throw StoreError(.closed, "the transaction has ended", path: path)
    }
    let connection = confined.connection
    let patience = connection.busyTimeout
    connection.busyTimeout = .zero
    defer { connection.busyTimeout = patience }
    do {
      if confined.holdsSnapshot {
        // Only a read makes a snapshot of a transaction, and another process may commit at any time.
        try connection.openSnapshot()
        while try confined.renew() { try connection.openSnapshot() }
      } else {
        try connection.begin(.deferred)
        try connection.openSnapshot()
      }
      look(connection)
      return confined
    } catch {
      connection.rollback()
      confined.endReading()
      readers.takeBack(confined)
      if let error = error as? SQLiteError { throw error.meaning(path: path) }
      throw error
    }
  }
}

extension ConfinedConnection {
  /// Begins to read anew where somebody has committed since the snapshot that is held.
  ///
  /// - Returns: whether somebody has.
  func renew() throws -> Bool {
    if isCurrent { return false }
    try beginReading()
    return true
  }
}

extension SQLiteConnection {
  fileprivate func openSnapshot() throws {
    _ = try scalar("SELECT 1 FROM sqlite_schema LIMIT 1")
  }
}
