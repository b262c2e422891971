package import GraphQuery
package import GraphModel
import GraphValues
package import SQLSyntax

/// The SQL of "behind a place in an order", for places whose values are nil where those were that it was made for.
package struct CompiledPosition: Sendable {
  /// A condition for WHERE, in parentheses where it has parts.
  package let text: String
  /// The decimal places of each value; nil for what is not bound.
  fileprivate let scales: [Int??]
  package let parameterCount: Int

  /// The parameters' values in order.
  package func bindings(_ position: SortPosition) -> [SQLValue] {
    var result: [SQLValue] = []
    for (scale, value) in zip(scales, position.values) {
      if case .some(let scale) = scale { result.append(SQLValue(value, scale: scale) ?? .null) }
    }
    result.append(.integer(position.key))
    return result
  }
}

extension SortCompiler {
  /// The condition that a row comes behind a place.
  ///
  /// The comparison of the first key stands by itself, so that an index finds where to begin.
  ///
  /// - Throws: ``QueryError`` as ``compile(_:entity:)``.
  package func compile(
    _ position: SortPosition, in sort: ResolvedSort, entity: ResolvedEntity, firstParameter: Int
  ) throws(QueryError) -> CompiledPosition {
    let key = try key(of: entity)
    var scales: [Int??] = []
    var parameters = firstParameter
    var steps: [(ResolvedSort.Key, term: String, parameter: String?)] = []
    for (sortKey, (term, value)) in zip(sort.keys, zip(try texts(sort, entity: entity), position.values)) {
      if sortKey.column.isObject || value.isNull {
        scales.append(.none)
        steps.append((sortKey, term, nil))
        continue
      }
      scales.append(.some(sortKey.column.scale))
      steps.append((sortKey, term, "?\(parameters)"))
      parameters += 1
    }
    var text = "\(key) > ?\(parameters)"
    for (sortKey, term, parameter) in steps.reversed() {
      if sortKey.column.isObject {
        text = "\(key) \(sortKey.ascending ? ">" : "<") ?\(parameters)"
      } else if let parameter {
        let (bound, beyond) = sortKey.ascending ? (">=", ">") : ("<=", "<")
        text = "\(term) \(bound) \(parameter) AND (\(term) \(beyond) \(parameter) OR \(text))"
        // nil is smaller than every value.
        if !sortKey.ascending, sortKey.isOptional { text = "(\(text) OR \(term) IS NULL)" }
      } else {
        text = sortKey.ascending ? "(\(term) IS NOT NULL OR \(text))" : "\(term) IS NULL AND (\(text))"
      }
    }
    return CompiledPosition(
      text: "(\(text))", scales: scales, parameterCount: parameters - firstParameter + 1)
  }
}

extension ResolvedSort.Key {
  /// Whether what is sorted by may be nil.
  fileprivate var isOptional: Bool { column.isOptional || !path.steps.isEmpty }
}
