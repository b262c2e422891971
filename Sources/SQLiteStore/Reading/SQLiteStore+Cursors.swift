import GraphModel
package import ObjectGraph
import SQLiteAccess

extension SQLiteStore {
  package func cursor(_ query: StoreQuery) throws -> any RowCursor {
    let table = try table(query.entity.rootName)
    guard let confined = try readers.lend() else { return try KeyCursor(query, self) }
    guard confined.holdsSnapshot else {
      readers.takeBack(confined)
      return try KeyCursor(query, self)
    }
    do {
      let query = Self.resolved(query)
      let plan = try plans.plan(for: query, table)
      try explainer.checkScans(of: query, plan, confined.connection)
      let statement = try confined.connection.prepare(plan.text)
      try statement.bind(plan.bindings(query))
      return SnapshotCursor(statement, table, self, confined)
    } catch {
      // A cursor that was not made has not taken the connection over.
      readers.takeBack(confined)
      if let error = error as? SQLiteError { throw error.meaning(path: path) }
      throw error
    }
  }
}
