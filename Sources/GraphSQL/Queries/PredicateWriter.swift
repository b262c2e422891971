import GraphQuery
import SQLSyntax

/// Writes the SQL of a resolved predicate's shape.
///
/// SQL knows a third truth value, NULL; predicates know two. NOT is therefore pushed down to the comparisons, where
/// each is turned with its nulls in mind. Above them only AND and OR are left, to which NULL is as false, and the
/// comparisons stay as plain as indexes need them: `"newsid" = ?1`.
struct PredicateWriter {
  let columns: QueryColumns
  private let firstParameter: Int
  private(set) var parameters: [CompiledPredicate.Parameter] = []

  init(columns: QueryColumns, firstParameter: Int) {
    self.columns = columns
    self.firstParameter = firstParameter
  }

  mutating func bind(_ parameter: CompiledPredicate.Parameter) -> String {
    parameters.append(parameter)
    return "?\(firstParameter + parameters.count - 1)"
  }

  mutating func condition(
    _ shape: PredicateShape, negated: Bool
  ) throws(QueryError) -> SQLCondition {
    switch shape {
    case .and(let shapes): return try chain(shapes, negated ? .or : .and, negated)
    case .or(let shapes): return try chain(shapes, negated ? .and : .or, negated)
    case .not(let shape): return try condition(shape, negated: !negated)
    default: return SQLCondition(try text(shape, negated: negated))
    }
  }

  private mutating func chain(
    _ shapes: [PredicateShape], _ link: SQLCondition.Link, _ negated: Bool
  ) throws(QueryError) -> SQLCondition {
    var conditions: [SQLCondition] = []
    conditions.reserveCapacity(shapes.count)
    for shape in shapes { conditions.append(try condition(shape, negated: negated)) }
    return SQLCondition(joining: conditions, by: link)
  }

  /// A comparison.
  private mutating func text(_ shape: PredicateShape, negated: Bool) throws(QueryError) -> String {
    switch shape {
    case .constant(let value): return value == negated ? "0" : "1"
    case .isNull(let column): return try nullTest(column, isNull: !negated)
    case .isNotNull(let column): return try nullTest(column, isNull: negated)
    case .compare(let column, let relation, let literal):
      return try comparison(column, relation, literal, negated)
    case .compareColumns(let first, let relation, let second):
      return try comparison(first, relation, second, negated)
    case .text(let column, let test, let options, let literal):
      return try textTest(column, test, options, literal, negated)
    case .textOfLiteral(let literal, let test, let options, let column):
      let text = bind(.value(literal: literal, scale: nil))
      return try textTest(text, test, options, operand: column, isNullable: column.isOptional, negated)
    case .textOfColumns(let first, let test, let options, let second):
      return try textTest(
        try columns.name(of: first), test, options, operand: second,
        isNullable: first.isOptional || second.isOptional, negated)
    case .isIn(let column, let options, let literal): return try membership(column, options, literal, negated)
    case .and, .or, .not: return try condition(shape, negated: negated).text
    }
  }

  private func nullTest(_ column: QueryColumn, isNull: Bool) throws(QueryError) -> String {
    if column.slot < 0 { return isNull ? "0" : "1" }
    return "\(try columns.name(of: column)) IS \(isNull ? "" : "NOT ")NULL"
  }
}
