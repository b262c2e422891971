import GraphQuery
import GraphSQL
import ObjectGraph
import SQLSyntax

/// Which rows a batch is about, as SQL.
struct BatchCondition {
  /// The conditions that all hold.
  var texts: [String]
  /// The values of the parameters from `?1` on.
  var bindings: [SQLValue]

  init(_ query: StoreQuery, _ table: StoredTable, _ schema: QuerySchema) throws {
    texts = []
    bindings = []
    if let predicate = query.predicate {
      let compiled = try PredicateCompiler(schema).compile(predicate.shape, entity: query.entity)
      texts.append(compiled.text)
      bindings = compiled.bindings(predicate.literals)
    }
    if let family = table.layout.familyCondition(
      of: query.entity, includesSubentities: query.includesSubentities)
    {
      texts.append(family)
    }
  }

  /// ` WHERE` and the conditions; nothing where there are none.
  var whereText: String { texts.isEmpty ? "" : " WHERE " + texts.joined(separator: " AND ") }

  /// Adds a value, and gives its parameter.
  mutating func bind(_ value: SQLValue) -> String {
    bindings.append(value)
    return "?\(bindings.count)"
  }
}
