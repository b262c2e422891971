import GraphModel
import GraphValues

/// Two properties compared with each other.
extension Resolver {
  mutating func shape(
    _ first: QueryColumn, _ comparison: Comparison, _ second: QueryColumn
  ) throws(QueryError) -> PredicateShape {
    if let relation = ValueRelation(comparison.comparison), comparison.options.isEmpty {
      return try shape(first, relation, comparison, second)
    }
    guard first.isText, second.isText else {
      if first.kind == .array || second.kind == .array {
        throw QueryError(
          .typeMismatch, "an array attribute is searched by CONTAINS, IN, ANY, ALL or NONE",
          entity: entity.name
        ).at(comparison.operatorPlace)
      }
      throw mismatch(
        "\(comparison.comparison.text) cannot compare \(first.kind.phrase) with \(second.kind.phrase)",
        comparison, place: comparison.operatorPlace)
    }
    switch comparison.comparison {
    case .isIn: return .textOfColumns(second, .contains, comparison.options, first)
    default:
      guard let test = TextTest(comparison.comparison) else {
        throw mismatch("BETWEEN takes a list of two values", comparison, place: comparison.rightPlace)
      }
      return .textOfColumns(first, test, comparison.options, second)
    }
  }

  private func shape(
    _ first: QueryColumn, _ relation: ValueRelation, _ comparison: Comparison, _ second: QueryColumn
  ) throws(QueryError) -> PredicateShape {
    switch (first.kind, second.kind) {
    case (.int16, .int16), (.int16, .int32), (.int16, .int64), (.int32, .int16), (.int32, .int32),
      (.int32, .int64), (.int64, .int16), (.int64, .int32), (.int64, .int64), (.double, .double),
      (.double, .float), (.float, .double), (.float, .float), (.int16, .double), (.int16, .float),
      (.int32, .double), (.int32, .float), (.int64, .double), (.int64, .float), (.double, .int16),
      (.double, .int32), (.double, .int64), (.float, .int16), (.float, .int32), (.float, .int64),
      (.bool, .bool), (.string, .string), (.url, .url), (.string, .url), (.url, .string), (.date, .date),
      (.data, .data), (.uuid, .uuid):
      return .compareColumns(first, relation, second)
    case (.decimal, .decimal) where first.scale == second.scale:
      return .compareColumns(first, relation, second)
    case (.codable, .codable) where relation == .equal || relation == .notEqual:
      return .compareColumns(first, relation, second)
    case (.reference, .reference), (.reference, .object), (.object, .reference), (.object, .object):
      guard relation == .equal || relation == .notEqual else {
        throw mismatch("objects have no order", comparison, place: comparison.operatorPlace)
      }
      guard root(of: first) == root(of: second) else {
        // Objects of two hierarchies are equal only where both are missing.
        let bothMissing = PredicateShape.and([.isNull(first), .isNull(second)])
        let isMissing = first.kind != .object && second.kind != .object
        if !isMissing { return .constant(relation == .notEqual) }
        return relation == .equal ? bothMissing : .not(bothMissing)
      }
      return .compareColumns(first, relation, second)
    default:
      throw mismatch(
        "\(first.kind.phrase) and \(second.kind.phrase) cannot be compared with each other", comparison,
        place: comparison.operatorPlace)
    }
  }
}
