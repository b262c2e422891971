import GraphValues

/// Captured sequences whose elements a predicate looks at one by one.
enum CapturedList {
  private static let limit = 1_000

  static func elements(_ sequence: some Sequence) throws(QueryError) -> [LoweredExpression.Element] {
    var result: [LoweredExpression.Element] = []
    for element in sequence {
      if result.count == limit {
        throw PredicateLowering.tooManyParts("a condition on the elements of a list")
      }
      result.append(LoweredExpression.Element(value: .captured(element), condition: .constant(true)))
    }
    return result
  }

  static func count(_ elements: [LoweredExpression.Element]) throws(QueryError) -> LoweredExpression {
    var certain: Int64 = 0
    var terms: [QueryExpression] = []
    for element in elements {
      switch element.condition {
      case .constant(let value): certain += value ? 1 : 0
      case let node: terms.append(.choosing(.literal(.int(1)), where: node, else: .literal(.int(0))))
      }
    }
    guard let first = terms.first else { return .operand(.literal(.int(certain))) }
    if certain > 0 { terms.append(.literal(.int(certain))) }
    return .operand(terms.count == 1 ? first : .calling(.add, terms))
  }
}
