internal import CSQLite
internal import GraphValues
internal import Synchronization

/// Stops what a connection is running, from any thread and also after the connection was closed.
package final class SQLiteInterruptHandle: Sendable {
  /// The address of the open database; 0 once it is closed.
  private let address: Guarded<UInt>

  init(database: OpaquePointer) {
    address = Guarded(UInt(bitPattern: database))
  }

  /// Makes the statement that runs on the connection fail with an interruption; does nothing where none runs.
  package func interrupt() {
    address.withLock { address in
      if let database = OpaquePointer(bitPattern: address) { sqlite3_interrupt(database) }
    }
  }

  /// Called before the database is closed; waits for an interruption under way.
  func invalidate() {
    address.withLock { $0 = 0 }
  }
}
