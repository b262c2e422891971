import GraphValues

/// What an expression of `#Predicate` comes to.
indirect enum LoweredExpression {
  /// A condition.
  case predicate(PredicateNode)
  /// A property, an object, a constant, or what is worked out from them.
  case operand(QueryExpression)
  /// One of two, as a condition holds: what `??`, optional chaining, casts and `if` come to.
  case choice(PredicateNode, LoweredExpression, LoweredExpression)
  /// The members of a relationship to many, or those that meet a condition.
  case members(PropertyPath, CollectionAggregate.Filter?)
  /// Captured elements, each where a condition on the object holds.
  case list([Element])
  /// What a property's value stands for in a captured table.
  case lookup(LookupTable)
  /// The values between two bounds.
  case range(LoweredExpression, LoweredExpression, isClosed: Bool)
  /// The values on one side of a bound: those that compare so with it.
  case oneSidedRange(ComparisonOperator, LoweredExpression)
  /// How two strings compare under options: the result of `caseInsensitiveCompare`.
  case order(QueryExpression, QueryExpression, StringComparisonOptions)
  /// A captured value as it is, which ``plain()`` brings into the query.
  case captured(Any)

  /// An element of a captured sequence.
  struct Element {
    let value: LoweredExpression
    /// Where the element is one of the sequence.
    let condition: PredicateNode
  }

  static var null: LoweredExpression { .operand(.literal(.null)) }

  var isNullLiteral: Bool {
    if case .operand(.literal(.null)) = self { true } else { false }
  }

  /// What is captured as a constant, a list or a range; the rest as it is.
  func plain() -> LoweredExpression {
    if case .captured(let value) = self { CapturedValue.lowered(value) } else { self }
  }

  /// How many there are to choose from.
  var leafCount: Int {
    if case .choice(_, let first, let second) = self { first.leafCount + second.leafCount } else { 1 }
  }

  /// Whether it is small enough to be written twice.
  var isSmall: Bool {
    switch self {
    case .predicate(let node): node.isSmall
    case .operand(let operand): operand.isSmall
    case .captured: true
    case .choice, .members, .list, .lookup, .range, .oneSidedRange, .order: false
    }
  }

  /// What is called in messages.
  var phrase: String {
    switch self {
    case .predicate: "a condition"
    case .operand: "a value"
    case .choice: "a choice between values"
    case .members: "a relationship to many"
    case .list: "a list"
    case .lookup: "a value from a table"
    case .range, .oneSidedRange: "a range"
    case .order: "a result of comparing strings"
    case .captured(let value): "a captured value of type \(PredicateLowering.name(of: type(of: value)))"
    }
  }
}

/// An expression of Foundation's `#Predicate` that can be lowered.
protocol LowerableExpression {
  func lowered(_ lowering: inout PredicateLowering) throws(QueryError) -> LoweredExpression
}
