import Foundation
import GraphValues

extension PredicateExpressions.ConditionalCast: LowerableExpression {
  func lowered(_ lowering: inout PredicateLowering) throws(QueryError) -> LoweredExpression {
    try Cast<Input.Output, Desired>.value(try lowering.lower(input))
  }
}

extension PredicateExpressions.ForceCast: LowerableExpression {
  func lowered(_ lowering: inout PredicateLowering) throws(QueryError) -> LoweredExpression {
    // An object of another entity is none: there is nothing to trap on.
    try Cast<Input.Output, Desired>.value(try lowering.lower(input))
  }
}

extension PredicateExpressions.TypeCheck: LowerableExpression {
  func lowered(_ lowering: inout PredicateLowering) throws(QueryError) -> LoweredExpression {
    let value = try Cast<Input.Output, Desired>.value(try lowering.lower(input))
    return .predicate(try PredicateLowering.isNil(value).negated)
  }
}

/// A cast from one type to another.
///
/// Objects are of an entity or are not, as the model's inheritance has it; other values are of the type that the
/// predicate gives them.
private enum Cast<Source, Desired> {
  static func value(_ value: LoweredExpression) throws(QueryError) -> LoweredExpression {
    switch value {
    case .captured(let captured):
      guard let cast = captured as? Desired else { return .null }
      return .captured(cast)
    case .operand(.literal):
      guard let source = PredicateLowering.captured(value, as: Source.self) else { break }
      guard let cast = source as? Desired else { return .null }
      return .captured(cast)
    case .choice(let node, let first, let second):
      return .choice(node, try self.value(first), try self.value(second))
    default: break
    }
    let source = (Source.self as? any OptionalValue.Type)?.wrappedType ?? Source.self
    let desired = (Desired.self as? any OptionalValue.Type)?.wrappedType ?? Desired.self
    if source == desired { return value }
    if let source = source as? any KeyPathResolving.Type, let desired = desired as? any KeyPathResolving.Type,
      case .operand(let object) = value, !source.kindNames.isEmpty, !desired.kindNames.isEmpty
    {
      return try self.object(object, source.kindNames, desired.kindNames)
    }
    throw PredicateLowering.unsupported("a cast from \(Source.self) to \(Desired.self)")
  }

  private static func object(
    _ object: QueryExpression, _ sources: [String], _ desired: [String]
  ) throws(QueryError) -> LoweredExpression {
    if sources.allSatisfy({ desired.contains($0) }) { return .operand(object) }
    let entity: PropertyPath
    switch object {
    case .object: entity = .entity
    case .variable(let variable): entity = PropertyPath.entity.rebased(on: variable)
    case .keyPath(let path): entity = path.appending(PropertyPath.entity.first)
    default: throw PredicateLowering.unsupported("a cast of what is worked out")
    }
    let names = AttributeValue.array(desired.map { .string($0) })
    return .choice(
      PredicateLowering.compare(.keyPath(entity), .isIn, .literal(names)), .operand(object), .null)
  }
}
