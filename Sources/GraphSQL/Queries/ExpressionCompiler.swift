package import GraphModel
package import GraphQuery
package import GraphValues
package import SQLSyntax

/// The SQL of an expression: text with numbered parameters, and how constants are bound to them.
package struct CompiledExpression: Sendable {
  package let text: String
  private let compiled: CompiledPredicate

  init(text: String, parameters: [CompiledPredicate.Parameter]) {
    self.text = text
    compiled = CompiledPredicate(text: text, parameters: parameters)
  }

  package var parameterCount: Int { compiled.parameterCount }

  /// The parameters' values in order.
  ///
  /// - Parameter literals: the constants of the expression.
  package func bindings(_ literals: [AttributeValue]) -> [SQLValue] { compiled.bindings(literals) }
}

/// Makes SQL of a resolved expression.
package struct ExpressionCompiler: Sendable {
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

  /// The SQL of an expression's value as a column of its kind keeps it: decimals of a scale as whole numbers
  /// (``QueryOperand/scale``), others as blobs.
  ///
  /// - Parameter entity: the entity that the expression was resolved in.
  /// - Throws: ``QueryError`` for transient attributes, for more parameters than SQLite takes and for what is nested
  ///   deeper than it reads.
  package func compile(
    _ expression: ResolvedExpression, entity: ResolvedEntity
  ) throws(QueryError) -> CompiledExpression {
    var writer = PredicateWriter(
      columns: QueryColumns(entity: entity, model: schema.model, alias: alias), schema: schema,
      firstParameter: firstParameter)
    let (text, condition) = try writer.text(of: expression.operand)
    if condition?.parserDepth ?? 0 > SQLCondition.parserDepthLimit {
      throw QueryError(.tooComplex, "the expression is nested deeper than SQLite reads")
    }
    if writer.parameters.count > PredicateCompiler.parameterLimit {
      throw QueryError(
        .tooComplex, "the expression has more than \(PredicateCompiler.parameterLimit) constants")
    }
    return CompiledExpression(text: text, parameters: writer.parameters)
  }
}
