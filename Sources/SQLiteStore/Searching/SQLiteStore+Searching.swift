import GraphModel
import GraphQuery
import GraphSQL
package import ObjectGraph
import SQLSyntax
import SQLiteAccess

extension SQLiteStore {
  package func search(_ query: StoreQuery, _ search: FullTextSearch) throws -> [FullTextHit] {
    let root = query.entity.rootName
    let table = try table(root)
    guard let layout = fullTexts.layout(ofRoot: root) else { throw Self.hasNoIndex(root) }
    let statement = SearchStatement(
      name: layout.name, index: layout.index, weights: search.weights, excerpts: search.excerpts)
    return try readers.query { connection in
      let query = Self.resolved(query)
      let (text, bindings) = try selection(of: query, search, statement, table)
      var hits: [FullTextHit] = []
      try connection.withStatement(text) { run in
        try run.bind(bindings)
        while try run.step() {
          hits.append(FullTextHit(key: run.integer(0), rank: run.real(1), snippet: "", highlights: []))
        }
      }
      if search.excerpts == nil || hits.isEmpty { return hits }
      return try connection.withStatement(statement.excerptText(isKeyed: true)) { run in
        try hits.map { hit -> FullTextHit in
          try run.bind(statement.excerptBindings(search.match, key: hit.key))
          defer { run.reset() }
          return try run.step() ? statement.hit(key: hit.key, rank: hit.rank, run) : hit
        }
      }
    }
  }

  private func selection(
    of query: StoreQuery, _ search: FullTextSearch, _ statement: SearchStatement, _ table: StoredTable
  ) throws -> (String, [SQLValue]) {
    let name = table.layout.tableName
    var condition = try RowCondition(query, table, schema, alias: name, bindings: [.text(search.match)])
    condition.exclude(query.excludedKeys)
    var order: String?
    if let sort = query.sort {
      let compiled = try SortCompiler(schema, alias: name).compile(
        sort, entity: query.entity, firstParameter: condition.bindings.count + 1)
      order = compiled.text
      condition.bindings += compiled.bindings
    }
    var limit: (String, String)?
    if query.limit != nil || query.offset > 0 {
      limit = (
        condition.bind(.integer(query.limit.map { Int64($0) } ?? -1)),
        condition.bind(.integer(Int64(query.offset)))
      )
    }
    return (
      statement.text(table: name, conditions: condition.texts, order: order, limit: limit),
      condition.bindings
    )
  }

  package func hit(
    _ search: FullTextSearch, key: Int64, texts: [String?], ofRoot root: String
  ) throws -> FullTextHit? {
    guard let layout = fullTexts.layout(ofRoot: root) else { throw Self.hasNoIndex(root) }
    do {
      return try fullTexts.hit(search, key: key, texts: texts, layout)
    } catch let error as SQLiteError {
      throw error.meaning(path: path)
    }
  }

  private static func hasNoIndex(_ root: String) -> QueryError {
    QueryError(.unsupported, "the table \"\(root)\" has no full-text index", entity: root)
  }
}
