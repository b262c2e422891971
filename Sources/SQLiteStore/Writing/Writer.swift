import GraphQuery
import SQLiteAccess
import GraphValues
import Synchronization

/// The one connection that writes; callers wait for their turn.
final class Writer: Sendable {
  private let path: String
  private let isReadOnly: Bool
  private let connection: Guarded<ConfinedConnection?>

  init(path: String, connection: ConfinedConnection?) {
    self.path = path
    isReadOnly = connection == nil
    self.connection = Guarded(connection)
  }

  func write<Value: Sendable>(_ body: (SQLiteConnection) throws -> Value) throws -> Value {
    if isReadOnly { throw StoreError(.readOnly, "the store was opened to be read only", path: path) }
    return try connection.withLock { confined in
      guard let confined else { throw StoreError(.closed, "the store is closed", path: path) }
      do {
        return try body(confined.connection)
      } catch let error as SQLiteError {
        if let mistake = error.cause as? QueryError { throw mistake }
        throw StoreError(error, path: path)
      }
    }
  }

  func close() {
    connection.withLock { confined in
      confined?.connection.close()
      confined = nil
    }
  }

  var statistics: SQLiteStatistics {
    connection.withLock { $0?.connection.statistics ?? SQLiteStatistics() }
  }
}
