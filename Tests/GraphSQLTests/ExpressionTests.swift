import Foundation
import GraphModel
import GraphQuery
import GraphSQL
import GraphValues
import GraphstoreTestSupport
import SQLSyntax
import SQLiteAccess
import Testing

@Suite("Expressions in memory and SQL")
struct ExpressionTests {
  /// More checks where asked for: `GRAPHSTORE_CHECKS=100000`.
  private static let checks =
    ProcessInfo.processInfo.environment["GRAPHSTORE_CHECKS"].flatMap { Int($0) } ?? 6_000

  /// nil for what takes no values of such kinds.
  private func resolved(_ expression: QueryExpression, in table: EntityTable) throws -> ResolvedExpression? {
    do {
      return try expression.resolve(in: table.entity, model: table.model, store: table.store)
    } catch {
      if [.typeMismatch, .arguments].contains(error.code) { return nil }
      throw error
    }
  }

  /// The values of an expression for all rows, as a column keeps them; nil where working them out fails.
  private func memory(_ expression: ResolvedExpression, _ table: EntityTable) -> [SQLValue]? {
    var result: [SQLValue] = []
    for row in table.rows {
      guard let value = try? expression.value(for: row) else { return nil }
      let kept = SQLValue(value, scale: expression.operand.scale) ?? .null
      // SQLite keeps no negative zero.
      result.append(kept == .real(-0.0) ? .real(0) : kept)
    }
    return result
  }

  private func sql(_ expression: ResolvedExpression, _ table: EntityTable) throws -> [SQLValue]? {
    let compiled = try ExpressionCompiler(QuerySchema(table.model)).compile(expression, entity: table.entity)
    return try? table.values(
      "SELECT \(compiled.text) FROM \"\(table.entity.rootName)\" ORDER BY _id",
      compiled.bindings(expression.literals))
  }

  @Test func randomExpressionsGiveTheSameValues() throws {
    let probe = try Sample.table()
    var queries = RandomQueries(
      random: SeededGenerator(for: "expressions in memory and SQL"), entity: probe.entity)
    let table = try Sample.table()
    for _ in 0..<40 { try table.insert(queries.row()) }
    var (compared, failed) = (0, 0)
    for _ in 0..<Self.checks {
      let expression = queries.expression(depth: 3)
      guard let resolved = try resolved(expression, in: table) else { continue }
      let (memory, sql) = (memory(resolved, table), try sql(resolved, table))
      if memory != sql {
        let row = zip(memory ?? [], sql ?? []).enumerated().first { $1.0 != $1.1 }
        Issue.record("seed \(queries.random.seed): \(expression): \(String(describing: row))")
        break
      }
      if resolved.column.isOptional == false, let memory { #expect(!memory.contains(.null), "\(expression)") }
      compared += 1
      if memory == nil { failed += 1 }
    }
    #expect(compared > Self.checks / 8)
    #expect(failed > 0)
  }

  @Test func randomComparisonsOfExpressionsHoldForTheSameRows() throws {
    let probe = try Sample.table()
    var queries = RandomQueries(
      random: SeededGenerator(for: "comparisons of expressions"), entity: probe.entity)
    let table = try Sample.table()
    for _ in 0..<40 { try table.insert(queries.row()) }
    let operators: [ComparisonOperator] = [
      .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual, .contains, .beginsWith, .endsWith,
    ]
    var compared = 0
    for _ in 0..<Self.checks {
      let comparison = PredicateNode.comparison(
        Comparison(
          queries.expression(depth: 2), queries.random.pick(operators), queries.expression(depth: 2)))
      let predicate = QueryPredicate(queries.random.chance(30) ? .not(comparison) : comparison, depth: 5)
      let resolved: ResolvedPredicate
      do {
        resolved = try table.resolve(predicate)
      } catch let error as QueryError where [.typeMismatch, .arguments].contains(error.code) {
        continue
      }
      let (memory, sql) = (try? table.keysInMemory(resolved), try? table.keysInSQL(resolved))
      // Where a row has no value, one evaluator may have stopped before it comes to it.
      guard let memory, let sql else { continue }
      if memory != sql {
        Issue.record("seed \(queries.random.seed): \(predicate): \(memory) in memory, \(sql) in SQL")
        break
      }
      compared += 1
    }
    #expect(compared > Self.checks / 40)
  }

  @Test func functionsMayBeNestedAndChained() throws {
    let table = try Sample.table()
    var queries = RandomQueries(random: SeededGenerator(for: "nested functions"), entity: table.entity)
    for _ in 0..<3 { try table.insert(queries.row()) }
    let property = QueryExpression.keyPath(PropertyPath("s"))
    var nested = property
    for _ in 0..<15 { nested = .calling(.negate, [nested]) }
    for expression in [
      nested, .function(.add, Array(repeating: property, count: 1_000)),
    ] {
      let resolved = try expression.resolve(in: table.entity, model: table.model)
      let values = try #require(try sql(resolved, table))
      #expect(values == memory(resolved, table))
    }
    for _ in 0..<84 { nested = .calling(.negate, [nested]) }
    let resolved = try nested.resolve(in: table.entity, model: table.model)
    #expect(throws: QueryError.self) {
      try ExpressionCompiler(QuerySchema(table.model)).compile(resolved, entity: table.entity)
    }
    #expect(throws: QueryError.self) {
      try QueryExpression.calling(.negate, [.calling(.negate, [nested])]).resolve(
        in: table.entity, model: table.model)
    }
  }

  @Test func integersOverflowWithAnError() throws {
    let table = try Sample.table()
    for (function, left, right) in [
      (ValueFunction.add, Int64.max, Int64(1)), (.subtract, .min, 1), (.multiply, .max, 2), (.divide, 1, 0),
      (.remainder, 1, 0), (.divide, .min, -1),
    ] {
      #expect(throws: QueryError.self) {
        try QueryExpression.function(function, [.literal(.int(left)), .literal(.int(right))]).resolve(
          in: table.entity, model: table.model)
      }
    }
  }
}
