package import GraphModel
package import GraphQuery
import GraphValues
package import SQLSyntax

/// The SQL of a projection, with the values of its parameters.
package struct CompiledProjection: Sendable {
  package let text: String
  package let bindings: [SQLValue]

  package init(text: String, bindings: [SQLValue]) {
    self.text = text
    self.bindings = bindings
  }
}

/// Makes SQL of rows of values.
package struct ProjectionCompiler: Sendable {
  private let schema: QuerySchema

  /// - Parameter schema: the store's.
  package init(_ schema: QuerySchema) {
    self.schema = schema
  }

  /// The SQL of a projection.
  ///
  /// Groups are made in a subquery where a condition or an order is on what is worked out from them: to it, they are
  /// rows of a table with the columns' names.
  ///
  /// - Parameters:
  ///   - entity: the entity that the projection was resolved in.
  ///   - source: `FROM` and `WHERE`, and the values of the parameters in them, which come first.
  ///   - sort: the order of the objects, where each makes a row.
  ///   - window: the most rows, and how many to leave out before them; nil for all.
  /// - Throws: ``QueryError`` for transient attributes, and for what SQLite cannot read.
  package func compile(
    _ projection: ResolvedProjection, entity: ResolvedEntity, source: CompiledProjection, sort: ResolvedSort?,
    window: (limit: Int?, offset: Int)?
  ) throws(QueryError) -> CompiledProjection {
    var bindings = source.bindings
    var columns: [String] = []
    columns.reserveCapacity(projection.columns.count)
    for column in projection.columns {
      columns.append(try text(of: column, entity: entity, &bindings))
    }
    var text: String
    if let rows = projection.rows {
      for (index, column) in projection.columns.enumerated() {
        columns[index] += " AS \(SQL.quoted(identifier: column.name))"
      }
      let groups = "SELECT \(columns.joined(separator: ", ")) \(source.text)\(grouping(projection))"
      let names = projection.columns.map { SQL.quoted(identifier: $0.name) }
      let seen = names[..<projection.visibleCount].joined(separator: ", ")
      text = "SELECT \(projection.isDistinct ? "DISTINCT " : "")\(seen) FROM (\(groups)) AS \"Row\""
      if let having = projection.having {
        let condition = try PredicateCompiler(
          QuerySchema(rows.model), firstParameter: bindings.count + 1
        ).compile(having.shape, entity: rows.entity)
        text += " WHERE \(condition.text)"
        bindings += condition.bindings(having.literals)
      }
      let terms =
        projection.order.map { key in
          let name =
            key.options.isEmpty ? names[key.column] : QueryFunctions.fold(key.options, names[key.column])
          return key.ascending ? name : "\(name) DESC"
        } + projection.finalOrder.map { names[$0] }
      if !terms.isEmpty { text += " ORDER BY \(terms.joined(separator: ", "))" }
    } else if projection.isGrouped || projection.isDistinct {
      text =
        "SELECT \(projection.isDistinct ? "DISTINCT " : "")\(columns.joined(separator: ", ")) \(source.text)"
        + grouping(projection)
      let terms = projection.finalOrder.map { String($0 + 1) }
      if !terms.isEmpty { text += " ORDER BY \(terms.joined(separator: ", "))" }
    } else {
      text = "SELECT \(columns.joined(separator: ", ")) \(source.text) "
      let order = try SortCompiler(schema).compile(
        sort ?? .byKey, entity: entity, firstParameter: bindings.count + 1)
      text += order.text
      bindings += order.bindings
    }
    if let window {
      text += " LIMIT ?\(bindings.count + 1) OFFSET ?\(bindings.count + 2)"
      // SQLite takes a negative limit for none: https://sqlite.org/lang_select.html#limitoffset
      bindings += [.integer(window.limit.map { Int64($0) } ?? -1), .integer(Int64(window.offset))]
    }
    return CompiledProjection(text: text, bindings: bindings)
  }

  /// By the places of the columns.
  private func grouping(_ projection: ResolvedProjection) -> String {
    projection.groups.isEmpty
      ? "" : " GROUP BY " + projection.groups.map { String($0 + 1) }.joined(separator: ", ")
  }

  private func text(
    of column: ResolvedProjection.Column, entity: ResolvedEntity, _ bindings: inout [SQLValue]
  ) throws(QueryError) -> String {
    guard let argument = column.argument else { return "count(*)" }
    let compiled = try ExpressionCompiler(schema, firstParameter: bindings.count + 1).compile(
      argument, entity: entity)
    bindings += compiled.bindings(argument.literals)
    let text = compiled.text
    guard let function = column.function else { return text }
    if function == .count { return "count(\(column.isDistinct ? "DISTINCT " : "")\(text))" }
    return PredicateWriter.call(
      function, text, of: argument.column.kind, scale: argument.operand.scale)
  }
}
