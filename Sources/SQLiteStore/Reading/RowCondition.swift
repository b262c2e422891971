import GraphQuery
import GraphSQL
import ObjectGraph
import SQLSyntax

/// Which rows a query is about, as SQL with its values.
struct RowCondition {
  /// The conditions that all hold. What needs much of SQLite's parser stands first.
  var texts: [String]
  /// The values of the parameters from `?1` on.
  var bindings: [SQLValue]
  private let alias: String?

  /// The rows that meet the query's predicate, of its entities.
  ///
  /// - Parameters:
  ///   - alias: the table's alias in the statement, where it has one.
  ///   - bindings: the values of the parameters before.
  init(
    _ query: StoreQuery, _ table: StoredTable, _ schema: QuerySchema, alias: String? = nil,
    bindings: [SQLValue] = []
  ) throws {
    texts = []
    self.bindings = bindings
    self.alias = alias
    if let predicate = query.predicate {
      let compiled = try PredicateCompiler(schema, alias: alias, firstParameter: bindings.count + 1)
        .compile(predicate.shape, entity: query.entity)
      texts.append(compiled.text)
      self.bindings += compiled.bindings(predicate.literals)
    }
    if let family = table.layout.familyCondition(
      of: query.entity, includesSubentities: query.includesSubentities, alias: alias)
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

  /// Leaves rows out by their keys.
  mutating func exclude(_ keys: [Int64]) {
    if keys.isEmpty { return }
    let key =
      (alias.map { SQL.quoted(identifier: $0) + "." } ?? "") + SQL.quoted(identifier: TableLayout.keyColumn)
    texts.append("\(key) NOT IN (SELECT value FROM json_each(\(bind(.text(JSONKeys.text(keys))))))")
  }
}
