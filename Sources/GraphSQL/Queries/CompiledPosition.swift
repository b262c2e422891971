package import GraphModel
package import GraphQuery
import GraphValues
package import SQLSyntax

/// The SQL of "behind a place in an order", for places whose values are nil where those were that it was made for.
package struct CompiledPosition: Sendable {
  /// A condition for WHERE, in parentheses where it has parts.
  package let text: String
  /// The values of the constants of what is sorted by, which come first.
  private let constants: [SQLValue]
  /// How each value of a place is bound.
  private let forms: [Form]
  package let parameterCount: Int

  fileprivate enum Form {
    case unbound
    /// As a column of its kind keeps it: decimals of a scale as whole numbers.
    case bound(scale: Int?)
  }

  fileprivate init(text: String, constants: [SQLValue], forms: [Form], parameterCount: Int) {
    self.text = text
    self.constants = constants
    self.forms = forms
    self.parameterCount = parameterCount
  }

  /// The parameters' values in order.
  package func bindings(_ position: SortPosition) -> [SQLValue] {
    var result = constants
    for (form, value) in zip(forms, position.values) {
      if case .bound(let scale) = form { result.append(SQLValue(value, scale: scale) ?? .null) }
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
  /// - Throws: ``QueryError`` as ``compile(_:entity:firstParameter:)``.
  package func compile(
    _ position: SortPosition, in sort: ResolvedSort, entity: ResolvedEntity, firstParameter: Int
  ) throws(QueryError) -> CompiledPosition {
    let key = try key(of: entity)
    var constants: [SQLValue] = []
    var terms: [String] = []
    for sortKey in sort.keys {
      terms.append(
        try self.text(of: sortKey, entity: entity, firstParameter: firstParameter, &constants))
    }
    var next = firstParameter + constants.count
    var forms: [CompiledPosition.Form] = []
    var parameters: [String?] = []
    for (sortKey, value) in zip(sort.keys, position.values) {
      if sortKey.isObject || value.isNull {
        forms.append(.unbound)
        parameters.append(nil)
      } else {
        forms.append(.bound(scale: sortKey.value.operand.scale))
        parameters.append("?\(next)")
        next += 1
      }
    }
    var text = "\(key) > ?\(next)"
    for (sortKey, (term, parameter)) in zip(sort.keys, zip(terms, parameters)).reversed() {
      if sortKey.isObject {
        text = "\(key) \(sortKey.ascending ? ">" : "<") ?\(next)"
      } else if let parameter {
        let (bound, beyond) = sortKey.ascending ? (">=", ">") : ("<=", "<")
        text = "\(term) \(bound) \(parameter) AND (\(term) \(beyond) \(parameter) OR \(text))"
        // nil is smaller than every value.
        if !sortKey.ascending, sortKey.column.isOptional { text = "(\(text) OR \(term) IS NULL)" }
      } else {
        text = sortKey.ascending ? "(\(term) IS NOT NULL OR \(text))" : "\(term) IS NULL AND (\(text))"
      }
    }
    return CompiledPosition(
      text: "(\(text))", constants: constants, forms: forms, parameterCount: next - firstParameter + 1)
  }
}
