package import GraphModel
package import GraphQuery

/// Makes SQL of a resolved predicate's shape.
package struct PredicateCompiler: Sendable {
  /// The most parameters of a statement that every build of SQLite takes, less some for the rest of a statement.
  static let parameterLimit = 32_000

  private let schema: QuerySchema
  private let alias: String?
  private let firstParameter: Int

  /// - Parameters:
  ///   - schema: the store's.
  ///   - alias: the table's alias in the statement, where it has one.
  ///   - firstParameter: the number of the first parameter.
  package init(_ schema: QuerySchema, alias: String? = nil, firstParameter: Int = 1) {
    self.schema = schema
    self.alias = alias
    self.firstParameter = firstParameter
  }

  /// The SQL of a shape.
  ///
  /// - Parameter entity: the entity that the predicate was resolved in.
  /// - Throws: ``QueryError`` for transient attributes, for more parameters than SQLite takes and for what is nested
  ///   deeper than it reads.
  package func compile(
    _ shape: PredicateShape, entity: ResolvedEntity
  ) throws(QueryError) -> CompiledPredicate {
    var writer = PredicateWriter(
      columns: QueryColumns(entity: entity, model: schema.model, alias: alias), schema: schema,
      firstParameter: firstParameter)
    let condition = try writer.condition(shape, negated: false)
    if condition.parserDepth > SQLCondition.parserDepthLimit {
      throw QueryError(.tooComplex, "the predicate is nested deeper than SQLite reads")
    }
    if writer.parameters.count > Self.parameterLimit {
      throw QueryError(.tooComplex, "the predicate has more than \(Self.parameterLimit) constants")
    }
    return CompiledPredicate(text: condition.closedText, parameters: writer.parameters)
  }
}
