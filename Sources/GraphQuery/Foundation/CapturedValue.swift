import Foundation
import GraphValues

/// Brings values that a predicate captured into the query.
enum CapturedValue {
  static func lowered<Value>(_ value: Value) -> LoweredExpression {
    // The usual types first: asking a type for a conformance is slow.
    if let value = value as? Int64 { return .operand(.literal(.int(value))) }
    if let value = value as? Int { return .operand(.literal(.int(Int64(value)))) }
    if let value = value as? String { return .operand(.literal(.string(value))) }
    if let value = value as? Bool { return .operand(.literal(.bool(value))) }
    return any(value)
  }

  private static func any(_ value: Any) -> LoweredExpression {
    if let argument = value as? any PredicateArgument {
      let operand = argument.predicateOperand.expression
      if case .range(let lower, let upper, let isClosed) = operand {
        return .range(.literal(lower), .literal(upper), isClosed: isClosed)
      }
      return .operand(operand)
    }
    if let range = value as? any OneSidedRange { return range.lowered() ?? .foreign(value) }
    if let optional = value as? any AnyOptional {
      return optional.wrapped.map { any($0) } ?? .operand(.literal(.null))
    }
    if let raw = value as? any RawRepresentable { return rawValue(raw) }
    if let elements = value as? any Sequence, let list = list(elements) { return .operand(list) }
    return .foreign(value)
  }

  private static func rawValue(_ value: some RawRepresentable) -> LoweredExpression { any(value.rawValue) }

  private static func list(_ elements: some Sequence) -> QueryExpression? {
    var values: [AttributeValue] = []
    for element in elements {
      guard case .operand(.literal(let value)) = any(element) else { return nil }
      values.append(value)
    }
    return .literal(.array(values))
  }
}

private protocol AnyOptional {
  var wrapped: Any? { get }
}

extension Optional: AnyOptional {
  fileprivate var wrapped: Any? { self }
}

private protocol OneSidedRange {
  func lowered() -> LoweredExpression?
}

extension OneSidedRange {
  fileprivate func lowered(_ comparison: ComparisonOperator, _ bound: Any) -> LoweredExpression? {
    guard case .operand(let bound) = CapturedValue.lowered(bound) else { return nil }
    return .oneSidedRange(comparison, bound)
  }
}

extension PartialRangeFrom: OneSidedRange {
  fileprivate func lowered() -> LoweredExpression? { lowered(.greaterOrEqual, lowerBound) }
}

extension PartialRangeUpTo: OneSidedRange {
  fileprivate func lowered() -> LoweredExpression? { lowered(.less, upperBound) }
}

extension PartialRangeThrough: OneSidedRange {
  fileprivate func lowered() -> LoweredExpression? { lowered(.lessOrEqual, upperBound) }
}
