import GraphQuery
import GraphValues
import SQLiteAccess
import Synchronization

/// The writer's connection, lent to a store that reads and writes within one open transaction.
///
/// Once the transaction has ended nobody gets at the connection any more by way of this.
final class BoundConnection: Sendable {
  private let path: String
  private let connection: Guarded<ConfinedConnection?>
  /// Where the keys leased in the transaction end, by the hierarchy's root: they must not be leased again where it is
  /// rolled back.
  private let leases = Guarded<[String: Int64]>([:])

  init(_ connection: ConfinedConnection, path: String) {
    self.path = path
    self.connection = Guarded(connection)
  }

  func use<Value>(_ body: (ConfinedConnection) throws -> Value) throws -> Value {
    // The connection is confined to the thread that holds the writer, which is this one or none.
    guard let confined = connection.withLock({ $0 }) else {
      throw StoreError(.closed, "the transaction has ended: its context cannot be used any more", path: path)
    }
    do {
      return try body(confined)
    } catch let error as SQLiteError {
      throw error.meaning(path: path)
    }
  }

  func end() { connection.withLock { $0 = nil } }

  func noteLease(_ keys: Range<Int64>, ofRoot root: String) {
    leases.withLock { $0[root] = max($0[root] ?? 0, keys.upperBound) }
  }

  var leasedEnds: [String: Int64] { leases.withLock { $0 } }
}
