internal import CSQLite
package import SQLSyntax

/// What SQLite reported.
///
/// Bound values are no part of it unless the connection's ``SQLiteConnection/reportsBindings`` asks for them.
package struct SQLiteError: Error, Sendable {
  /// The primary result code.
  package let code: Int32
  /// The extended result code; its low byte is the primary one.
  package let extendedCode: Int32
  package let message: String
  /// The statement's text.
  package let sql: String?
  /// The index of the batch row that was being written.
  package internal(set) var offendingRow: Int?
  /// The operating system's error number of a failed input or output; 0 where there is none.
  package let systemErrno: Int32
  /// The values of the statement's parameters, only where the connection was told to report them.
  package let bindings: [SQLValue]?
  /// The error that a Swift function threw, which failed the statement.
  package let cause: (any Error)?

  package init(
    extendedCode: Int32, message: String, sql: String? = nil, offendingRow: Int? = nil,
    systemErrno: Int32 = 0, bindings: [SQLValue]? = nil, cause: (any Error)? = nil
  ) {
    self.code = extendedCode & 0xFF
    self.extendedCode = extendedCode
    self.message = message
    self.sql = sql
    self.offendingRow = offendingRow
    self.systemErrno = systemErrno
    self.bindings = bindings
    self.cause = cause
  }

  static func misuse(_ message: String, sql: String? = nil) -> SQLiteError {
    SQLiteError(extendedCode: SQLITE_MISUSE, message: message, sql: sql)
  }
}

extension SQLiteError {
  /// Another connection holds a lock.
  package var isBusy: Bool { code == SQLITE_BUSY || code == SQLITE_LOCKED }
  /// The snapshot that was read is not the newest any more, so it cannot be written upon.
  package var isBusySnapshot: Bool { extendedCode == SQLITE_BUSY | (2 << 8) }
  /// An error without a kind of its own.
  package var isGeneric: Bool { code == SQLITE_ERROR }
  package var isConstraint: Bool { code == SQLITE_CONSTRAINT }
  /// A unique index, a primary key or a row ID would have had a value twice.
  package var isUniqueViolation: Bool {
    code == SQLITE_CONSTRAINT && [6, 8, 10].contains(extendedCode >> 8)
  }
  package var isForeignKeyViolation: Bool { extendedCode == SQLITE_CONSTRAINT | (3 << 8) }
  package var isNotNullViolation: Bool { extendedCode == SQLITE_CONSTRAINT | (5 << 8) }
  package var isCheckViolation: Bool { extendedCode == SQLITE_CONSTRAINT | (1 << 8) }
  package var isCorrupt: Bool { code == SQLITE_CORRUPT }
  package var isFull: Bool { code == SQLITE_FULL }
  package var isReadOnly: Bool { code == SQLITE_READONLY }
  package var isNotADatabase: Bool { code == SQLITE_NOTADB }
  package var isInterrupted: Bool { code == SQLITE_INTERRUPT }
  package var isCannotOpen: Bool { code == SQLITE_CANTOPEN }
  package var isIOError: Bool { code == SQLITE_IOERR }
  package var isTooBig: Bool { code == SQLITE_TOOBIG }
  package var isMisuse: Bool { code == SQLITE_MISUSE }
  /// The statement is no SQL, names what there is not, or breaks a constraint or a type.
  package var isStatementError: Bool {
    [SQLITE_ERROR, SQLITE_MISUSE, SQLITE_CONSTRAINT, SQLITE_MISMATCH, SQLITE_RANGE, SQLITE_AUTH].contains(
      code)
  }
}

extension SQLiteError: CustomStringConvertible {
  package var description: String {
    var text = "SQLite error \(extendedCode): \(message)"
    if systemErrno != 0 { text += " (system error \(systemErrno))" }
    if let offendingRow { text += "; row \(offendingRow) of the batch" }
    if let sql { text += "; in: \(sql)" }
    if let bindings { text += "; bindings: \(bindings)" }
    return text
  }
}
