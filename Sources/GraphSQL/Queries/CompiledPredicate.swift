package import GraphValues
package import SQLSyntax

/// The SQL of a predicate's shape: text with numbered parameters, and how constants are bound to them.
///
/// The text depends on the shape alone; keep it by the shape and bind each predicate's constants anew.
package struct CompiledPredicate: Sendable {
  /// A condition for WHERE, with the parameters `?first` to `?(first + parameterCount - 1)`;
  /// in parentheses where it has parts.
  ///
  /// Where it is NULL, which SQL takes for false, the predicate is false.
  package let text: String
  let parameters: [Parameter]

  package var parameterCount: Int { parameters.count }

  /// How a parameter's value is made of a constant.
  enum Parameter: Sendable {
    case value(literal: Int32, scale: Int?)
    /// What comes after all texts that begin with the constant.
    case prefixEnd(literal: Int32)
    /// The elements of a list as JSON.
    case list(literal: Int32, scale: Int?)
  }

  /// The parameters' values in order.
  ///
  /// - Parameter literals: the constants of a predicate of the same shape.
  package func bindings(_ literals: [AttributeValue]) -> [SQLValue] {
    var result: [SQLValue] = []
    result.reserveCapacity(parameters.count)
    for parameter in parameters {
      switch parameter {
      case .value(let literal, let scale):
        result.append(SQLValue(literals[Int(literal)], scale: scale) ?? .null)
      case .prefixEnd(let literal): result.append(TextPrefix.end(literals[Int(literal)]))
      case .list(let literal, let scale):
        result.append(.text(ListParameter.json(literals[Int(literal)], scale: scale)))
      }
    }
    return result
  }
}

/// The range of texts that begin with a text.
enum TextPrefix {
  /// The smallest value after all texts with the prefix: the prefix with its last scalar raised; where there is
  /// none, a blob, which SQLite orders after every text.
  static func end(_ prefix: AttributeValue) -> SQLValue {
    guard case .string(let text) = prefix else { return .null }
    var scalars = text.unicodeScalars
    while let last = scalars.popLast() {
      if let next = Unicode.Scalar(last.value == 0xD7FF ? 0xE000 : last.value + 1) {
        scalars.append(next)
        return .text(String(scalars))
      }
    }
    return .blob([])
  }
}
