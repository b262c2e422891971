import SQLiteAccess

/// A connection on its way between users.
///
/// `@unchecked Sendable`: the pool and the writer hand a connection to one user at a time, under their locks,
/// and take it back when that user is done; nobody else keeps a reference to it.
final class ConfinedConnection: @unchecked Sendable {
  let connection: SQLiteConnection

  init(_ connection: SQLiteConnection) {
    self.connection = connection
  }
}
