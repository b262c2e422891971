import GraphModel
package import GraphQuery
import GraphSQL
package import GraphValues
package import ObjectGraph
import SQLiteAccess

extension SQLiteStore {
  package func project(
    _ query: StoreQuery, _ projection: ResolvedProjection, _ row: ([AttributeValue]) throws -> Void
  ) throws {
    let table = try table(query.entity.rootName)
    try readers.query { connection in
      let query = Self.resolved(query)
      // The rows that are looked at are those that a count would look at.
      let counting = try plans.plan(for: query, table, counts: true)
      try explainer.checkScans(of: query, counting, connection)
      let schema = plans.schema
      let compiled = try ProjectionCompiler(schema).compile(
        projection, entity: query.entity, source: QuerySource(query, table, schema: schema).compiled,
        sort: query.sort,
        window: query.limit == nil && query.offset == 0 ? nil : (query.limit, query.offset))
      do {
        try rows(compiled, projection, connection, row)
      } catch let error as SQLiteError where error.message == "integer overflow" {
        throw QueryError(.arguments, "a sum of integers overflows", entity: query.entity.name)
      }
    }
  }

  private func rows(
    _ compiled: CompiledProjection, _ projection: ResolvedProjection, _ connection: SQLiteConnection,
    _ body: ([AttributeValue]) throws -> Void
  ) throws {
    let columns = projection.columns[..<projection.visibleCount]
    try connection.withStatement(compiled.text) { statement in
      try statement.bind(compiled.bindings)
      var row = [AttributeValue](repeating: .null, count: columns.count)
      while try statement.step() {
        for (index, column) in columns.enumerated() {
          guard let value = column.value(statement.value(index)) else {
            throw GraphError(
              .unreadableValue, "\(column.name) holds what its type cannot: another tool wrote it",
              properties: [column.name])
          }
          row[index] = value
        }
        try body(row)
      }
    }
  }
}
