import GraphSQL
package import SQLiteAccess

/// Makes the functions that compiled predicates call known to a connection.
package enum QueryFunctionTable {
  package static func register(on connection: SQLiteConnection) throws {
    for function in QueryFunctions.forConnection() {
      switch function.body {
      case .textPredicate(let body):
        try connection.createTextPredicate(function.name, body)
      case .value(let body):
        try connection.createFunction(function.name, argumentCount: 1, deterministic: true) {
          try body($0[0])
        }
      case .aggregate(let make):
        try connection.createAggregate(function.name, argumentCount: 1) {
          let group = make()
          return AggregateBody(step: { try group.add($0[0]) }, result: { try group.result() })
        }
      case .values(let body):
        try connection.createFunction(function.name, argumentCount: -1, deterministic: true, body)
      }
    }
  }
}
