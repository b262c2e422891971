import SQLiteAccess

/// A connection for reading on its way between users, and the snapshot it may still hold.
///
/// `@unchecked Sendable`: the pool and the writer hand a connection to one user at a time, under their locks,
/// and take it back when that user is done; nobody else keeps a reference to it.
final class ConfinedConnection: @unchecked Sendable {
  let connection: SQLiteConnection
  /// What the log looked like just before the snapshot that is held; nil where none is held.
  private var stamp: WALStamp?

  init(_ connection: SQLiteConnection) {
    self.connection = connection
  }

  var holdsSnapshot: Bool { stamp != nil }

  /// Whether nobody has committed since the snapshot that is held.
  var isCurrent: Bool { stamp != nil && connection.walIndexStamp() == stamp }

  /// Begins a read transaction, or goes on with the one that is held if nobody has committed since.
  ///
  /// The stamp is taken before the snapshot, so that a commit between the two shows as a change. Without a
  /// write-ahead log nothing is held: a rollback journal's readers keep writers waiting.
  func beginReading() throws {
    if let stamp {
      if connection.walIndexStamp() == stamp { return }
      endReading()
    }
    guard let stamp = connection.walIndexStamp() else { return }
    try connection.begin(.deferred)
    self.stamp = stamp
  }

  /// Ends the read transaction that is held, if one is.
  func endReading() {
    guard stamp != nil else { return }
    stamp = nil
    connection.rollback()
  }
}
