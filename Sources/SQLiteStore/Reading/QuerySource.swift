import GraphQuery
import GraphSQL
import ObjectGraph
import SQLSyntax

/// The rows that a query selects, as `FROM` and `WHERE`.
struct QuerySource {
  let compiled: CompiledProjection

  init(_ query: StoreQuery, _ table: StoredTable, schema: QuerySchema) throws {
    var condition = try RowCondition(query, table, schema)
    if let after = query.after {
      let position = try SortCompiler(schema).compile(
        after, in: query.sort ?? .byKey, entity: query.entity, firstParameter: condition.bindings.count + 1)
      condition.texts.append(position.text)
      condition.bindings += position.bindings(after)
    }
    condition.exclude(query.excludedKeys)
    compiled = CompiledProjection(
      text: "FROM \(table.statements.table)\(condition.whereText)", bindings: condition.bindings)
  }
}
