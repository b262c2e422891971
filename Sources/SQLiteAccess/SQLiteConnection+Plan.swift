extension SQLiteConnection {
  /// A line of a statement's plan.
  package struct PlanDetail: Sendable {
    package let depth: Int
    package let text: String
  }

  /// SQLite's plan for a statement, which is not run: https://sqlite.org/eqp.html
  package func queryPlan(_ text: String) throws -> [PlanDetail] {
    let statement = try prepareUncached("EXPLAIN QUERY PLAN " + text)
    defer { statement.release() }
    var depths: [Int64: Int] = [:]
    var result: [PlanDetail] = []
    while try statement.step() {
      let depth = (depths[statement.integer(1)] ?? -1) + 1
      depths[statement.integer(0)] = depth
      result.append(PlanDetail(depth: depth, text: statement.text(3)))
    }
    return result
  }
}
