import Foundation
import GraphValues

/// Walks the expression of a Foundation predicate.
struct PredicateLowering {
  private var variables: [PredicateExpressions.VariableID: LoweredExpression] = [:]
  private var depth = 0
  /// How many collections are looked into around the place.
  private var nesting = 0

  mutating func bind(_ variable: PredicateExpressions.VariableID, to value: LoweredExpression) {
    variables[variable] = value
  }

  func value(of variable: PredicateExpressions.VariableID) throws(QueryError) -> LoweredExpression {
    guard let value = variables[variable] else {
      throw Self.unsupported("a variable of an outer predicate")
    }
    return value
  }

  mutating func lower<Node>(_ expression: Node) throws(QueryError) -> LoweredExpression {
    guard let node = expression as? any LowerableExpression else {
      throw Self.unsupported("\"\(Self.name(of: Node.self))\"")
    }
    depth += 1
    defer { depth -= 1 }
    if depth > QueryPredicate.depthLimit {
      throw QueryError(.tooComplex, "the predicate is more than \(QueryPredicate.depthLimit) levels deep")
    }
    return try node.lowered(&self)
  }

  /// An expression as a condition.
  mutating func predicate(_ expression: some Any) throws(QueryError) -> PredicateNode {
    switch try lower(expression) {
    case .predicate(let node): return node
    case .operand(.literal(.bool(let value))): return .constant(value)
    case .operand(let operand): return Self.compare(operand, .equal, .literal(.bool(true)))
    case .coalesced(let operand, let value):
      return try Self.compare(operand, orWhereNil: value, .equal, .literal(.bool(true)))
    default: throw Self.unsupported("this kind of condition")
    }
  }

  /// An expression as a side of a comparison.
  mutating func operand(_ expression: some Any) throws(QueryError) -> QueryExpression {
    guard case .operand(let operand) = try lower(expression) else {
      throw Self.unsupported("\"\(Self.name(of: type(of: expression as Any)))\" as a side of a comparison")
    }
    return operand
  }

  mutating func comparison(
    _ left: some Any, _ comparison: ComparisonOperator, _ right: some Any,
    _ options: StringComparisonOptions = []
  ) throws(QueryError) -> LoweredExpression {
    .predicate(try Self.compare(try lower(left), comparison, try lower(right), options))
  }

  // MARK: Collections

  /// The members of a relationship to many that meet a condition on one of them.
  mutating func members<Members>(
    of collection: some Any, _ type: Members.Type, _ member: PredicateExpressions.VariableID,
    where condition: some Any
  ) throws(QueryError) -> (PropertyPath, CollectionAggregate.Filter) {
    let known: CollectionAggregate.Filter?
    let path: PropertyPath
    switch try lower(collection) {
    case .operand(.keyPath(let keyPath)) where type is any ToManyPropertyValue.Type:
      (path, known) = (keyPath, nil)
    case .collection(let keyPath, let filter): (path, known) = (keyPath, filter)
    default: throw Self.unsupported("a condition on the elements of anything but a relationship to many")
    }
    nesting += 1
    defer { nesting -= 1 }
    let name = known?.variable ?? "_\(nesting)"
    bind(member, to: .operand(.variable(name)))
    let node = try predicate(condition)
    return (
      path,
      CollectionAggregate.Filter(
        variable: name, node: known.map { .conjunction([$0.node, node]) } ?? node)
    )
  }

  // MARK: Building

  static func compare(
    _ left: QueryExpression, _ comparison: ComparisonOperator, _ right: QueryExpression,
    _ options: StringComparisonOptions = []
  ) -> PredicateNode {
    .comparing(Comparison(left, comparison, right, options: options))
  }

