import Foundation
import GraphModel
import GraphValues

/// A property compared with a constant, either way round.
extension Resolver {
  mutating func shape(
    _ column: QueryColumn, _ comparison: Comparison, _ value: AttributeValue
  ) throws(QueryError) -> PredicateShape {
    if let relation = ValueRelation(comparison.comparison) {
      return try shape(column, relation, comparison, value)
    }
    switch comparison.comparison {
    case .between:
      guard case .array(let bounds) = value, bounds.count == 2 else {
        throw mismatch("BETWEEN takes a list of two values", comparison, place: comparison.rightPlace)
      }
      return .and([
        try shape(column, .greaterOrEqual, comparison, bounds[0]),
        try shape(column, .lessOrEqual, comparison, bounds[1]),
      ])
    case .isIn:
      switch value {
      case .array(let elements): return try membership(of: column, in: elements, comparison)
      case .string where column.isText:
        return .textOfLiteral(literal: add(value), .contains, comparison.options, column)
      case .null: return .constant(false)
      default:
        throw mismatch(
          "IN takes a list, not \(value.phrase)", comparison, place: comparison.rightPlace)
      }
    default:
      guard let test = TextTest(comparison.comparison) else { return .constant(false) }
      return try textShape(column, test, comparison, value)
    }
  }

  mutating func shape(
    _ value: AttributeValue, _ comparison: Comparison, _ column: QueryColumn
  ) throws(QueryError) -> PredicateShape {
    if let relation = ValueRelation(comparison.comparison) {
      return try shape(column, relation.flipped, comparison, value)
    }
    switch (comparison.comparison, value) {
    case (.isIn, _):
      return try textShape(column, .contains, comparison, value)
    case (.contains, .array(let elements)):
      return try membership(of: column, in: elements, comparison)
    case (.between, _):
      throw mismatch("BETWEEN takes a list of two values", comparison, place: comparison.rightPlace)
    default:
      guard let test = TextTest(comparison.comparison) else { return .constant(false) }
      if value.isNull { return .constant(false) }
      guard column.isText, let text = Self.text(value) else { throw notText(column, comparison, value) }
      return .textOfLiteral(literal: add(.string(text)), test, comparison.options, column)
    }
  }

  private mutating func shape(
    _ column: QueryColumn, _ relation: ValueRelation, _ comparison: Comparison, _ value: AttributeValue
  ) throws(QueryError) -> PredicateShape {
    if case .null = value {
      switch relation {
      case .equal: return column.kind == .object ? .constant(false) : .isNull(column)
      case .notEqual: return column.kind == .object ? .constant(true) : .isNotNull(column)
      default: return .constant(false)
      }
    }
    if !comparison.options.isEmpty {
      guard let test = TextTest(rawValue: relation.rawValue) else { return .constant(false) }
      return try textShape(column, test, comparison, value)
    }
    switch try coerce(value, to: column, relation, comparison) {
    case .exact(let value):
      return .compare(column, relation, literal: add(value))
    case .between(let below):
      switch relation {
      case .equal: return .constant(false)
      case .notEqual: return .constant(true)
      case .less, .lessOrEqual:
        return below.map { .compare(column, .lessOrEqual, literal: add($0)) } ?? .constant(false)
      case .greater, .greaterOrEqual:
        return below.map { .compare(column, .greater, literal: add($0)) } ?? .isNotNull(column)
      }
    case .incomparable:
      return .constant(relation == .notEqual)
    }
  }

  private func coerce(
    _ value: AttributeValue, to column: QueryColumn, _ relation: ValueRelation, _ comparison: Comparison
  ) throws(QueryError) -> CoercedLiteral {
    if column.kind == .reference || column.kind == .object {
      return try reference(value, column, relation, comparison)
    }
    if column.kind == .codable, relation != .equal, relation != .notEqual {
      throw mismatch("codable values have no order", comparison, place: comparison.operatorPlace)
    }
    if let literal = LiteralCoercion.coerce(value, to: column) { return literal }
    if column.kind == .array {
      throw QueryError(
        .unsupported,
        "an array attribute is compared with nil only: its elements take CONTAINS, IN, ANY, ALL or NONE",
        entity: entity.name
      ).at(comparison.operatorPlace)
    }
    throw mismatch(
      "\(Self.name(comparison)) is \(column.kind.phrase) and cannot be compared with \(value.phrase)"
        + Self.remark(value, column),
      comparison, place: comparison.operatorPlace)
  }

