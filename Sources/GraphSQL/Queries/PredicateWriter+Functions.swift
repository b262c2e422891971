import GraphQuery

/// Functions and conditional values.
extension PredicateWriter {
  /// The most arguments of a call; SQLite takes 127.
  private static let argumentLimit = 100
  /// What a call needs of the parser around its arguments.
  private static let callDepth = 4

  mutating func call(
    _ function: ValueFunction, _ arguments: [QueryOperand]
  ) throws(QueryError) -> (String, SQLCondition?) {
    var texts: [String] = []
    texts.reserveCapacity(arguments.count)
    var deepest: SQLCondition?
    for argument in arguments {
      // What is handed on as it is keeps its scale, which all share.
      let (text, condition) =
        function == .coalesce ? try self.text(of: argument) : try self.argument(argument)
      texts.append(text)
      if let condition, condition.parserDepth > deepest?.parserDepth ?? 0 { deepest = condition }
    }
    if function == .coalesce {
      let text = "coalesce(\(texts.joined(separator: ", ")))"
      return (text, SQLCondition(text, within: deepest, Self.callDepth))
    }
    let name = ValueFunctions.name(function)
    var text = ""
    var calls = 0
    // Chains longer than SQLite's calls are worked out piece by piece, in the same order.
    repeat {
      let count = min(texts.count, Self.argumentLimit)
      text = "\(name)(\(texts[..<count].joined(separator: ", ")))"
      texts.replaceSubrange(..<count, with: [text])
      calls += 1
    } while texts.count > 1
    return (text, SQLCondition(text, within: deepest, Self.callDepth * calls))
  }

  mutating func choice(
    _ shape: PredicateShape, _ first: QueryOperand, _ second: QueryOperand
  ) throws(QueryError) -> (String, SQLCondition?) {
    let condition = try condition(shape, negated: false)
    let (one, left) = try text(of: first)
    let (other, right) = try text(of: second)
    let text = "CASE WHEN \(condition.text) THEN \(one) ELSE \(other) END"
    let deepest = [condition, left, right].compactMap { $0 }.max { $0.parserDepth < $1.parserDepth }
    return (text, SQLCondition(text, within: deepest, Self.callDepth))
  }

  /// An operand as a function takes it: decimals with all their digits, whatever their column's scale.
  private mutating func argument(_ operand: QueryOperand) throws(QueryError) -> (String, SQLCondition?) {
    let (text, condition) = try text(of: operand)
    guard let scale = operand.scale else { return (text, condition) }
    return (ValueFunctions.unscaled(text, scale), condition)
  }
}
