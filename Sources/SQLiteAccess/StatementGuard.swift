internal import CSQLite

/// What compiling a statement asks leave for: https://sqlite.org/c3ref/c_alter_table.html
package enum StatementAction: Sendable, Hashable {
  /// Reads a column; the name is empty where a table is named and none of its columns is.
  case read(table: String, column: String)
  case insert(table: String)
  case update(table: String, column: String)
  case delete(table: String)
  case function(name: String)
  /// Without a value it asks for one.
  case pragma(name: String, value: String?)
  /// Begins or ends a transaction or a savepoint.
  case transaction
  case attach
  /// Creates, changes or drops something of the schema.
  case schema
  /// Reads, and nothing else.
  case select
}

/// An action that was refused, and why.
package struct StatementRefusal: Error {
  /// What the statement wanted, and why it cannot have it.
  package let reason: String
  package let sql: String
}

/// Asks a policy for leave while a statement from outside is compiled.
///
/// It is there from the beginning: setting an authorizer later would have SQLite compile every statement anew.
final class StatementGuard {
  /// Gives the reason of a refusal; nil where the action may be done. `isInner` tells what a trigger does.
  typealias Policy = (_ action: StatementAction, _ isInner: Bool) -> String?

  fileprivate(set) var policy: Policy?
  fileprivate(set) var refusal: String?

  func install(on handle: ConnectionHandle) throws {
    let context = Unmanaged.passUnretained(self).toOpaque()
    try handle.check(
      sqlite3_set_authorizer(
        handle.database,
        { context, code, first, second, _, inner in
          guard let context else { return SQLITE_OK }
          let guarded = Unmanaged<StatementGuard>.fromOpaque(context).takeUnretainedValue()
          guard let policy = guarded.policy else { return SQLITE_OK }
          let action = StatementAction(code, first, second)
          if let reason = policy(action, inner != nil) {
            if guarded.refusal == nil { guarded.refusal = reason }
            return SQLITE_DENY
          }
          // SQLite then deletes row by row, and tells of each: https://sqlite.org/c3ref/set_authorizer.html
          if case .delete = action, inner == nil { return SQLITE_IGNORE }
          return SQLITE_OK
        }, context))
  }
}

extension StatementAction {
  fileprivate init(_ code: Int32, _ first: UnsafePointer<CChar>?, _ second: UnsafePointer<CChar>?) {
    func text(_ pointer: UnsafePointer<CChar>?) -> String { pointer.map { String(cString: $0) } ?? "" }
    switch code {
    case SQLITE_SELECT, SQLITE_RECURSIVE: self = .select
    case SQLITE_READ: self = .read(table: text(first), column: text(second))
    case SQLITE_INSERT: self = .insert(table: text(first))
    case SQLITE_UPDATE: self = .update(table: text(first), column: text(second))
    case SQLITE_DELETE: self = .delete(table: text(first))
    case SQLITE_FUNCTION: self = .function(name: text(second))
    case SQLITE_PRAGMA: self = .pragma(name: text(first), value: second.map { String(cString: $0) })
    case SQLITE_TRANSACTION, SQLITE_SAVEPOINT: self = .transaction
    case SQLITE_ATTACH, SQLITE_DETACH: self = .attach
    default: self = .schema
    }
  }
}

extension SQLiteConnection {
  /// Compiles a statement from outside, while a policy is asked for leave, and runs a body with it.
  ///
  /// - Parameters:
  ///   - isKept: whether the compiled statement is kept for the next time; a policy is not asked again then.
  ///   - policy: gives the reason of a refusal; nil where an action may be done. `isInner` tells what a trigger does.
  /// - Throws: ``StatementRefusal``, SQLite's errors, what the body throws.
  package func withGuardedStatement<T>(
    _ text: String, isKept: Bool, policy: @escaping (_ action: StatementAction, _ isInner: Bool) -> String?,
    _ body: (SQLiteStatement) throws -> T
  ) throws -> T {
    let statement = try compileGuarded(text, isKept: isKept, policy)
    defer { statement.release() }
    return try body(statement)
  }

  /// What virtual tables prepare for themselves when the statement runs is theirs: they are not asked.
  private func compileGuarded(
    _ text: String, isKept: Bool, _ policy: @escaping StatementGuard.Policy
  ) throws -> SQLiteStatement {
    let guarded = handle.statementGuard
    guarded.policy = policy
    guarded.refusal = nil
    defer { guarded.policy = nil }
    do {
      return try isKept ? prepare(text, role: .guarded) { text } : prepareUncached(text)
    } catch let error as SQLiteError {
      // A refusal within a virtual table's declaration comes out as another code.
      guard let reason = guarded.refusal,
        error.code == SQLITE_AUTH || error.message.contains("not authorized")
      else { throw error }
      throw StatementRefusal(reason: reason, sql: text)
    }
  }

  /// Whether references lead to rows that are not there, so that the transaction could not be committed as it is.
  package var hasOpenReferences: Bool {
    guard let database = handle.database else { return false }
    var current: Int32 = 0
    var highest: Int32 = 0
    let result = sqlite3_db_status(database, SQLITE_DBSTATUS_DEFERRED_FKS, &current, &highest, 0)
    return result == SQLITE_OK && current != 0
  }
}
