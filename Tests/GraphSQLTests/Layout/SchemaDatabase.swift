import GraphModel
import GraphSQL
import SQLSyntax
import SQLiteAccess

/// A model's whole schema in a database in memory, with foreign keys on.
final class SchemaDatabase {
  let model: ResolvedModel
  let layout: StoreLayout
  let connection: SQLiteConnection

  /// - Parameter entities: the entities of a model file.
  convenience init(_ entities: String) throws {
    try self.init(EntityModel(json: #"{ "model": "Graph", "entities": [ \#(entities) ] }"#))
  }

  init(_ model: EntityModel) throws {
    self.model = ResolvedModel(model)
    layout = StoreLayout(self.model)
    connection = try SQLiteConnection(path: ":memory:", mode: .readWriteCreate)
    try connection.execute("PRAGMA foreign_keys = 1")
    for statement in layout.creation(facts: []) { try connection.execute(statement) }
  }

  func table(_ root: String) throws -> TableLayout {
    guard let table = layout.table(ofRoot: root) else { throw Missing(name: root) }
    return table
  }

  func entity(_ name: String) throws -> ResolvedEntity {
    guard let entity = model[name] else { throw Missing(name: name) }
    return entity
  }

  func relationship(_ entity: String, _ name: String) throws -> ResolvedRelationship {
    guard let relationship = model[entity]?.relationship(named: name) else { throw Missing(name: name) }
    return relationship
  }

  func execute(_ sql: String) throws { try connection.execute(sql) }

  /// Whether SQLite refuses a text of statements, which is undone.
  func refuses(_ sql: String) -> Bool {
    do {
      try connection.transaction { try connection.execute(sql) }
      return false
    } catch {
      return true
    }
  }

  /// All rows of a query with parameters.
  func rows(_ text: String, _ bindings: [SQLValue] = []) throws -> [[SQLValue]] {
    try connection.withStatement(text) { statement in
      try statement.bind(bindings)
      var rows: [[SQLValue]] = []
      while try statement.step() { rows.append((0..<statement.columnCount).map { statement.value($0) }) }
      return rows
    }
  }

  /// All rows of integers of a query; NULL is nil.
  func integers(_ text: String, _ bindings: [SQLValue] = []) throws -> [[Int64?]] {
    try rows(text, bindings).map { row in
      row.map { if case .integer(let number) = $0 { number } else { nil } }
    }
  }

  /// The text by which the schema keeps a table, an index or a trigger.
  func schema(_ name: String) throws -> String? {
    try rows("SELECT sql FROM sqlite_schema WHERE name = ?1", [.text(name)]).first?.first?.textValue
  }

  /// SQLite's plan of a statement.
  func plan(_ text: String) throws -> String {
    let count = try connection.withStatement(text) { $0.parameterCount }
    return try rows("EXPLAIN QUERY PLAN " + text, Array(repeating: .null, count: count))
      .compactMap { $0[3].textValue }.joined(separator: "\n")
  }

  private struct Missing: Error { let name: String }
}
