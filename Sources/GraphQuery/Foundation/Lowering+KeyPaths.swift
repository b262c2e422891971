import Foundation
import GraphValues

extension PredicateExpressions.KeyPath: LowerableExpression {
  func lowered(_ lowering: inout PredicateLowering) throws(QueryError) -> LoweredExpression {
    let root = try lowering.lower(root)
    // The usual root goes straight through: the rest asks for types at run time.
    switch root {
    case .operand(.literal): break
    case .operand(let operand): return try property(of: operand)
    default: break
    }
    return try applied(to: root, lowering.nesting)
  }

  private func applied(to root: LoweredExpression, _ nesting: Int) throws(QueryError) -> LoweredExpression {
    switch root {
    case .operand(.literal(let value)):
      if value.isNull { return .null }
      guard let value = PredicateLowering.captured(root, as: Root.Output.self) else { break }
      return .captured(value[keyPath: keyPath])
    case .operand(let operand): return try property(of: operand)
    case .captured(let value):
      guard let value = value as? Root.Output else { break }
      return .captured(value[keyPath: keyPath])
    case .choice(let node, let first, let second):
      return .choice(node, try applied(to: first, nesting), try applied(to: second, nesting))
    case .lookup(let table):
      return .lookup(
        try table.mapping { (value) throws(QueryError) in try applied(to: value, nesting) })
    case .members(let path, let filter):
      let list = Root.Output.self as? any ToManyPropertyValue.Type
      if let property = list?.collectionProperty(for: keyPath) ?? CollectionProperty(kind),
        let value = Self.value(property, of: path, where: filter)
      {
        return value
      }
    case .list(let elements):
      switch CollectionProperty(kind) {
      case .count: return try CapturedList.count(elements)
      case .isEmpty: return .predicate(.conjunction(elements.map { $0.condition.negated }))
      case .first, .last, nil: break
      }
    case .predicate, .range, .oneSidedRange, .order: break
    }
    throw unknown
  }

  /// What is asked of the members of a relationship, or of the elements of a list.
  private static func value(
    _ property: CollectionProperty, of path: PropertyPath, where filter: CollectionAggregate.Filter?
  ) -> LoweredExpression? {
    switch property {
    case .count: .operand(.aggregate(CollectionAggregate(.count, of: path, where: filter)))
    case .isEmpty: .predicate(.count(of: path, where: filter, .equal, 0))
    case .first: filter == nil ? .operand(.keyPath(path.appending(PropertyPath.place(0)))) : nil
    case .last: filter == nil ? .operand(.keyPath(path.appending(PropertyPath.lastPlace))) : nil
    }
  }

  /// A property of what a value of the object is.
  private func property(of operand: QueryExpression) throws(QueryError) -> LoweredExpression {
    if let type = Root.Output.self as? any KeyPathResolving.Type {
      guard let name = type.propertyName(for: keyPath) else {
        if isIdentity { return .operand(operand) }
        throw unknown
      }
      if name == "SELF" { return .operand(operand) }
      switch operand {
      case .object: return value(at: PropertyPath(dotted: name))
      case .variable(let variable): return value(at: PropertyPath(dotted: name).rebased(on: variable))
      case .keyPath(let path): return value(at: path.appending(dotted: name))
      default: throw unknown
      }
    }
    if let property = try BuiltInProperty.value(keyPath, of: operand) { return property }
    if case .keyPath(let path) = operand, Root.Output.self is any ListValue.Type,
      let property = CollectionProperty(kind), let value = Self.value(property, of: path, where: nil)
    {
      return value
    }
    if isIdentity { return .operand(operand) }
    if let cases = Root.Output.self as? any CaseIterable.Type {
      return .lookup(
        try LookupTable(casesOf: cases, by: operand) { value in
          (value as? Root.Output).map { .captured($0[keyPath: keyPath]) }
        })
    }
    throw unknown
  }

  /// Whether it leads nowhere: `\.self`. Asked last, as making the key path takes its time.
  private var isIdentity: Bool { keyPath == (\Root.Output.self as AnyKeyPath) }

  private func value(at path: PropertyPath) -> LoweredExpression {
    // The usual types first: asking a type for a conformance is slow.
    if Output.self == Int64.self || Output.self == String.self || Output.self == Bool.self
      || Output.self == String?.self || Output.self == Double.self
    {
      return .operand(.keyPath(path))
    }
    return Output.self is any ToManyPropertyValue.Type ? .members(path, nil) : .operand(.keyPath(path))
  }

  private var unknown: QueryError {
    let types = "of type \(Output.self) of \(Root.Output.self)"
    guard Root.Output.self is any KeyPathResolving.Type else {
      return PredicateLowering.unsupported("the property \(types)")
    }
    return QueryError(
      .unknownKey,
      "a key path in a #Predicate leads to no property of the model: to what is computed \(types)",
      entity: (Root.Output.self as? any KeyPathResolving.Type)?.kindNames.first)
  }
}

extension CollectionProperty {
  /// What Foundation knows a key path as.
  fileprivate init?<Root, Output>(_ kind: PredicateExpressions.KeyPath<Root, Output>.CommonKeyPathKind?) {
    switch kind {
    case .collectionCount: self = .count
    case .collectionIsEmpty: self = .isEmpty
    case .collectionFirst: self = .first
    case .bidirectionalCollectionLast: self = .last
    default: return nil
    }
  }
}

/// Properties of the types of the standard library and of Foundation that values of attributes have.
enum BuiltInProperty {
  private static let secondsBefore1970 = 978_307_200.0

  /// - Returns: nil where the key path is none of them.
  static func value(
    _ keyPath: AnyKeyPath, of operand: QueryExpression
  ) throws(QueryError) -> LoweredExpression? {
    switch keyPath {
    case \String.count: return .operand(.calling(.characterCount, [operand]))
    case \String.isEmpty: return .predicate(PredicateLowering.compare(operand, .equal, .literal(.string(""))))
    case \URL.absoluteString: return .operand(operand)
    case \Date.timeIntervalSinceReferenceDate: return .operand(.calling(.toDouble, [operand]))
    case \Date.timeIntervalSince1970:
      return .operand(
        .calling(.add, [.calling(.toDouble, [operand]), .literal(.double(secondsBefore1970))]))
    default: return nil
    }
  }
}
