import GraphQuery

extension PredicateWriter {
  mutating func comparison(
    _ column: QueryColumn, _ relation: ValueRelation, _ literal: Int32, _ negated: Bool
  ) throws(QueryError) -> String {
    let name = try name(of: column)
    let parameter = bind(.value(literal: literal, scale: column.scale))
    switch negated ? relation.opposite : relation {
    case .equal: return "\(name) = \(parameter)"
    case .notEqual: return "\(name) \(column.isOptional ? "IS NOT" : "<>") \(parameter)"
    case let relation:
      let text = "\(name) \(Self.sign(relation)) \(parameter)"
      // The opposite of an order holds where there is nothing to compare.
      return negated && column.isOptional ? "(\(text) OR \(name) IS NULL)" : text
    }
  }

  func comparison(
    _ first: QueryColumn, _ relation: ValueRelation, _ second: QueryColumn, _ negated: Bool
  ) throws(QueryError) -> String {
    let (left, right) = (try name(of: first), try name(of: second))
    switch negated ? relation.opposite : relation {
    case .equal: return "\(left) \(first.isOptional && second.isOptional ? "IS" : "=") \(right)"
    case .notEqual: return "\(left) \(first.isOptional || second.isOptional ? "IS NOT" : "<>") \(right)"
    case let relation:
      var text = "\(left) \(Self.sign(relation)) \(right)"
      guard negated, first.isOptional || second.isOptional else { return text }
      if first.isOptional { text += " OR \(left) IS NULL" }
      if second.isOptional { text += " OR \(right) IS NULL" }
      return "(\(text))"
    }
  }

  private static func sign(_ relation: ValueRelation) -> String {
    switch relation {
    case .equal: "="
    case .notEqual: "<>"
    case .less: "<"
    case .lessOrEqual: "<="
    case .greater: ">"
    case .greaterOrEqual: ">="
    }
  }

  mutating func membership(
    _ column: QueryColumn, _ options: StringComparisonOptions, _ literal: Int32, _ negated: Bool
  ) throws(QueryError) -> String {
    let name = try name(of: column)
    let element = QueryFunctions.listElement(column, "value")
    let list = "(SELECT \(element) FROM json_each(\(bind(.list(literal: literal, scale: column.scale)))))"
    let side = options.isEmpty ? name : QueryFunctions.fold(options, name)
    if !negated { return "\(side) IN \(list)" }
    return column.isOptional ? "(\(name) IS NULL OR \(side) NOT IN \(list))" : "\(side) NOT IN \(list)"
  }
}
