import Foundation
import GraphValues

/// Walks the expression of a Foundation predicate.
struct PredicateLowering {
  /// The most expressions that are walked, those that stand for several values counted for each.
  private static let stepLimit = 50_000

  private struct Binding {
    let variable: PredicateExpressions.VariableID
    let value: LoweredExpression
  }

  /// What variables stand for, the innermost last; few, mostly one.
  private var bindings: [Binding] = []
  private var depth = 0
  private var steps = 0
  /// How many collections are looked into around the place.
  var nesting = 0

  mutating func bind(_ variable: PredicateExpressions.VariableID, to value: LoweredExpression) {
    bindings.append(Binding(variable: variable, value: value))
  }

  func value(of variable: PredicateExpressions.VariableID) throws(QueryError) -> LoweredExpression {
    guard let binding = bindings.last(where: { $0.variable == variable }) else {
      throw Self.unsupported("a variable that the predicate does not bind")
    }
    return binding.value
  }

  /// Lowers with a variable bound.
  mutating func lower<Node>(
    _ expression: Node, _ variable: PredicateExpressions.VariableID, _ value: LoweredExpression
  ) throws(QueryError) -> LoweredExpression {
    let outer = bindings.count
    bind(variable, to: value)
    defer { bindings.removeLast(bindings.count - outer) }
    return try lower(expression)
  }

  /// What an expression comes to; a captured value may be in it as it is.
  mutating func lower<Node>(_ expression: Node) throws(QueryError) -> LoweredExpression {
    guard let node = expression as? any LowerableExpression else {
      throw Self.unsupported("\"\(Self.name(of: type(of: expression as Any)))\"")
    }
    depth += 1
    steps += 1
    defer { depth -= 1 }
    if depth > QueryPredicate.depthLimit {
      throw QueryError(.tooComplex, "the predicate is more than \(QueryPredicate.depthLimit) levels deep")
    }
    if steps > Self.stepLimit {
      throw QueryError(.tooComplex, "the predicate comes to more than \(Self.stepLimit) expressions")
    }
    return try node.lowered(&self)
  }

  /// An expression as a condition.
  mutating func predicate(_ expression: some Any) throws(QueryError) -> PredicateNode {
    try Self.predicate(try lower(expression))
  }

  /// An expression as a single value.
  mutating func operand(_ expression: some Any) throws(QueryError) -> QueryExpression {
    try Self.operand(try lower(expression))
  }

  mutating func comparison(
    _ left: some Any, _ comparison: ComparisonOperator, _ right: some Any,
    _ options: StringComparisonOptions = []
  ) throws(QueryError) -> LoweredExpression {
    .predicate(try Self.compare(try lower(left), comparison, try lower(right), options))
  }

  /// The Swift value of an expression that no object decides; nil for others.
  mutating func captured<Node: PredicateExpression>(_ expression: Node) throws(QueryError) -> Node.Output? {
    Self.captured(try lower(expression), as: Node.Output.self)
  }

  static func captured<Value>(_ expression: LoweredExpression, as type: Value.Type) -> Value? {
    switch expression {
    case .captured(let value): return value as? Value
    case .operand(.literal(let literal)):
      if literal.isNull { return (type as? any OptionalValue.Type)?.nothing as? Value }
      let wrapped = (type as? any OptionalValue.Type)?.wrappedType ?? type
      guard let convertible = wrapped as? any AttributeConvertible.Type else { return nil }
      return convertible.init(attributeValue: literal) as? Value
    default: return nil
    }
  }

  /// Binds the variables as they were.
  mutating func restoreVariables(of other: PredicateLowering) { bindings = other.bindings }

  // MARK: Messages

  static func unsupported(_ what: String) -> QueryError {
    QueryError(.unsupported, "\(what) in a #Predicate is not supported")
  }

  static func tooManyParts(_ what: String) -> QueryError {
    QueryError(.tooComplex, "\(what) in a #Predicate has too many parts")
  }

  /// The name of a type without its module and its generic arguments.
  static func name(of type: Any.Type) -> String {
    let text = String(describing: type)
    let bare = text.prefix { $0 != "<" }
    return bare.split(separator: ".").last.map(String.init) ?? String(bare)
  }
}
