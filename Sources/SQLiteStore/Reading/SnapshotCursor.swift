import GraphSQL
import GraphValues
import ObjectGraph
import SQLiteAccess

/// Steps through a query's rows in a read transaction that lasts as long as the cursor.
final class SnapshotCursor: RowCursor {
  private let store: SQLiteStore
  private let table: StoredTable
  private let confined: ConfinedConnection
  private var statement: SQLiteStatement?
  let interruption: @Sendable () -> Void

  /// - Parameters:
  ///   - statement: the query's, with its values bound.
  ///   - confined: its connection in a read transaction, lent by the store's pool.
  init(
    _ statement: SQLiteStatement, _ table: StoredTable, _ store: SQLiteStore, _ confined: ConfinedConnection
  ) {
    self.store = store
    self.table = table
    self.confined = confined
    self.statement = statement
    let handle = confined.connection.interruptHandle
    interruption = { handle.interrupt() }
  }

  deinit {
    statement?.release()
    store.readers.takeBack(confined)
  }

  func next(atMost count: Int, isKnown: ((Int64, Int64) -> Bool)?) throws -> CollectedRows {
    guard let statement else { return CollectedRows(batches: [], keys: []) }
    do {
      let rows = try confined.connection.collect(
        from: statement, atMost: count, layout: table.layout.rows, nullable: table.layout.nullable,
        isKnown: isKnown)
      if rows.count < count { end() }
      return rows
    } catch let error as SQLiteError {
      end()
      throw error.meaning(path: store.path)
    }
  }

  private func end() {
    statement?.release()
    statement = nil
  }
}
