import Foundation
import GraphQuery
import GraphSQL
import GraphValues
import GraphstoreTestSupport
import SQLSyntax

/// Random queries over the rows of one table.
struct RowDifferential {
  private static let operators: [ComparisonOperator] = [
    .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual, .contains, .beginsWith, .endsWith,
  ]
  /// So many queries are asked of one table.
  private static let checksPerTable = 20_000

  private var queries: RandomQueries

  init(_ random: SeededGenerator) throws {
    queries = RandomQueries(random: random, entity: try Sample.table().entity)
  }

  func predicates(_ checks: Int) throws -> DifferentialReport {
    try run(.predicates, checks, rows: 80) { queries, table, report in
      let predicate = queries.predicate(depth: 3)
      guard let resolved = try Self.accepted({ try table.resolve(predicate) }) else { return nil }
      let (memory, sql) = (try table.keysInMemory(resolved), try table.keysInSQL(resolved))
      report.answers += memory.count
      if memory != sql { return "\(predicate): \(memory) in memory, \(sql) in SQL" }
      let again = try QueryPredicate(format: predicate.description)
      report.compared += 1
      return again == predicate ? nil : "\(predicate) is read back as \(again)"
    }
  }

  func expressions(_ checks: Int) throws -> DifferentialReport {
    try run(.expressions, checks, rows: 40) { queries, table, report in
      let expression = queries.expression(depth: 3)
      let resolved = try Self.accepted {
        try expression.resolve(in: table.entity, model: table.model, store: table.store)
      }
      guard let resolved else { return nil }
      let again = try QueryExpression(format: expression.description)
      if again != expression { return "\(expression) is read back as \(again)" }
      let (memory, sql) = (table.valuesInMemory(resolved), try table.valuesInSQL(resolved))
      report.compared += 1
      if memory == nil { report.answers += 1 }
      if memory != sql {
        let row = zip(memory ?? [], sql ?? []).enumerated().first { $0.element.0 != $0.element.1 }
        return "\(expression): \(row.map { "row \($0.offset + 1): \($0.element)" } ?? "one fails")"
      }
      if !resolved.column.isOptional, memory?.contains(.null) == true {
        return "\(expression) is nil, which was thought to be impossible"
      }
      return nil
    }
  }

  func comparisons(_ checks: Int) throws -> DifferentialReport {
    try run(.comparisons, checks, rows: 40) { queries, table, report in
      let comparison = PredicateNode.comparison(
        Comparison(
          queries.expression(depth: 2), queries.random.pick(Self.operators), queries.expression(depth: 2)))
      let predicate = QueryPredicate(queries.random.chance(30) ? .not(comparison) : comparison, depth: 5)
      guard let resolved = try Self.accepted({ try table.resolve(predicate) }) else { return nil }
      let again = try QueryPredicate(format: predicate.description)
      if again != predicate { return "\(predicate) is read back as \(again)" }
      // Where a row has no value, one evaluator may have stopped before it comes to it.
      guard let memory = try? table.keysInMemory(resolved), let sql = try? table.keysInSQL(resolved) else {
        return nil
      }
      report.compared += 1
      report.answers += memory.count
      return memory == sql ? nil : "\(predicate): \(memory) in memory, \(sql) in SQL"
    }
  }

  func sorts(_ checks: Int) throws -> DifferentialReport {
    try run(.sorts, checks, rows: 80) { queries, table, report in
      let keys = queries.sort()
      let sort = try ResolvedSort.resolve(keys, in: table.entity, model: table.model)
      let memory = try table.rows.sorted { try sort.precedes($0, $1) }.map(\.objectKey)
      let order = try SortCompiler(QuerySchema(table.model)).compile(sort, entity: table.entity).text
      let sql = try table.keys("SELECT _id FROM Sample \(order)")
      report.compared += 1
      report.answers += memory.count
      return memory == sql ? nil : "\(keys): \(memory) in memory, \(sql) in SQL"
    }
  }

  /// - Parameter check: makes a query and compares; returns the difference.
  private func run(
    _ area: DifferentialArea, _ checks: Int, rows: Int,
    _ check: (inout RandomQueries, EntityTable, inout DifferentialReport) throws -> String?
  ) throws -> DifferentialReport {
    var queries = queries
    var report = DifferentialReport(area, seed: queries.random.seed)
    var left = checks
    while left > 0 {
      let table = try Sample.table()
      for _ in 0..<rows { try table.insert(queries.row()) }
      for _ in 0..<min(left, Self.checksPerTable) {
        report.difference = try check(&queries, table, &report)
        if report.difference != nil { return report }
      }
      left -= Self.checksPerTable
    }
    return report
  }

  /// nil for what is refused, as values of such kinds are not compared, or constants overflow.
  private static func accepted<Value>(_ body: () throws -> Value) throws -> Value? {
    do {
      return try body()
    } catch let error as QueryError where [.typeMismatch, .arguments, .unsupported].contains(error.code) {
      return nil
    }
  }
}
