import GraphModel
import GraphQuery
import SQLSyntax

/// Writes the SQL of a resolved predicate's shape.
///
/// SQL knows a third truth value, NULL; predicates know two. NOT is therefore pushed down to the comparisons, where
/// each is turned with its nulls in mind. Above them only AND and OR are left, to which NULL is as false, and the
/// comparisons stay as plain as indexes need them: `"newsid" = ?1`.
struct PredicateWriter {
  let schema: QuerySchema
  private let firstParameter: Int
  private(set) var parameters: [CompiledPredicate.Parameter] = []
  /// The columns of the objects in sight, of which the last is the one at hand.
  private var scopes: [QueryColumns]
  /// How many subqueries are open.
  private var selects = 0
  private var aliases = 0
  /// Whether an index leaves few rows to be looked at here.
  var isNarrowed = false

  init(columns: QueryColumns, schema: QuerySchema, firstParameter: Int) {
    scopes = [columns]
    self.schema = schema
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
    case .exists(let path, let shape): return try existence(path, shape, negated: negated)
    case .values(let operands, let shape): return try comparison(of: operands, shape, negated: negated)
    case .fullText(let literal): return try fullText(literal, negated: negated)
    case .spatialCandidate(let index, let ends, let contains):
      return try spatialCandidate(index, ends, contains: contains, negated: negated)
    default: return SQLCondition(try text(shape, negated: negated))
    }
  }

  private mutating func chain(
    _ shapes: [PredicateShape], _ link: SQLCondition.Link, _ negated: Bool
  ) throws(QueryError) -> SQLCondition {
    let wasNarrowed = isNarrowed
    if link == .and, !negated, shapes.contains(where: { isNarrow($0) }) { isNarrowed = true }
    defer { isNarrowed = wasNarrowed }
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
        try name(of: first), test, options, operand: second,
        isNullable: first.isOptional || second.isOptional, negated)
    case .isIn(let column, let options, let literal): return try membership(column, options, literal, negated)
    case .entity(let numbers):
      let list = numbers.map(String.init).joined(separator: ", ")
      return "\(columns.entityNumber(qualified: selects > 0)) \(negated ? "NOT " : "")IN (\(list))"
    case .and, .or, .not, .exists, .values, .fullText, .spatialCandidate:
      return try condition(shape, negated: negated).text
    }
  }

  private func nullTest(_ column: QueryColumn, isNull: Bool) throws(QueryError) -> String {
    if column.isObject { return isNull ? "0" : "1" }
    return "\(try name(of: column)) IS \(isNull ? "" : "NOT ")NULL"
  }

  // MARK: Objects in sight

  /// The columns of the object at hand.
  private var columns: QueryColumns { scopes[scopes.count - 1] }

  func name(of column: QueryColumn) throws(QueryError) -> String {
    try columns.name(of: column, qualified: selects > 0)
  }

  func columns(at level: Int) -> QueryColumns { scopes[scopes.count - 1 - level] }

  /// Writes with another object at hand.
  mutating func within<Value>(
    _ columns: QueryColumns, isSubquery: Bool,
    _ body: (inout PredicateWriter) throws(QueryError) -> Value
  ) throws(QueryError) -> Value {
    let wasNarrowed = isNarrowed
    scopes.append(columns)
    if isSubquery { selects += 1 }
    defer {
      scopes.removeLast()
      if isSubquery { selects -= 1 }
      isNarrowed = wasNarrowed
    }
    return try body(&self)
  }

  /// The tables of a path.
  mutating func chain(
    _ path: RelationPath, keysOnly: Bool
  ) throws(QueryError) -> RelationChain {
    var count = aliases
    defer { aliases = count }
    var start: String?
    if case .object(let literal, _)? = path.steps.first?.kind {
      start = bind(.value(literal: literal, scale: nil))
    }
    return try RelationChain(
      path.steps, from: columns(at: path.level), isQualified: selects > 0, keysOnly: keysOnly, start: start,
      schema: schema
    ) {
      count += 1
      return "_\(count)"
    }
  }
}
