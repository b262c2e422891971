import GraphValues
import SQLiteAccess
import Synchronization

/// Stops a statement from another thread or task.
///
/// ```swift
/// let interruption = SQLInterruption()
/// let rows = try context.rows(sql: report, interruption: interruption)   // elsewhere: interruption.interrupt()
/// ```
///
/// A statement that is stopped throws a ``StoreError`` with code `interrupted`; so does every statement that is begun
/// with it afterwards.
public final class SQLInterruption: Sendable {
  private struct State {
    var isInterrupted = false
    var handle: SQLiteInterruptHandle?
  }

  private let state = Guarded(State())

  /// One that stops nothing yet.
  public init() {}

  /// Whether it has been told to stop.
  public var isInterrupted: Bool { state.withLock { $0.isInterrupted } }

  /// Stops the statement that runs with it, and all that would.
  public func interrupt() {
    state.withLock { state in
      state.isInterrupted = true
      state.handle?.interrupt()
    }
  }

  /// Runs a body on a connection that can be stopped meanwhile.
  func watching<Value>(_ connection: SQLiteConnection, path: String, _ body: () throws -> Value) throws
    -> Value
  {
    let isInterrupted = state.withLock { state in
      state.handle = connection.interruptHandle
      return state.isInterrupted
    }
    // Whoever has the connection next is not stopped.
    defer { state.withLock { $0.handle = nil } }
    if isInterrupted {
      throw StoreError(.interrupted, "the statement was stopped before it began", path: path)
    }
    return try body()
  }
}
