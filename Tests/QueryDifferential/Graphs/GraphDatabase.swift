package import GraphModel
package import GraphQuery
package import GraphSQL
import GraphValues
package import SQLSyntax
package import SQLiteAccess
import SQLiteStore

/// The tables of a model in a database of SQLite.
package struct GraphDatabase {
  package let model: ResolvedModel
  package let connection: SQLiteConnection

  package init(_ model: ResolvedModel) throws {
    self.model = model
    connection = try SQLiteConnection(path: ":memory:", mode: .readWriteCreate)
    try QueryFunctionTable.register(on: connection)
    for root in model.roots {
      let properties = model.hierarchyProperties(ofRoot: root.name)
      let columns = properties.map { "\(SQL.quoted(identifier: $0.name)) \(Self.type($0.slotKind))" }
      let entity = model.family(ofRoot: root.name).count > 1 ? ["_entity INTEGER NOT NULL"] : []
      let all = (["_id INTEGER PRIMARY KEY"] + entity + columns).joined(separator: ", ")
      try connection.execute("CREATE TABLE \"\(root.name)\" (\(all)) STRICT")
      for property in properties where property.relationship != nil {
        try connection.execute(
          "CREATE INDEX \"\(root.name) \(property.name)\" ON \"\(root.name)\" (\"\(property.name)\")")
      }
      for (number, index) in root.description.indexes.enumerated() {
        try connection.execute(
          "CREATE INDEX \"\(root.name) by \(number)\" ON \"\(root.name)\" (\"\(index.elements[0].property)\")"
        )
      }
    }
    for join in model.joins {
      try connection.execute(
        """
        CREATE TABLE "\(join.tableName)" (source INTEGER NOT NULL, target INTEGER NOT NULL, \
        source_order INTEGER, PRIMARY KEY (source, target)) STRICT, WITHOUT ROWID
        """)
      try connection.execute(
        "CREATE INDEX \"\(join.tableName) back\" ON \"\(join.tableName)\" (target, source)")
    }
  }

  package func fill(_ graph: ReferenceGraph) throws {
    try connection.transaction(.immediate) {
      for root in model.roots {
        let properties = model.hierarchyProperties(ofRoot: root.name)
        let hasEntity = model.family(ofRoot: root.name).count > 1
        for node in graph.nodes[root.name] ?? [] {
          var parts: [SQL] = [.binding(.integer(node.objectKey))]
          if hasEntity { parts.append(.binding(.integer(Int64(node.entityNumber)))) }
          for property in properties {
            let value = node.values[property.slot]
            let sql = property.attribute.map { $0.codec.sqlValue(value) } ?? SQLValue(value, scale: nil)
            guard let sql else { throw QueryError(.typeMismatch, "\(property.name) cannot keep \(value)") }
            parts.append(.binding(sql))
          }
          try connection.execute(
            "INSERT INTO \(identifier: root.name) VALUES (\(sql: parts.joined(separator: ", ")))")
        }
      }
      for join in model.joins {
        for pair in graph.pairs[join.index] {
          try connection.execute(
            """
            INSERT INTO \(identifier: join.tableName) VALUES (\(bind: .integer(pair.source)), \
            \(bind: .integer(pair.target)), \
            \(bind: graph.places[join.index][pair].map { .integer($0) } ?? .null))
            """)
        }
      }
    }
  }

  package func sql(_ predicate: ResolvedPredicate, of entity: ResolvedEntity) throws -> CompiledPredicate {
    try PredicateCompiler(QuerySchema(model)).compile(predicate.shape, entity: entity)
  }

  package func statement(_ predicate: CompiledPredicate, of entity: ResolvedEntity) -> String {
    let family = entity.familyNumbers.map(String.init).joined(separator: ", ")
    let isWhole = entity.familyNumbers.count == model.family(ofRoot: entity.rootName).count
    return "SELECT _id FROM \"\(entity.rootName)\" WHERE \(predicate.text)"
      + (isWhole ? "" : " AND _entity IN (\(family))")
  }

  package func keys(_ predicate: ResolvedPredicate, of entity: ResolvedEntity) throws -> [Int64] {
    let compiled = try sql(predicate, of: entity)
    return try keys(
      statement(compiled, of: entity) + " ORDER BY _id", compiled.bindings(predicate.literals))
  }

  package func keys(_ text: String, _ bindings: [SQLValue] = []) throws -> [Int64] {
    try connection.withStatement(text) { statement in
      try statement.bind(bindings)
      var result: [Int64] = []
      while try statement.step() { result.append(statement.integer(0)) }
      return result
    }
  }

  /// SQLite's plan of a predicate's query, a line a step.
  package func plan(_ predicate: ResolvedPredicate, of entity: ResolvedEntity) throws -> [String] {
    let compiled = try sql(predicate, of: entity)
    return try connection.withStatement("EXPLAIN QUERY PLAN " + statement(compiled, of: entity)) {
      statement in
      try statement.bind(compiled.bindings(predicate.literals))
      var lines: [String] = []
      while try statement.step() { lines.append(statement.text(3)) }
      return lines
    }
  }

  private static func type(_ kind: SlotKind) -> String {
    switch kind {
    case .integer: "INTEGER"
    case .real: "REAL"
    case .text: "TEXT"
    case .blob: "BLOB"
    }
  }
}
