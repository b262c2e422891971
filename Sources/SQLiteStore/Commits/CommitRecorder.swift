import GraphSQL
import GraphValues
import ObjectGraph
import SQLiteAccess

/// Sees what the writer's transactions change, while somebody wants to know, and has the feed commit them.
///
/// It belongs to the writer's connection, and is used by who has its turn.
final class CommitRecorder: TransactionWatcher {
  private let feed: CommitFeed
  private let tables: CaptureTables
  /// Who writes the transaction.
  private(set) var origin = CommitOrigin()

  init(_ feed: CommitFeed, _ tables: CaptureTables) {
    self.feed = feed
    self.tables = tables
  }

  /// Another one has its turn.
  func beginTurn() { origin = CommitOrigin() }

  /// Notes who writes; nobody in particular changes nothing.
  func note(_ origin: CommitOrigin) {
    if !origin.isUnknown { self.origin = origin }
  }

  func didBegin(_ connection: SQLiteConnection) throws {
    let isWanted = feed.isObserved
    guard isWanted || connection.changeCapture != nil else { return }
    if !isWanted {
      try connection.setChangeCapture(nil)
    } else if connection.changeCapture == nil || connection.changeCapture?.isIncomplete == true {
      try connection.setChangeCapture(ChangeCapture(try tables.captured(connection)))
    } else {
      connection.changeCapture?.removeAll()
    }
    if isWanted { feed.look(connection) }
  }

  func commit(_ connection: SQLiteConnection, _ commit: () throws -> Void) throws {
    guard feed.isObserved else { return try commit() }
    var changes: CommittedChanges?
    if let capture = connection.changeCapture, !capture.isIncomplete {
      changes = capture.isEmpty ? CommittedChanges() : NetChanges(capture).committed(tables.layout)
    }
    try feed.commit(connection, origin, changes, commit)
    connection.changeCapture?.removeAll()
  }
}

extension SQLiteConnection {
  /// What sees the transactions of a writer's connection.
  var recorder: CommitRecorder? { transactionWatcher as? CommitRecorder }
}
