import GraphSQL
import SQLiteAccess

/// Makes the functions that compiled predicates call known to a connection.
enum QueryFunctionTable {
  static func register(on connection: SQLiteConnection) throws {
  }
}
