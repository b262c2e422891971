package import GraphModel
package import GraphQuery
import GraphValues
package import SQLSyntax

/// The SQL of an order, with the values of its parameters.
package struct CompiledSort: Sendable {
  /// `ORDER BY` and the terms; nothing where there is no sort.
  package let text: String
  package let bindings: [SQLValue]
}

/// Makes the text of ORDER BY of a resolved sort.
///
/// NULL is smaller than every value, as in SQLite. The object's key comes last, so that the order is total.
package struct SortCompiler: Sendable {
  private let schema: QuerySchema
  private let alias: String?

  /// - Parameters:
  ///   - schema: the store's.
  ///   - alias: the table's alias in the statement, where it has one.
  package init(_ schema: QuerySchema, alias: String? = nil) {
    self.schema = schema
    self.alias = alias
  }

  /// `ORDER BY` and the terms.
  ///
  /// - Parameter firstParameter: the number of the first parameter; expressions that are sorted by may have constants.
  /// - Throws: ``QueryError`` for transient attributes.
  package func compile(
    _ sort: ResolvedSort?, entity: ResolvedEntity, firstParameter: Int = 1
  ) throws(QueryError) -> CompiledSort {
    guard let sort else { return CompiledSort(text: "", bindings: []) }
    var bindings: [SQLValue] = []
    var terms: [String] = []
    terms.reserveCapacity(sort.keys.count + 1)
    for key in sort.keys {
      let term = try text(of: key, entity: entity, firstParameter: firstParameter, &bindings)
      terms.append(key.ascending ? term : "\(term) DESC")
      // What is sorted by the key has no equals left.
      if key.isObject { return Self.ordered(by: terms, bindings) }
    }
    terms.append(try self.key(of: entity))
    return Self.ordered(by: terms, bindings)
  }

  private static func ordered(by terms: [String], _ bindings: [SQLValue]) -> CompiledSort {
    CompiledSort(text: "ORDER BY " + terms.joined(separator: ", "), bindings: bindings)
  }

  /// What is compared for a key.
  func text(
    of key: ResolvedSort.Key, entity: ResolvedEntity, firstParameter: Int, _ bindings: inout [SQLValue]
  ) throws(QueryError) -> String {
    let compiled = try ExpressionCompiler(
      schema, alias: alias, firstParameter: firstParameter + bindings.count
    ).compile(key.value, entity: entity)
    bindings += compiled.bindings(key.value.literals)
    return key.options.isEmpty ? compiled.text : QueryFunctions.fold(key.options, compiled.text)
  }

  /// The column of the objects' keys.
  func key(of entity: ResolvedEntity) throws(QueryError) -> String {
    try QueryColumns(entity: entity, model: schema.model, alias: alias).name(of: .object, qualified: false)
  }
}
