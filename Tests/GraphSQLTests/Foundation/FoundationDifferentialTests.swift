import Foundation
import QueryDifferential
import GraphModel
import GraphQuery
import GraphSQL
import GraphValues
import GraphstoreTestSupport
import QueryDifferential
import Testing

@Suite("#Predicate means what Foundation evaluates")
struct FoundationDifferentialTests {
  private static let rounds =
    ProcessInfo.processInfo.environment["GRAPHSTORE_CHECKS"].flatMap { Int($0) }.map { max(1, $0 / 1_000) }
    ?? 6

  @Test func everyConstructHoldsForTheSameRowsInFoundationInMemoryAndInSQL() throws {
    var random = SeededGenerator(for: "constructs of #Predicate")
    var answers = 0
    for _ in 0..<Self.rounds {
      let table = try Sample.table()
      var rows: [SampleRow] = []
      for _ in 0..<60 {
        let row = SampleRow(random: &random)
        rows.append(row)
        try table.insert(row.values(of: table.entity))
      }
      for predicate in ConstructPredicates(random: &random).all {
        // Foundation has no answer where nil is unwrapped.
        let known = rows.map { try? predicate.evaluate($0) }
        let expected = known.enumerated().filter { $0.element == true }.map { Int64($0.offset + 1) }
        let unknown = Set(known.enumerated().filter { $0.element == nil }.map { Int64($0.offset + 1) })
        do {
          let lowered = try QueryPredicate(predicate)
          let resolved = try table.resolve(lowered)
          let memory = try table.keysInMemory(resolved).filter { !unknown.contains($0) }
          let sql = try table.keysInSQL(resolved).filter { !unknown.contains($0) }
          answers += expected.count
          #expect(memory == expected, "seed \(random.seed): \(lowered)")
          #expect(sql == expected, "seed \(random.seed): \(lowered)")
        } catch {
          Issue.record("seed \(random.seed): \(predicate): \(error)")
        }
      }
    }
    #expect(answers > 0)
  }

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
