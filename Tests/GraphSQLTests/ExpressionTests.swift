import Foundation
import GraphModel
import GraphQuery
import GraphSQL
import GraphValues
import GraphstoreTestSupport
import SQLSyntax
import SQLiteAccess
import QueryDifferential
import Testing

@Suite("Expressions in memory and SQL")
struct ExpressionTests {
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
      let values = try #require(try table.valuesInSQL(resolved))
      #expect(values == table.valuesInMemory(resolved))
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
