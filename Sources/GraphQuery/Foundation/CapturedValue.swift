import Foundation
import GraphValues

/// Brings values that a predicate captured into the query.
enum CapturedValue {
  /// - Returns: the value as it is where it is of a kind that no property has.
  static func lowered(_ value: Any) -> LoweredExpression {
    if let argument = value as? any PredicateArgument {
      let operand = argument.predicateOperand.expression
      if case .range(let lower, let upper, let isClosed) = operand {
        return .range(.operand(.literal(lower)), .operand(.literal(upper)), isClosed: isClosed)
      }
      return .operand(operand)
    }
    if let range = value as? any OneSidedRange { return range.lowered() ?? .captured(value) }
    if let optional = value as? any OptionalValue {
      return optional.wrappedValue.map { lowered($0) } ?? .null
    }
    if let order = value as? ComparisonResult { return .operand(.literal(.int(Int64(order.rawValue)))) }
    if let raw = value as? any RawRepresentable { return rawValue(raw) }
    if let elements = value as? any Sequence, let list = list(elements) { return .operand(list) }
    return .captured(value)
  }

  private static func rawValue(_ value: some RawRepresentable) -> LoweredExpression {
    lowered(value.rawValue)
  }

  private static func list(_ elements: some Sequence) -> QueryExpression? {
    var values: [AttributeValue] = []
    for element in elements {
      guard case .operand(.literal(let value)) = lowered(element) else { return nil }
      values.append(value)
    }
    return .literal(.array(values))
  }
}

private protocol OneSidedRange {
  func lowered() -> LoweredExpression?
}

extension OneSidedRange {
  fileprivate func lowered(_ comparison: ComparisonOperator, _ bound: Any) -> LoweredExpression? {
    guard case .operand(let bound) = CapturedValue.lowered(bound) else { return nil }
    return .oneSidedRange(comparison, .operand(bound))
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
