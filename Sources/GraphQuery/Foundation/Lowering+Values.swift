import Foundation
import GraphValues

extension PredicateExpressions.Value: LowerableExpression {
  func lowered(_ lowering: inout PredicateLowering) throws(QueryError) -> LoweredExpression {
    CapturedValue.lowered(value)
  }
}

extension PredicateExpressions.NilLiteral: LowerableExpression {
  func lowered(_ lowering: inout PredicateLowering) throws(QueryError) -> LoweredExpression {
    .operand(.literal(.null))
  }
}

extension PredicateExpressions.Variable: LowerableExpression {
  func lowered(_ lowering: inout PredicateLowering) throws(QueryError) -> LoweredExpression {
    try lowering.value(of: key)
  }
}

extension PredicateExpressions.KeyPath: LowerableExpression {
  func lowered(_ lowering: inout PredicateLowering) throws(QueryError) -> LoweredExpression {
    let root = try lowering.lower(self.root)
    switch root {
    case .operand(.object):
      let name = try name()
      return .operand(name == "SELF" ? .object : .keyPath(PropertyPath(dotted: name)))
    case .operand(.variable(let variable)):
      let name = try name()
      if name == "SELF" { return .operand(.variable(variable)) }
      return .operand(.keyPath(PropertyPath(dotted: name).rebased(on: variable)))
    case .operand(.keyPath(let path)):
      if let collection = Root.Output.self as? any ToManyPropertyValue.Type {
        return try of(path, nil, collection.collectionProperty(for: keyPath))
      }
      let name = try name()
      return .operand(name == "SELF" ? .keyPath(path) : .keyPath(path.appending(name)))
    case .collection(let path, let filter):
      let list = Root.Output.self as? any ToManyPropertyValue.Type
      return try of(path, filter, list?.collectionProperty(for: keyPath))
    case .foreign(let value):
      guard let value = value as? Root.Output else { break }
      return CapturedValue.lowered(value[keyPath: keyPath])
    default: break
    }
    // A key path of a captured value: the macro writes `limits.upper` so.
    if let constant = self.root as? any ConstantExpression, let value = constant.constant as? Root.Output {
      return CapturedValue.lowered(value[keyPath: keyPath])
    }
    throw PredicateLowering.unsupported("the key path \(keyPath)")
  }

  /// The count of a collection, or whether it is empty.
  private func of(
    _ path: PropertyPath, _ filter: CollectionAggregate.Filter?, _ property: CollectionProperty?
  ) throws(QueryError) -> LoweredExpression {
    switch property {
    case .count: .operand(.aggregate(CollectionAggregate(.count, of: path, where: filter)))
    case .isEmpty: .predicate(.count(of: path, where: filter, .equal, 0))
    case nil: throw PredicateLowering.unsupported("the key path \(keyPath)")
    }
  }

  private func name() throws(QueryError) -> String {
    guard let type = Root.Output.self as? any KeyPathResolving.Type else {
      throw PredicateLowering.unsupported("the key path \(keyPath)")
    }
    guard let name = type.propertyName(for: keyPath) else {
      throw QueryError(
        .unknownKey, "the key path \(keyPath) in a #Predicate leads to no property of the model")
    }
    return name
  }
}

/// An expression whose value is known without an object.
private protocol ConstantExpression {
  var constant: Any { get }
}

extension PredicateExpressions.Value: ConstantExpression {
  fileprivate var constant: Any { value }
}

extension PredicateExpressions.ForcedUnwrap: LowerableExpression {
  func lowered(_ lowering: inout PredicateLowering) throws(QueryError) -> LoweredExpression {
    // What is compared with nil is simply false, as everywhere; there is nothing to trap on.
    try lowering.lower(inner)
  }
}

extension PredicateExpressions.OptionalFlatMap: LowerableExpression {
  func lowered(_ lowering: inout PredicateLowering) throws(QueryError) -> LoweredExpression {
    let value = try lowering.lower(wrapped)
    lowering.bind(variable.key, to: value)
    let result = try lowering.lower(transform)
    if case .operand(let property) = value, case .operand(.aggregate(let aggregate)) = result {
      return .guarded(.aggregate(aggregate), of: property, orElse: .null)
    }
    guard case .predicate(let node) = result else { return result }
    switch value {
    case .operand(.literal(let constant)):
      return constant.isNull ? .operand(.literal(.null)) : result
    case .operand(let property): return .optionalPredicate(node, of: property)
    default: throw PredicateLowering.unsupported("optional chaining on this kind of value")
    }
  }
}

extension PredicateExpressions.NilCoalesce: LowerableExpression {
  func lowered(_ lowering: inout PredicateLowering) throws(QueryError) -> LoweredExpression {
    let left = try lowering.lower(lhs)
    let right = try lowering.lower(rhs)
    switch (left, right) {
    case (.operand(.literal(let value)), _): return value.isNull ? right : left
    case (.guarded(let value, let object, .null), .operand(.literal(let substitute))):
      return .guarded(value, of: object, orElse: substitute)
    case (.operand(let property), .operand(.literal(let value))):
      return value.isNull ? left : .coalesced(property, value)
    case (.optionalPredicate(let node, let property), .operand(.literal(.bool(let value)))):
      let isNil = PredicateLowering.compare(property, .equal, .literal(.null))
      if value { return .predicate(.disjunction([isNil, node])) }
      return .predicate(node.isFalse(whereNil: property) ? node : .conjunction([.not(isNil), node]))
    default: throw PredicateLowering.unsupported("\"??\" between these kinds of values")
    }
  }
}

extension PredicateNode {
  /// Whether it is plain that the condition is false where the property is nil.
  fileprivate func isFalse(whereNil property: QueryExpression) -> Bool {
    guard case .comparison(let comparison) = self, case .literal(let value) = comparison.right else {
      return false
    }
    if case .aggregate(let aggregate) = comparison.left {
      // Where there is no object, its collections have no members.
      return aggregate.function == .count && comparison.comparison == .greater && value == .int(0)
        && QueryExpression.keyPath(aggregate.collection).isNil(where: property)
    }
    guard comparison.left.isNil(where: property) else { return false }
    switch (comparison.comparison, value) {
    case (.notEqual, _), (_, .null), (_, .array): return false
    default: return true
    }
  }
}

extension QueryExpression {
  /// Whether the expression is the property, or one of the object that it leads to.
  fileprivate func isNil(where property: QueryExpression) -> Bool {
    guard case .keyPath(let path) = self, case .keyPath(let other) = property else { return self == property }
    return path.begins(with: other)
  }
}
