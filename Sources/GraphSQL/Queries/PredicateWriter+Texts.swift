import GraphQuery

extension PredicateWriter {
  /// A text column and a constant, which has been folded.
  mutating func textTest(
    _ column: QueryColumn, _ test: TextTest, _ options: StringComparisonOptions, _ literal: Int32,
    _ negated: Bool
  ) throws(QueryError) -> String {
    let name = try name(of: column)
    if test == .beginsWith, options.isEmpty {
      let start = bind(.value(literal: literal, scale: nil))
      let end = bind(.prefixEnd(literal: literal))
      if !negated { return "(\(name) >= \(start) AND \(name) < \(end))" }
      return "(\(name) < \(start) OR \(name) >= \(end)\(column.isOptional ? " OR \(name) IS NULL" : ""))"
    }
    let operand = bind(.value(literal: literal, scale: nil))
    return Self.call(name, test, options, operand, isNullable: column.isOptional, negated)
  }

  /// A text and a column as its operand, which the SQL folds.
  func textTest(
    _ text: String, _ test: TextTest, _ options: StringComparisonOptions, operand column: QueryColumn,
    isNullable: Bool, _ negated: Bool
  ) throws(QueryError) -> String {
    var operand = try name(of: column)
    if !options.isEmpty, test != .matches { operand = QueryFunctions.fold(options, operand) }
    // Two columns that are both null are equal, which functions of SQL do not see.
    if isNullable, test == .equal || test == .notEqual {
      let folded = options.isEmpty ? text : QueryFunctions.fold(options, text)
      return "\(folded) IS\((test == .equal) == negated ? " NOT" : "") \(operand)"
    }
    return Self.call(text, test, options, operand, isNullable: isNullable, negated)
  }

  private static func call(
    _ text: String, _ test: TextTest, _ options: StringComparisonOptions, _ operand: String, isNullable: Bool,
    _ negated: Bool
  ) -> String {
    switch test {
    case .contains where options.isEmpty:
      if !negated { return "instr(\(text), \(operand)) > 0" }
      return isNullable ? "coalesce(instr(\(text), \(operand)), 0) = 0" : "instr(\(text), \(operand)) = 0"
    case .less, .lessOrEqual, .greater, .greaterOrEqual:
      let sign =
        switch test {
        case .less: "<"
        case .lessOrEqual: "<="
        case .greater: ">"
        default: ">="
        }
      let order = "\(QueryFunctions.fold(options, text)) \(sign) \(operand)"
      if !negated { return order }
      return isNullable ? "NOT coalesce(\(order), 0)" : "NOT (\(order))"
    case .notEqual:
      return condition("\(QueryFunctions.name(.equal, options))(\(text), \(operand))", isNullable, !negated)
    default:
      return condition("\(QueryFunctions.name(test, options))(\(text), \(operand))", isNullable, negated)
    }
  }

  /// A call that is NULL where an argument is.
  private static func condition(_ call: String, _ isNullable: Bool, _ negated: Bool) -> String {
    if !negated { return call }
    return isNullable ? "NOT coalesce(\(call), 0)" : "NOT \(call)"
  }
}
