import Foundation
import GraphValues

extension ResolvedPredicate {
  /// Whether the predicate holds for an object, exactly as SQL has it.
  ///
  /// - Throws: ``QueryError`` where a regular expression takes too long.
  package func matches(_ source: some SlotSource) throws(QueryError) -> Bool {
    try shape.matches(source, literals, nil)
  }
}

extension PredicateShape {
  /// - Parameter scope: the objects on whose behalf this one is looked at.
  func matches(
    _ source: some SlotSource, _ literals: [AttributeValue], _ scope: ObjectScope?
  ) throws(QueryError) -> Bool {
    switch self {
    case .compare(let column, let relation, let literal):
      let literal = literals[Int(literal)]
      if column.isObject { return Self.holds(relation, key: source.objectKey, literal) }
      guard let order = ValueOrder.compare(source.slotValue(Int(column.slot)), literal) else {
        return relation == .notEqual
      }
      return relation.holds(order)
    case .text(let column, let test, let options, let literal):
      return try TextMatching.holds(
        test, options, source.slotValue(Int(column.slot)), folded: literals[Int(literal)])
    case .and(let shapes):
      for shape in shapes where try !shape.matches(source, literals, scope) { return false }
      return true
    case .or(let shapes):
      for shape in shapes where try shape.matches(source, literals, scope) { return true }
      return false
    case .not(let shape): return try !shape.matches(source, literals, scope)
    case .constant(let value): return value
    case .isNull(let column): return !column.isObject && source.slotValue(Int(column.slot)).isNull
    case .isNotNull(let column): return column.isObject || !source.slotValue(Int(column.slot)).isNull
    case .compareColumns(let first, let relation, let second):
      return Self.holds(relation, Self.value(first, source), Self.value(second, source))
    case .textOfLiteral(let literal, let test, let options, let column):
      return try TextMatching.holds(
        test, options, literals[Int(literal)],
        folded: Self.folded(source.slotValue(Int(column.slot)), test, options))
    case .textOfColumns(let first, let test, let options, let second):
      return try TextMatching.holds(
        test, options, source.slotValue(Int(first.slot)),
        folded: Self.folded(source.slotValue(Int(second.slot)), test, options))
    case .isIn(let column, let options, let literal):
      guard case .array(let elements) = literals[Int(literal)] else { return false }
      return Self.isIn(column, options, elements, source)
    case .fullText(let literal):
      guard case .string(let match) = literals[Int(literal)] else { return false }
      return try source.matchesFullText(match)
    case .spatialCandidate: return true
    case .entity(let numbers):
      return numbers.contains(Int32(truncatingIfNeeded: source.entityNumber))
    case .exists(let path, let shape):
      let inner = ObjectScope(source, within: scope)
      return try path.contains(from: source, scope, literals) { (object) throws(QueryError) in
        try shape.holds(for: object, literals, inner)
      }
    case .values(let operands, let shape):
      var values: [AttributeValue] = []
      values.reserveCapacity(operands.count)
      for operand in operands { values.append(try operand.value(source, literals, scope)) }
      return try shape.matches(OperandValues(values: values), literals, nil)
    }
  }

  private static func holds(_ relation: ValueRelation, key: Int64, _ literal: AttributeValue) -> Bool {
    guard case .reference(let id) = literal else { return relation == .notEqual }
    return (id.key == key) == (relation == .equal)
  }

  /// A column's value; the object itself is compared by its key alone, as references are.
  private static func value(_ column: QueryColumn, _ source: some SlotSource) -> AttributeValue {
    if column.isObject { return .int(source.objectKey) }
    let value = source.slotValue(Int(column.slot))
    if case .reference(let id) = value { return .int(id.key) }
    return value
  }

  private static func holds(
    _ relation: ValueRelation, _ left: AttributeValue, _ right: AttributeValue
  ) -> Bool {
    switch (left.isNull, right.isNull) {
    case (true, true): return relation == .equal
    case (true, false), (false, true): return relation == .notEqual
    case (false, false):
      guard let order = ValueOrder.compare(left, right) else { return relation == .notEqual }
      return relation.holds(order)
    }
  }

  /// An operand from a column in the form that ``TextMatching`` takes.
  private static func folded(
    _ value: AttributeValue, _ test: TextTest, _ options: StringComparisonOptions
  ) -> AttributeValue {
    let text: String
    switch value {
    case .string(let value): text = value
    case .url(let value): text = value.absoluteString
    default: return value
    }
    return .string(test == .matches ? text : TextFolding.fold(text, options))
  }

  private static func isIn(
    _ column: QueryColumn, _ options: StringComparisonOptions, _ elements: [AttributeValue],
    _ source: some SlotSource
  ) -> Bool {
    if column.isObject {
      let key = source.objectKey
      return elements.contains { if case .reference(let id) = $0 { id.key == key } else { false } }
    }
    var value = source.slotValue(Int(column.slot))
    if !options.isEmpty { value = folded(value, .equal, options) }
    return elements.contains { ValueOrder.compare(value, $0) == 0 }
  }
}
