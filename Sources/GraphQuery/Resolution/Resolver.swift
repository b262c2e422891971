import Foundation
import GraphModel
import GraphValues

/// Looks a predicate's tree up in a model.
struct Resolver {
  /// The most comparisons and arguments of a predicate.
  static let termLimit = 20_000

  /// An object that is looked at on behalf of another: a member of a collection, or what a to-one leads to.
  struct Scope {
    let entity: ResolvedEntity
    /// The name of the object in the condition; empty for that of a quantifier.
    let variable: String?
    /// What the object is where it is an element of an array; nil for others.
    var element: QueryColumn?
  }

  /// The entity whose objects the predicate is about.
  let entity: ResolvedEntity
  let model: ResolvedModel
  let variables: [String: AttributeValue]
  let store: UUID?
  private(set) var literals: [AttributeValue] = []
  /// The relationships that the predicate follows.
  private(set) var relationships: [Int32] = []
  /// The objects between the predicate's own and the one at hand, which is the last.
  private(set) var scopes: [Scope] = []
  /// The hierarchies whose objects the operands of a comparison hold.
  var operandRoots: [String?] = []
  private var terms = 0
  /// When the request is run.
  lazy var moment = Date()

  /// The entity of the object at hand.
  var current: ResolvedEntity { scopes.last?.entity ?? entity }

  init(
    entity: ResolvedEntity, model: ResolvedModel, variables: [String: AttributeValue], store: UUID?
  ) {
    self.entity = entity
    self.model = model
    self.variables = variables
    self.store = store
  }

  mutating func shape(of node: PredicateNode) throws(QueryError) -> PredicateShape {
    switch node {
    case .comparison(let comparison):
      try count(terms: 1)
      return try shape(of: comparison)
    case .constant(let value): return .constant(value)
    case .and(let nodes): return .and(try shapes(of: nodes))
    case .or(let nodes): return .or(try shapes(of: nodes))
    case .not(let node): return .not(try shape(of: node))
    case .fullText(let query): return try shape(of: query)
    case .spatial(let query): return try shape(of: query)
    case .invalid(let error): throw error
    }
  }

  /// Keeps count of comparisons and of what functions take.
  mutating func count(terms count: Int) throws(QueryError) {
    terms += count
    if terms > Self.termLimit {
      throw QueryError(.tooComplex, "the predicate has more than \(Self.termLimit) comparisons and arguments")
    }
  }

  private mutating func shapes(of nodes: [PredicateNode]) throws(QueryError) -> [PredicateShape] {
    var result: [PredicateShape] = []
    result.reserveCapacity(nodes.count)
    for node in nodes { result.append(try shape(of: node)) }
    return result
  }

  mutating func shape(of comparison: Comparison) throws(QueryError) -> PredicateShape {
    if let quantifier = comparison.quantifier { return try shape(of: comparison, for: quantifier) }
    if comparison.comparison == .isIn || comparison.comparison == .contains,
      let shape = try searched(comparison)
    {
      return shape
    }
    if case .list(let elements) = comparison.right, let shape = try shape(of: comparison, elements) {
      return shape
    }
    // The usual comparison, of a property with a constant, goes straight through.
    let left = try side(comparison.left, place: comparison.leftPlace)
    let right = try side(comparison.right, place: comparison.rightPlace)
    switch (left, right) {
    case (.column(let column), .constant(let value)):
      return try shape(column, comparison, value)
    case (.constant(let value), .column(let column)):
      return try shape(value, comparison, column)
    case (.column(let first), .column(let second)):
      return try shape(first, comparison, second)
    case (.constant(let first), .constant(let second)):
      return .constant(try ConstantComparison.holds(first, comparison, second))
    default: return try shape(left, comparison, right)
    }
  }

  /// BETWEEN and IN with a list of which elements are properties: a comparison an element. nil for other lists.
  mutating func shape(
    of comparison: Comparison, _ elements: [QueryExpression]
  ) throws(QueryError) -> PredicateShape? {
    let hasProperties = elements.contains { element in
      switch element {
      case .keyPath, .object, .aggregate, .function, .conditional, .invalid: true
      case .variable(let name): scope(of: name) != nil
      case .literal, .range, .list: false
      }
    }
    guard hasProperties else { return nil }
    switch comparison.comparison {
    case .between where elements.count == 2:
      return .and([
        try shape(of: comparison.replacing(comparison: .greaterOrEqual, right: elements[0])),
        try shape(of: comparison.replacing(comparison: .lessOrEqual, right: elements[1])),
      ])
    case .isIn:
      var shapes: [PredicateShape] = []
      for element in elements {
        shapes.append(try shape(of: comparison.replacing(comparison: .equal, right: element)))
      }
      return .or(shapes)
    default: return nil
    }
  }

  func constant(
    _ expression: QueryExpression, place: SourcePlace
  ) throws(QueryError) -> AttributeValue {
    switch expression {
    case .literal(let value): return value
    case .variable(let name):
      if let value = variables[name] { return value }
      throw QueryError(
        .missingVariable, "the variable $\(name) has no value", entity: entity.name,
        suggestion: NearName.of(name, in: variables.keys)
      ).at(place)
    case .list(let elements):
      var values: [AttributeValue] = []
      values.reserveCapacity(elements.count)
      for element in elements { values.append(try constant(element, place: place)) }
      return .array(values)
    case .invalid(let error): throw error.at(place)
    case .object, .keyPath, .range, .aggregate, .function, .conditional:
      throw QueryError(
        .unsupported, "a list of properties on this side is not supported yet", entity: entity.name
      ).at(place)
    }
  }

  // MARK: Scopes

  /// How far out the object of a variable is; nil where no scope has the name.
  func scope(of variable: String) -> Int? {
    guard let index = scopes.lastIndex(where: { $0.variable == variable }) else { return nil }
    return scopes.count - 1 - index
  }

  /// Resolves with another object at hand.
  mutating func within<Value>(
    _ entity: ResolvedEntity, as variable: String? = nil, element: QueryColumn? = nil,
    _ body: (inout Resolver) throws(QueryError) -> Value
  ) throws(QueryError) -> Value {
    scopes.append(Scope(entity: entity, variable: variable, element: element))
    defer { scopes.removeLast() }
    return try body(&self)
  }

  mutating func note(_ path: RelationPath) {
    for step in path.steps {
      guard let dependency = step.dependency, !relationships.contains(dependency) else { continue }
      relationships.append(dependency)
    }
  }

  mutating func add(_ value: AttributeValue) -> Int32 {
    literals.append(value)
    return Int32(truncatingIfNeeded: literals.count - 1)
  }

  func mismatch(_ message: String, _ comparison: Comparison, place: SourcePlace) -> QueryError {
    let path: String? =
      switch (comparison.left, comparison.right) {
      case (.keyPath(let path), _), (_, .keyPath(let path)): path.text
      default: nil
      }
    return QueryError(.typeMismatch, message, keyPath: path, entity: entity.name).at(place)
  }
}
