import Foundation
import GraphModel
import GraphQuery
import GraphSQL
import GraphValues
import SQLSyntax
import SQLiteAccess

/// An entity with attributes of every type, its table in a database, and the same rows in memory.
final class SampleTable {
  struct Row: SlotSource {
    let objectKey: Int64
    var values: [AttributeValue]
    var entityNumber: Int { 0 }

    func slotValue(_ slot: Int) -> AttributeValue { values[slot] }
  }

  static let store = UUID()
  static let model = ResolvedModel(
    EntityModel(
      name: "Samples", version: nil,
      entities: [
        EntityDescription(
          name: "Sample",
          attributes: [
            attribute("i", .int64), attribute("io", .int64, optional: true),
            attribute("s", .int16, optional: true),
            attribute("m", .int32), attribute("b", .bool), attribute("bo", .bool, optional: true),
            attribute("d", .double), attribute("dn", .double, optional: true),
            attribute("f", .float, optional: true),
            attribute("n", .decimal), attribute("no", .decimal, optional: true),
            attribute("c", .decimal, optional: true, scale: 3), attribute("t", .string),
            attribute("tn", .string, optional: true), attribute("tm", .string, optional: true),
            attribute("w", .date), attribute("wo", .date, optional: true),
            attribute("u", .uuid, optional: true),
            attribute("l", .url, optional: true), attribute("x", .data, optional: true),
            attribute("xr", .data),
          ],
          relationships: [
            RelationshipDescription(name: "r", destination: "Sample", isOptional: true),
            RelationshipDescription(name: "q", destination: "Sample"),
          ])
      ], fingerprint: ""))

  private static func attribute(
    _ name: String, _ type: AttributeType, optional: Bool = false, scale: Int? = nil
  ) -> AttributeDescription {
    AttributeDescription(name: name, type: type, isOptional: optional, scale: scale)
  }

  let entity: ResolvedEntity
  let connection: SQLiteConnection
  private(set) var rows: [Row] = []

  init() throws {
    guard let entity = Self.model["Sample"] else { throw QueryError(.unknownKey, "no entity") }
    self.entity = entity
    connection = try SQLiteConnection(path: ":memory:", mode: .readWriteCreate)
    for function in QueryFunctions.forConnection() {
      switch function.body {
      case .textPredicate(let body): try connection.createTextPredicate(function.name, body)
      case .value(let body):
        try connection.createFunction(function.name, argumentCount: 1, deterministic: true) {
          try body($0[0])
        }
      }
    }
    let layout = TableLayout(entity)
    let columns = layout.columns.map { column in
      "\"\(column.name)\" \(column.type)\(column.property.isOptional ? "" : " NOT NULL")"
    }
    try connection.execute(
      "CREATE TABLE Sample (_id INTEGER PRIMARY KEY, \(columns.joined(separator: ", "))) STRICT")
  }

  static func id(_ key: Int64) -> ObjectID {
    ObjectID(home: ObjectHome(store: store, entity: "Sample", root: "Sample"), key: key)
  }

  func insert(_ values: [AttributeValue]) throws {
    let row = Row(objectKey: Int64(rows.count + 1), values: values)
    var parts: [SQL] = [SQL.binding(.integer(row.objectKey))]
    for property in entity.properties {
      let value = values[property.slot]
      let sql = property.attribute.map { $0.codec.sqlValue(value) } ?? SQLValue(value, scale: nil)
      guard let sql else { throw QueryError(.typeMismatch, "\(property.name) cannot keep \(value)") }
      parts.append(.binding(sql))
    }
    try connection.execute("INSERT INTO Sample VALUES (\(sql: parts.joined(separator: ", ")))")
    rows.append(row)
  }

  /// The keys of the rows for which a predicate holds, from SQL.
  func keysInSQL(_ predicate: ResolvedPredicate) throws -> [Int64] {
    let compiled = try PredicateCompiler().compile(predicate.shape, entity: entity)
    return try keys(
      "SELECT _id FROM Sample WHERE \(compiled.text) ORDER BY _id", compiled.bindings(predicate.literals))
  }

  func keys(_ text: String, _ bindings: [SQLValue] = []) throws -> [Int64] {
    try connection.withStatement(text) { statement in
      try statement.bind(bindings)
      var result: [Int64] = []
      while try statement.step() { result.append(statement.integer(0)) }
      return result
    }
  }

  /// The keys of the rows for which a predicate holds, from memory.
  func keysInMemory(_ predicate: ResolvedPredicate) throws -> [Int64] {
    var result: [Int64] = []
    for row in rows where try predicate.matches(row) { result.append(row.objectKey) }
    return result
  }

  func resolve(_ predicate: QueryPredicate) throws -> ResolvedPredicate {
    try predicate.resolve(in: entity, model: Self.model, store: Self.store)
  }

  /// SQLite's plan of a predicate's query.
  func plan(_ format: String, _ arguments: (any PredicateArgument)?...) throws -> String {
    let resolved = try resolve(QueryPredicate(format: format, arguments: arguments))
    let compiled = try PredicateCompiler().compile(resolved.shape, entity: entity)
    return try connection.withStatement("EXPLAIN QUERY PLAN SELECT * FROM Sample WHERE \(compiled.text)") {
      statement in
      try statement.bind(compiled.bindings(resolved.literals))
      var lines: [String] = []
      while try statement.step() { lines.append(statement.text(3)) }
      return lines.joined(separator: "\n")
    }
  }
}
