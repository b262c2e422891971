import GraphModel
import GraphQuery
import SQLSyntax

/// Conditions that full-text and spatial indexes answer.
extension PredicateWriter {
  mutating func fullText(_ literal: Int32, negated: Bool) throws(QueryError) -> SQLCondition {
    let key = try name(of: .object)
    let table = schema.fullTextTable(ofRoot: columns(at: 0).entity.rootName)
    let match = bind(.value(literal: literal, scale: nil))
    return list(key, "SELECT rowid FROM \(table) WHERE \(table) MATCH \(match)", negated)
  }

  /// Rows that may be meant, by the R-tree, which rounds away from boxes.
  mutating func spatialCandidate(
    _ index: SpatialIndexKey, _ ends: [Int32], contains: Bool, negated: Bool
  ) throws(QueryError) -> SQLCondition {
    let key = try name(of: .object)
    var conditions: [String] = []
    for axis in 0..<ends.count / 2 {
      let low = bind(.value(literal: ends[2 * axis], scale: nil))
      let high = bind(.value(literal: ends[2 * axis + 1], scale: nil))
      let (minimum, maximum) = SpatialLayout.columns(ofAxis: axis)
      // Boxes within a box have a point in common with it; rounded, they need not lie within it.
      conditions.append("\(SQL.quoted(identifier: minimum)) <= \(contains ? low : high)")
      conditions.append("\(SQL.quoted(identifier: maximum)) >= \(contains ? high : low)")
    }
    let query =
      "SELECT \(SpatialLayout.keyColumn) FROM \(schema.spatialTable(index)) "
      + "WHERE \(conditions.joined(separator: " AND "))"
    return list(key, query, negated)
  }

  private func list(_ key: String, _ query: String, _ negated: Bool) -> SQLCondition {
    let inner = SQLCondition(query)
    return SQLCondition("\(key) \(negated ? "NOT " : "")IN (\(query))", around: inner)
  }
}
