import Foundation
import GraphModel
import GraphQuery
import GraphSQL
import GraphValues
import GraphstoreTestSupport
import QueryDifferential
import Testing

@Suite("#Predicate and #Expression as SQL")
struct FoundationLoweringTests {
  @Test func expressionsGiveFoundationsValues() throws {
    var random = SeededGenerator(for: "constructs of #Expression")
    let table = try Sample.table()
    var rows: [SampleRow] = []
    for _ in 0..<60 {
      let row = SampleRow(random: &random)
      rows.append(row)
      try table.insert(row.values(of: table.entity))
    }
    func check<Output>(
      _ expression: Foundation.Expression<SampleRow, Output>, _ value: (Output) -> AttributeValue
    ) throws {
      let resolved = try QueryExpression(expression).resolve(in: table.entity, model: table.model)
      let expected = try rows.map { value(try expression.evaluate($0)) }
      #expect(try table.rows.map { try resolved.value(for: $0) } == expected, "seed \(random.seed)")
      let compiled = try ExpressionCompiler(QuerySchema(table.model)).compile(resolved, entity: table.entity)
      let sql = try table.values(
        "SELECT \(compiled.text) FROM \"Sample\" ORDER BY _id", compiled.bindings(resolved.literals))
      #expect(sql.count == rows.count)
    }
    try check(#Expression { $0.i * 2 + ($0.io ?? 1) }) { .int($0) }
    try check(#Expression { $0.b ? $0.t : ($0.tn ?? "none") }) { .string($0) }
    try check(#Expression { $0.tn?.count }) { $0.map { .int(Int64($0)) } ?? .null }
    try check(#Expression { $0.dn }) { $0.map { .double($0) } ?? .null }
    try check(#Expression { $0.i > 2 && $0.b }) { .bool($0) }
  }

  @Test func whereSwiftTrapsThereIsAnError() throws {
    let table = try Sample.table()
    var random = SeededGenerator(seed: 1)
    var row = SampleRow(random: &random)
    row.i = .max
    try table.insert(row.values(of: table.entity))
    let zero: Int64 = 0
    let predicates: [Foundation.Predicate<SampleRow>] = [
      #Predicate { $0.i + 1 > 0 }, #Predicate { $0.i * $0.i > 0 }, #Predicate { $0.i / zero > 0 },
      #Predicate { $0.i % zero > 0 }, #Predicate { -(-$0.i - 1) > 0 },
    ]
    for predicate in predicates {
      let resolved = try table.resolve(try QueryPredicate(predicate))
      #expect(throws: QueryError.self) { try table.keysInMemory(resolved) }
      #expect(throws: (any Error).self) { try table.keysInSQL(resolved) }
    }
  }

  @Test func plainComparisonsStayAsPlainAsIndexesNeedThem() throws {
    let table = try Sample.table()
    func sql(_ predicate: Foundation.Predicate<SampleRow>) throws -> String {
      let resolved = try table.resolve(try QueryPredicate(predicate))
      return try PredicateCompiler(QuerySchema(table.model)).compile(resolved.shape, entity: table.entity)
        .text
    }
    let word = "x"
    let scores: [String: Int64] = ["a": 1, "b": 5]
    #expect(try sql(#Predicate { $0.i == 1 }) == "\"i\" = ?1")
    #expect(try sql(#Predicate { ($0.tn ?? "") == word }) == "\"tn\" = ?1")
    #expect(try sql(#Predicate { $0.tn?.starts(with: "a") ?? false }) == "(\"tn\" >= ?1 AND \"tn\" < ?2)")
    #expect(try sql(#Predicate { $0.tn?.contains("a") == true }) == "instr(\"tn\", ?1) > 0")
    #expect(try sql(#Predicate { ($0.io ?? 7) > 5 }) == "(\"io\" IS NULL OR \"io\" > ?1)")
    #expect(try sql(#Predicate { $0.b ? $0.i == 1 : $0.m == 2 }).contains("\"i\" = ?"))
    #expect(
      try sql(#Predicate { scores[$0.t, default: 0] > 3 }) == "\"t\" = ?1")
    #expect(try sql(#Predicate { $0.mood!.isLoud }) == "\"tm\" = ?1")
    #expect(try sql(#Predicate { $0.t.isEmpty }) == "\"t\" = ?1")
  }
}
