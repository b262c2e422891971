import Dispatch
import GraphValues
import SQLiteAccess
import Synchronization

/// Keeps the write-ahead log short: takes it into the file every so often, and makes way where readers have kept it
/// growing.
///
/// A log begins anew only when nobody reads in it, so that readers who always overlap would let it grow forever:
/// https://sqlite.org/wal.html#avoiding_excessively_large_wal_files. Beyond a length the writer waits for them shortly,
/// aside from any save.
final class LogKeeper: Sendable {
  /// Pages in the log from which on a commit takes it into the file, as SQLite does by itself.
  static let usualLength = 1_000
  /// Pages in the log from which on readers are waited for.
  static let greatLength = 4_000
  /// How long the writer waits for readers.
  private static let patience = Duration.milliseconds(100)
  /// How long it lets them alone when they have not gone.
  private static let pause = DispatchTimeInterval.milliseconds(250)

  private let isScheduled = Guarded(false)

  /// Watches over the log of a store that its connection writes.
  func attach(_ store: SQLiteStore, _ connection: SQLiteConnection) throws {
    // Where the log is begun anew, what the file has beyond this is given back.
    try connection.execute("PRAGMA journal_size_limit = \(Self.greatLength * 4_096)")
    try connection.reportLogLength { [weak store, weak connection, self] frames in
      guard frames >= Self.usualLength else { return }
      _ = try? connection?.checkpoint(.passive)
      if frames >= Self.greatLength, let store { scheduleRestart(store) }
    }
  }

  private func scheduleRestart(_ store: SQLiteStore) {
    let isFirst = isScheduled.withLock { isScheduled in
      defer { isScheduled = true }
      return !isScheduled
    }
    if !isFirst { return }
    DispatchQueue.global(qos: .utility).async { [weak store, self] in
      if let store { try? store.restartLog(waiting: Self.patience) }
      DispatchQueue.global(qos: .utility).asyncAfter(deadline: .now() + Self.pause) {
        self.isScheduled.withLock { $0 = false }
      }
    }
  }
}

extension SQLiteStore {
  /// Takes the log into the file and has the next commit begin it anew, if readers of older states go in time.
  fileprivate func restartLog(waiting patience: Duration) throws {
    readers.releaseSnapshots()
    try writer.write { connection in
      let usual = connection.busyTimeout
      connection.busyTimeout = patience
      defer { connection.busyTimeout = usual }
      _ = try connection.checkpoint(.restart)
    }
  }
}
