import GraphQuery
import GraphSQL
import ObjectGraph
import SQLSyntax

/// The rows that a query selects, as `FROM` and `WHERE`.
struct QuerySource {
  let compiled: CompiledProjection

  init(_ query: StoreQuery, _ table: StoredTable, schema: QuerySchema) throws {
    let predicate = try query.predicate.map {
      try PredicateCompiler(schema).compile($0.shape, entity: query.entity)
    }
    var bindings = query.predicate.flatMap { predicate?.bindings($0.literals) } ?? []
    // What needs much of SQLite's parser stands first.
    var conditions = predicate.map { [$0.text] } ?? []
    if let after = query.after {
      let position = try SortCompiler(schema).compile(
        after, in: query.sort ?? .byKey, entity: query.entity, firstParameter: bindings.count + 1)
      conditions.append(position.text)
      bindings += position.bindings(after)
    }
    let family = table.layout.familyCondition(
      of: query.entity, includesSubentities: query.includesSubentities)
    if let family { conditions.append(family) }
    if !query.excludedKeys.isEmpty {
      let key = SQL.quoted(identifier: TableLayout.keyColumn)
      conditions.append("\(key) NOT IN (SELECT value FROM json_each(?\(bindings.count + 1)))")
      bindings.append(.text(JSONKeys.text(query.excludedKeys)))
    }
    var text = "FROM \(table.statements.table)"
    if !conditions.isEmpty { text += " WHERE " + conditions.joined(separator: " AND ") }
    compiled = CompiledProjection(text: text, bindings: bindings)
  }
}
