import Foundation
import GraphValues

/// Compares two constants, by the same rules as properties are.
enum ConstantComparison {
  static func holds(
    _ left: AttributeValue, _ comparison: Comparison, _ right: AttributeValue
  ) throws(QueryError) -> Bool {
    do throws(QueryError) {
      return try result(left, comparison.comparison, comparison.options, right)
    } catch {
      throw error.at(comparison.operatorPlace)
    }
  }

  private static func result(
    _ left: AttributeValue, _ comparison: ComparisonOperator, _ options: StringComparisonOptions,
    _ right: AttributeValue
  ) throws(QueryError) -> Bool {
    if let relation = ValueRelation(comparison) { return try holds(left, relation, options, right) }
    switch (comparison, left, right) {
    case (.between, _, .array(let bounds)) where bounds.count == 2:
      guard try holds(left, .greaterOrEqual, options, bounds[0]) else { return false }
      return try holds(left, .lessOrEqual, options, bounds[1])
    case (.isIn, _, .array(let elements)): return try contains(left, elements, options)
    case (.contains, .array(let elements), _): return try contains(right, elements, options)
    case (.isIn, .string(let needle), .string(let text)):
      return try TextMatching.holds(.contains, options, text, needle)
    case (.isIn, _, .null), (.isIn, .null, .string): return false
    case (_, .string(let text), .string(let operand)):
      guard let test = TextTest(comparison) else { break }
      return try TextMatching.holds(test, options, text, operand)
    case (.contains, .null, _), (.contains, .string, .null), (.beginsWith, .null, _), (.endsWith, .null, _),
      (.like, .null, _), (.matches, .null, _), (.beginsWith, .string, .null), (.endsWith, .string, .null),
      (.like, .string, .null), (.matches, .string, .null):
      return false
    default: break
    }
    throw QueryError(
      .typeMismatch, "\(comparison.text) cannot compare \(left.phrase) with \(right.phrase)")
  }

  private static func contains(
    _ value: AttributeValue, _ elements: [AttributeValue], _ options: StringComparisonOptions
  ) throws(QueryError) -> Bool {
    for element in elements {
      // A list may mix kinds; those that cannot be compared are simply different.
      if let equal = try? holds(value, .equal, options, element), equal { return true }
    }
    return false
  }

  private static func holds(
    _ left: AttributeValue, _ relation: ValueRelation, _ options: StringComparisonOptions,
    _ right: AttributeValue
  ) throws(QueryError) -> Bool {
    switch (left, right) {
    case (.null, .null): return relation == .equal
    case (.null, _), (_, .null): return relation == .notEqual
    case (.string(let left), .string(let right)):
      guard let test = TextTest(rawValue: relation.rawValue) else { return false }
      return try TextMatching.holds(test, options, left, right)
    default: break
    }
    if let order = order(left, right) { return relation.holds(order) }
    if isNaN(left) || isNaN(right) { return relation == .notEqual }
    if relation == .equal || relation == .notEqual, sameCase(left, right) {
      return (left == right) == (relation == .equal)
    }
    throw QueryError(.typeMismatch, "\(left.phrase) and \(right.phrase) cannot be compared with each other")
  }

  private static func sameCase(_ left: AttributeValue, _ right: AttributeValue) -> Bool {
    switch (left, right) {
    case (.array, .array), (.reference, .reference), (.codable, .codable): true
    default: false
    }
  }

  private static func isNaN(_ value: AttributeValue) -> Bool {
    switch value {
    case .double(let number): number.isNaN
    case .decimal(let number): number.isNaN
    default: false
    }
  }

  private static func order(_ left: AttributeValue, _ right: AttributeValue) -> Int? {
    if let kind = kind(left), let literal = LiteralCoercion.coerce(right, to: kind) {
      switch literal {
      case .exact(let value): return ValueOrder.compare(left, value)
      case .between(let below):
        guard let below else { return 1 }
        return (ValueOrder.compare(left, below) ?? 0) <= 0 ? -1 : 1
      case .incomparable: return nil
      }
    }
    guard let kind = kind(right), LiteralCoercion.coerce(left, to: kind) != nil else { return nil }
    return order(right, left).map { -$0 }
  }

  private static func kind(_ value: AttributeValue) -> QueryColumn? {
    let kind: QueryColumn.Kind
    switch value {
    case .bool: kind = .bool
    case .int: kind = .int64
    case .double(let number):
      if number.isNaN { return nil }
      kind = .double
    case .decimal(let number):
      if number.isNaN { return nil }
      kind = .decimal
    case .date: kind = .date
    case .data: kind = .data
    case .uuid: kind = .uuid
    case .url: kind = .url
    default: return nil
    }
    return QueryColumn(slot: 0, kind: kind, isOptional: false, storedScale: -1)
  }
}
