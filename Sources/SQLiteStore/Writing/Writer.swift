import Foundation
import GraphQuery
import GraphValues
import SQLiteAccess
import Synchronization

/// The one connection that writes; callers wait for their turn.
final class Writer: Sendable {
  private let path: String
  /// Why nothing can be written; nil where it can.
  private let refusal: String?
  private let connection: Guarded<ConfinedConnection?>
  private let turns = WriterTurns()
  /// The thread that has its turn; 0 where none has.
  private let owner = Atomic<UInt>(0)
  /// Whether the connection is to be closed once it is nobody's turn any more.
  private let closesAfterwards = Atomic<Bool>(false)
  /// The open transaction that everything is written in; nil where each write is one of its own.
  private let bound: BoundConnection?

  init(path: String, connection: ConfinedConnection?) {
    self.path = path
    refusal = connection == nil ? "the store was opened to be read only" : nil
    self.connection = Guarded(connection)
    bound = nil
  }

  /// A writer within an open transaction.
  init(path: String, bound: BoundConnection) {
    self.path = path
    refusal = nil
    connection = Guarded(nil)
    self.bound = bound
  }

  /// A writer that writes nothing.
  init(path: String, refusal: String) {
    self.path = path
    self.refusal = refusal
    connection = Guarded(nil)
    bound = nil
  }

  /// - Parameter origin: who writes.
  func write<Value>(
    _ origin: CommitOrigin = CommitOrigin(), _ body: (SQLiteConnection) throws -> Value
  ) throws -> Value {
    try writeConfined { confined in
      confined.connection.recorder?.note(origin)
      return try body(confined.connection)
    }
  }

  /// Writes with what is kept beside the connection.
  func writeConfined<Value>(_ body: (ConfinedConnection) throws -> Value) throws -> Value {
    if let bound { return try bound.use(body) }
    if let refusal { throw StoreError(.readOnly, refusal, path: path) }
    let thread = UInt(bitPattern: ObjectIdentifier(Thread.current))
    if owner.load(ordering: .relaxed) == thread {
      throw StoreError(
        .writingAlready,
        "a transaction is being written on this thread: what belongs to it goes through its own context",
        path: path)
    }
    let result: Result<Value, any Error> = turns.withTurn {
      owner.store(thread, ordering: .relaxed)
      defer { owner.store(0, ordering: .relaxed) }
      return Result {
        guard let confined = connection.withLock({ $0 }) else {
          throw StoreError(.closed, "the store is closed", path: path)
        }
        confined.connection.recorder?.beginTurn()
        return try body(confined)
      }
    }
    if closesAfterwards.load(ordering: .relaxed) { close() }
    do {
      return try result.get()
    } catch let error as SQLiteError {
      throw error.meaning(path: path)
    }
  }

  func close() {
    if owner.load(ordering: .relaxed) == UInt(bitPattern: ObjectIdentifier(Thread.current)) {
      // A transaction's own body cannot be waited for.
      return closesAfterwards.store(true, ordering: .relaxed)
    }
    turns.withTurn {
      connection.withLock { confined in
        confined?.connection.close()
        confined = nil
      }
    }
  }

  var statistics: SQLiteStatistics {
    if bound != nil { return SQLiteStatistics() }
    return turns.withTurn { connection.withLock { $0?.connection.statistics ?? SQLiteStatistics() } }
  }
}
