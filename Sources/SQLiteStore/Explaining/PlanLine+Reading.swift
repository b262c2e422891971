import GraphSQL
import ObjectGraph
import SQLiteAccess

extension PlanLine {
  /// SQLite's plan for a statement.
  static func plan(of text: String, _ connection: SQLiteConnection) throws -> [PlanLine] {
    let names = aliases(in: text)
    return try connection.queryPlan(text).map { PlanLine($0.text, depth: $0.depth, names: names) }
  }

  var step: QueryPlanStep {
    QueryPlanStep(
      depth: depth, access: QueryPlanStep.Access(access), table: table, index: index, text: text,
      detail: detail)
  }
}

extension QueryPlanStep.Access {
  fileprivate init(_ access: PlanLine.Access) {
    self =
      switch access {
      case .scan: .scan
      case .search: .search
      case .temporaryIndex: .temporaryIndex
      case .virtualTable: .virtualTable
      case .temporarySort: .temporarySort
      case .other: .other
      }
  }
}