  /// An object equals the object of the same key and hierarchy, in the same store.
  private func reference(
    _ value: AttributeValue, _ column: QueryColumn, _ relation: ValueRelation, _ comparison: Comparison
  ) throws(QueryError) -> CoercedLiteral {
    guard case .reference(let id) = value else {
      throw mismatch(
        "\(Self.name(comparison)) is an object and is compared with an object or its ID, not with "
          + value.phrase,
        comparison, place: comparison.operatorPlace)
    }
    guard relation == .equal || relation == .notEqual else {
      throw mismatch("objects have no order", comparison, place: comparison.operatorPlace)
    }
    let isOfStore = store.map { $0 == id.storeIdentifier } ?? true
    return isOfStore && root(of: column) == id.home.root ? .exact(value) : .incomparable
  }

  /// The name of the hierarchy whose objects a column holds.
  func root(of column: QueryColumn) -> String? {
    if let operand = column.operand { return operandRoots[operand] }
    return root(of: column, in: current)
  }

  func root(of column: QueryColumn, in entity: ResolvedEntity) -> String? {
    if column.kind == .object { return entity.rootName }
    guard column.kind == .reference else { return nil }
    let property = model.hierarchyProperties(ofRoot: entity.rootName).first { $0.slot == Int(column.slot) }
    return property?.relationship.flatMap { model[$0.destination]?.rootName }
  }

  private mutating func membership(
    of column: QueryColumn, in elements: [AttributeValue], _ comparison: Comparison
  ) throws(QueryError) -> PredicateShape {
    var values: [AttributeValue] = []
    values.reserveCapacity(elements.count)
    var hasNull = false
    for element in elements {
      if case .null = element {
        hasNull = true
      } else if !comparison.options.isEmpty {
        guard column.isText, let text = Self.text(element) else {
          throw notText(column, comparison, element)
        }
        values.append(.string(TextFolding.fold(text, comparison.options)))
      } else if case .exact(let value) = try coerce(element, to: column, .equal, comparison) {
        values.append(value)
      }
    }
    let isNull: PredicateShape? = hasNull && column.kind != .object ? .isNull(column) : nil
    if values.isEmpty { return isNull ?? .constant(false) }
    let isIn = PredicateShape.isIn(column, comparison.options, literal: add(.array(values)))
    return isNull.map { .or([$0, isIn]) } ?? isIn
  }

  func notText(_ column: QueryColumn, _ comparison: Comparison, _ value: AttributeValue) -> QueryError {
    let options = comparison.options.isEmpty ? "" : "[\(comparison.options.letters)]"
    let what = column.isText ? value.phrase : column.kind.phrase
    return mismatch(
      "\(comparison.comparison.text)\(options) compares strings, not \(what)", comparison,
      place: comparison.operatorPlace)
  }

  static func text(_ value: AttributeValue) -> String? {
    switch value {
    case .string(let text): text
    case .url(let url): url.absoluteString
    default: nil
    }
  }

  private static func name(_ comparison: Comparison) -> String {
    switch (comparison.left, comparison.right) {
    case (.keyPath(let path), _), (_, .keyPath(let path)): "\"\(path.text)\""
    default: "SELF"
    }
  }

  private static func remark(_ value: AttributeValue, _ column: QueryColumn) -> String {
    guard case .string = value else { return "" }
    return switch column.kind {
    case .date: " that is no ISO 8601 date"
    case .uuid: " that is no UUID"
    default: ""
    }
  }
}