  /// A comparison of what is lowered on both sides.
  static func compare(
    _ left: LoweredExpression, _ comparison: ComparisonOperator, _ right: LoweredExpression,
    _ options: StringComparisonOptions = []
  ) throws(QueryError) -> PredicateNode {
    switch (left, right) {
    case (.operand(let left), .operand(let right)):
      return compare(left, comparison, right, options)
    case (.guarded(let value, let object, let substitute), .operand(let right)):
      let isMissing = compare(object, .equal, .literal(.null))
      let otherwise = compare(.literal(substitute), comparison, right, options)
      return .disjunction([
        .conjunction([.not(isMissing), compare(value, comparison, right, options)]),
        .conjunction([isMissing, otherwise]),
      ])
    case (_, .guarded):
      guard let flipped = comparison.flipped else { throw unsupported("optional chaining on this side") }
      return try compare(right, flipped, left, options)
    case (.coalesced(let left, let value), .operand(let right)):
      return try compare(left, orWhereNil: value, comparison, right, options)
    case (.operand(let left), .coalesced(let right, let value)):
      guard let flipped = comparison.flipped else { throw unsupported("\"??\" on this side") }
      return try compare(right, orWhereNil: value, flipped, left, options)
    case (.order(let first, let second, let options), .operand(.literal(.int(let result)))):
      let order: ComparisonOperator = result < 0 ? .less : result == 0 ? .equal : .greater
      let node = compare(first, order, second, options)
      if comparison == .equal { return node }
      guard comparison == .notEqual else { throw unsupported("an order of comparison results") }
      return .not(node)
    case (.predicate(let node), _), (.optionalPredicate(let node, _), _):
      guard comparison == .equal || comparison == .notEqual else {
        throw unsupported("an order of conditions")
      }
      let equal = try isEqual(left, node, right)
      return comparison == .equal ? equal : .not(equal)
    case (_, .predicate), (_, .optionalPredicate):
      guard let flipped = comparison.flipped else { throw unsupported("an order of conditions") }
      return try compare(right, flipped, left, options)
    default: throw unsupported("a comparison of these kinds of values")
    }
  }

  private static func isEqual(
    _ condition: LoweredExpression, _ node: PredicateNode, _ other: LoweredExpression
  ) throws(QueryError) -> PredicateNode {
    switch (condition, other) {
    case (.predicate, .operand(.literal(.bool(let value)))): return value ? node : .not(node)
    case (.predicate, .operand(.literal(.null))): return .constant(false)
    case (.optionalPredicate(_, let property), .operand(.literal(.bool(let value)))):
      return .conjunction([compare(property, .notEqual, .literal(.null)), value ? node : .not(node)])
    case (.optionalPredicate(_, let property), .operand(.literal(.null))):
      return compare(property, .equal, .literal(.null))
    case (.predicate, .predicate(let other)):
      return .disjunction([
        .conjunction([node, other]), .conjunction([.not(node), .not(other)]),
      ])
    case (.predicate, .operand(let property)):
      let isTrue = compare(property, .equal, .literal(.bool(true)))
      let isFalse = compare(property, .equal, .literal(.bool(false)))
      return .disjunction([.conjunction([node, isTrue]), .conjunction([.not(node), isFalse])])
    default: throw unsupported("a comparison of these conditions")
    }
  }

  /// `(property ?? value) comparison right`.
  static func compare(
    _ property: QueryExpression, orWhereNil value: AttributeValue, _ comparison: ComparisonOperator,
    _ right: QueryExpression, _ options: StringComparisonOptions = []
  ) throws(QueryError) -> PredicateNode {
    let node = compare(property, comparison, right, options)
    let isNil = compare(property, .equal, .literal(.null))
    guard case .literal(let constant) = right else {
      let whereNil = compare(.literal(value), comparison, right, options)
      return .disjunction([.conjunction([.not(isNil), node]), .conjunction([isNil, whereNil])])
    }
    let substitute = Comparison(.literal(value), comparison, right, options: options)
    let holdsWhereNil = try ConstantComparison.holds(value, substitute, constant)
    // A comparison of nil with a constant is false by itself, unless it asks for a difference or for nil.
    let isFalseForNil = comparison != .notEqual && !constant.mayBeNull
    if holdsWhereNil { return .disjunction([isNil, node]) }
    return isFalseForNil ? node : .conjunction([.not(isNil), node])
  }

  /// Whether a range holds a value.
  static func contains(
    _ range: LoweredExpression, _ element: QueryExpression
  ) throws(QueryError) -> PredicateNode {
    switch range {
    case .range(.literal(let lower), .literal(let upper), let isClosed):
      return compare(element, .between, .range(lower, upper, isClosed: isClosed))
    case .range(let lower, let upper, let isClosed):
      return .conjunction([
        compare(element, .greaterOrEqual, lower), compare(element, isClosed ? .lessOrEqual : .less, upper),
      ])
    case .oneSidedRange(let comparison, let bound): return compare(element, comparison, bound)
    case .operand(let range): return compare(element, .isIn, range)
    default: throw unsupported("\"contains\" of this kind of value")
    }
  }

  static func unsupported(_ what: String) -> QueryError {
    QueryError(.unsupported, "\(what) in a #Predicate is not supported yet")
  }

  /// The name of a node's type without its module and its generic arguments.
  static func name(of type: Any.Type) -> String {
    let text = String(describing: type)
    let bare = text.prefix { $0 != "<" }
    return bare.split(separator: ".").last.map(String.init) ?? String(bare)
  }
}

extension AttributeValue {
  fileprivate var mayBeNull: Bool {
    switch self {
    case .null: true
    case .array(let elements): elements.contains { $0.isNull }
    default: false
    }
  }
}
