import SQLSyntax
import SQLiteAccess

extension SQLiteConnection {
  /// The first column of all rows: keys.
  func keys(_ text: String, _ bindings: [SQLValue]) throws -> [Int64] {
    try withStatement(text) { statement in
      try statement.bind(bindings)
      var keys: [Int64] = []
      while try statement.step() { keys.append(statement.integer(0)) }
      return keys
    }
  }
}
