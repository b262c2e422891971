/// Stands by when write transactions of a connection begin and end.
///
/// It is told of those that ``SQLiteConnection/transaction(_:explainingFailedCommit:_:)`` and
/// ``SQLiteConnection/begin(_:)`` begin with the write lock, and not of statements outside of transactions.
package protocol TransactionWatcher: AnyObject {
  /// A transaction that may write has begun: the connection has the write lock. It is rolled back where this throws.
  func didBegin(_ connection: SQLiteConnection) throws

  /// A transaction is at its end.
  ///
  /// - Parameter commit: commits it; to be called once, unless this throws, which rolls back.
  func commit(_ connection: SQLiteConnection, _ commit: () throws -> Void) throws
}

extension SQLiteConnection {
  /// Stands by when write transactions begin and end; nil at first. The connection keeps it.
  package var transactionWatcher: (any TransactionWatcher)? {
    get { handle.transactionWatcher }
    set { handle.transactionWatcher = newValue }
  }
}
