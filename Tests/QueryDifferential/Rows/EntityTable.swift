package import Foundation
package import GraphModel
package import GraphQuery
import GraphSQL
package import GraphValues
package import SQLSyntax
package import SQLiteAccess
import SQLiteStore

/// An entity's table in a database, and the same rows in memory.
package final class EntityTable {
  package struct Row: SlotSource {
    package let objectKey: Int64
    package var values: [AttributeValue]
    package var entityNumber: Int { 0 }

    package func slotValue(_ slot: Int) -> AttributeValue { values[slot] }
  }

  package let model: ResolvedModel
  package let store: UUID
  package let entity: ResolvedEntity
  package let connection: SQLiteConnection
  package private(set) var rows: [Row] = []

  package init(model: ResolvedModel, entity: String, store: UUID) throws {
    guard let entity = model[entity] else { throw QueryError(.unknownKey, "no entity") }
    self.model = model
    self.store = store
    self.entity = entity
    connection = try SQLiteConnection(path: ":memory:", mode: .readWriteCreate)
    try QueryFunctionTable.register(on: connection)
    guard let layout = StoreLayout(model).table(ofRoot: entity.rootName) else {
      throw QueryError(.unknownKey, "no table")
    }
    let columns = layout.columns.map { column in
      "\"\(column.name)\" \(column.type)\(column.property.isOptional ? "" : " NOT NULL")"
    }
    try connection.execute(
      "CREATE TABLE \(SQL.quoted(identifier: layout.tableName)) (\((["_id INTEGER PRIMARY KEY"] + columns).joined(separator: ", "))) STRICT"
    )
  }

  package func insert(_ values: [AttributeValue]) throws {
    let row = Row(objectKey: Int64(rows.count + 1), values: values)
    var parts: [SQL] = [SQL.binding(.integer(row.objectKey))]
    for property in entity.properties {
      let value = values[property.slot]
      let sql = property.attribute.map { $0.codec.sqlValue(value) } ?? SQLValue(value, scale: nil)
      guard let sql else { throw QueryError(.typeMismatch, "\(property.name) cannot keep \(value)") }
      parts.append(.binding(sql))
    }
    try connection.execute(
      "INSERT INTO \(identifier: entity.rootName) VALUES (\(sql: parts.joined(separator: ", ")))")
    rows.append(row)
  }

  /// The keys of the rows for which a predicate holds, from SQL.
  package func keysInSQL(_ predicate: ResolvedPredicate) throws -> [Int64] {
    let compiled = try PredicateCompiler(QuerySchema(model)).compile(predicate.shape, entity: entity)
    return try keys(
      "SELECT _id FROM \"\(entity.rootName)\" WHERE \(compiled.text) ORDER BY _id",
      compiled.bindings(predicate.literals))
  }

  package func keys(_ text: String, _ bindings: [SQLValue] = []) throws -> [Int64] {
    try connection.withStatement(text) { statement in
      try statement.bind(bindings)
      var result: [Int64] = []
      while try statement.step() { result.append(statement.integer(0)) }
      return result
    }
  }

  /// The values of an expression for all rows, as a column keeps them; nil where working them out fails.
  package func valuesInMemory(_ expression: ResolvedExpression) -> [SQLValue]? {
    var result: [SQLValue] = []
    for row in rows {
      guard let value = try? expression.value(for: row) else { return nil }
      let kept = SQLValue(value, scale: expression.operand.scale) ?? .null
      // SQLite keeps no negative zero.
      result.append(kept == .real(-0.0) ? .real(0) : kept)
    }
    return result
  }

  /// The same from SQL.
  package func valuesInSQL(_ expression: ResolvedExpression) throws -> [SQLValue]? {
    let compiled = try ExpressionCompiler(QuerySchema(model)).compile(expression, entity: entity)
    return try? values(
      "SELECT \(compiled.text) FROM \"\(entity.rootName)\" ORDER BY _id",
      compiled.bindings(expression.literals))
  }

  /// The first column of a statement's rows.
  package func values(_ text: String, _ bindings: [SQLValue]) throws -> [SQLValue] {
    try connection.withStatement(text) { statement in
      try statement.bind(bindings)
      var result: [SQLValue] = []
      while try statement.step() { result.append(statement.value(0)) }
      return result
    }
  }

  /// The keys of the rows for which a predicate holds, from memory.
  package func keysInMemory(_ predicate: ResolvedPredicate) throws -> [Int64] {
    var result: [Int64] = []
    for row in rows where try predicate.matches(row) { result.append(row.objectKey) }
    return result
  }

  package func resolve(_ predicate: QueryPredicate) throws -> ResolvedPredicate {
    try predicate.resolve(in: entity, model: model, store: store)
  }

  /// SQLite's plan of a predicate's query.
  package func plan(_ format: String, _ arguments: (any PredicateArgument)?...) throws -> String {
    let resolved = try resolve(QueryPredicate(format: format, arguments: arguments))
    let compiled = try PredicateCompiler(QuerySchema(model)).compile(resolved.shape, entity: entity)
    return try connection.withStatement(
      "EXPLAIN QUERY PLAN SELECT * FROM \"\(entity.rootName)\" WHERE \(compiled.text)"
    ) {
      statement in
      try statement.bind(compiled.bindings(resolved.literals))
      var lines: [String] = []
      while try statement.step() { lines.append(statement.text(3)) }
      return lines.joined(separator: "\n")
    }
  }
}
