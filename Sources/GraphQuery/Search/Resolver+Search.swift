import GraphModel
import GraphValues

/// A spatial index by what finds it in a model.
package struct SpatialIndexKey: Sendable, Hashable {
  package let entity: String
  package let name: String

  package init(entity: String, name: String) {
    self.entity = entity
    self.name = name
  }
}

extension Resolver {
  mutating func shape(of query: FullTextQuery) throws(QueryError) -> PredicateShape {
    .fullText(literal: add(.string(try query.resolvedMatch(in: current, model: model))))
  }

  /// The index finds candidates, and the columns themselves decide: in the same way in memory.
  mutating func shape(of query: SpatialQuery) throws(QueryError) -> PredicateShape {
    let entity = current
    let known = model.spatialIndexes(of: entity)
    guard let index = known.first(where: { $0.name == query.index }) else {
      throw QueryError(
        .unknownKey, "\(entity.name) has no spatial index \"\(query.index)\"", entity: entity.name,
        suggestion: NearName.of(query.index, in: known.map(\.name)))
    }
    guard index.axes.count == query.box.ranges.count else {
      throw QueryError(
        .typeMismatch,
        "the spatial index \"\(index.name)\" of \(entity.name) has \(index.axes.count) dimensions, and the "
          + "box \(query.box.ranges.count)",
        entity: entity.name)
    }
    var ends: [Int32] = []
    var exact: [PredicateShape] = []
    for (axis, range) in zip(index.axes, query.box.ranges) {
      let reach = Self.reach(range, contains: query.relation == .contains)
      ends.append(add(.double(reach.low)))
      ends.append(add(.double(reach.high)))
      let (low, high) = (AttributeValue.double(range.lowerBound), AttributeValue.double(range.upperBound))
      let comparisons: [(String, ComparisonOperator, AttributeValue)] =
        switch query.relation {
        case .intersects: [(axis.minimum, .lessOrEqual, high), (axis.maximum, .greaterOrEqual, low)]
        case .within: [(axis.minimum, .greaterOrEqual, low), (axis.maximum, .lessOrEqual, high)]
        case .contains: [(axis.minimum, .lessOrEqual, low), (axis.maximum, .greaterOrEqual, high)]
        }
      for (name, comparison, bound) in comparisons {
        let path = QueryExpression.keyPath(PropertyPath(dotted: name))
        exact.append(try shape(of: Comparison(path, comparison, .literal(bound))))
      }
      if !axis.isPoint {
        exact.append(
          try shape(
            of: Comparison(
              .keyPath(PropertyPath(dotted: axis.minimum)), .lessOrEqual,
              .keyPath(PropertyPath(dotted: axis.maximum)))))
      }
    }
    let key = SpatialIndexKey(entity: index.entity, name: index.name)
    return .and([.spatialCandidate(key, ends: ends, contains: query.relation == .contains)] + exact)
  }

  /// The bounds for candidates. Those of a `float` are compared rounded to one, which may reach further.
  private static func reach(_ range: ClosedRange<Double>, contains: Bool) -> (low: Double, high: Double) {
    let (low, high) = (range.lowerBound, range.upperBound)
    let (nearLow, nearHigh) = (Double(Float(low)), Double(Float(high)))
    return contains ? (max(low, nearLow), min(high, nearHigh)) : (min(low, nearLow), max(high, nearHigh))
  }
}
