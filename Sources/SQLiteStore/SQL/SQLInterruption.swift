import SQLiteAccess

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
  private let flag = StopFlag()

  /// One that stops nothing yet.
  public init() {}

  /// Whether it has been told to stop.
  public var isInterrupted: Bool { flag.isUp }

  /// Stops the statement that runs with it, and all that would.
  public func interrupt() { flag.raise() }

  /// Runs a body on a connection that can be stopped meanwhile.
  func watching<Value>(_ connection: SQLiteConnection, path: String, _ body: () throws -> Value) throws
    -> Value
  {
    if flag.isUp {
      throw StoreError(.interrupted, "the statement was stopped before it began", path: path)
    }
    return try connection.stopping(at: flag, body)
  }
}
