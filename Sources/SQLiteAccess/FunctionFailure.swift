internal import CSQLite

/// The error that a Swift function threw into a statement, until the statement's failure is reported.
///
/// SQLite carries only a message; the error itself is handed to ``SQLiteError/cause``. Shared by a connection and its
/// functions, which run under the connection's isolation.
final class FunctionFailure {
  private var error: (any Error)?

  /// Fails the statement that calls the function.
  func report(_ error: any Error, to context: OpaquePointer?) {
    self.error = error
    let message = (error as? SQLiteError)?.message ?? String(describing: error)
    sqlite3_result_error(context, message, -1)
  }

  /// The error, which is not kept.
  func take() -> (any Error)? {
    defer { error = nil }
    return error
  }
}
