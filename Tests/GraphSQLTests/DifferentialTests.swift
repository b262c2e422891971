import Foundation
import GraphModel
import GraphQuery
import GraphSQL
import GraphstoreTestSupport
import Testing

@Suite("SQL and memory agree")
struct DifferentialTests {
  /// More checks where asked for: `GRAPHSTORE_CHECKS=100000`.
  private static let checks =
    ProcessInfo.processInfo.environment["GRAPHSTORE_CHECKS"].flatMap { Int($0) } ?? 6_000

  private func table(_ queries: inout RandomQueries, rows: Int = 80) throws -> EntityTable {
    let table = try Sample.table()
    for _ in 0..<rows { try table.insert(queries.row()) }
    return table
  }

  @Test func randomPredicatesHoldForTheSameRows() throws {
    let probe = try Sample.table()
    var queries = RandomQueries(
      random: SeededGenerator(for: "predicates in memory and SQL"), entity: probe.entity)
    let table = try table(&queries)
    var answers = 0
    for _ in 0..<Self.checks {
      let predicate = queries.predicate(depth: 3)
      let resolved: ResolvedPredicate
      do {
        resolved = try table.resolve(predicate)
      } catch let error as QueryError where error.code == .typeMismatch {
        // Constants compared with each other may be of any kinds.
        continue
      }
      let (memory, sql) = (try table.keysInMemory(resolved), try table.keysInSQL(resolved))
      answers += memory.count
      #expect(memory == sql, "seed \(queries.random.seed): \(predicate)")
      #expect(try QueryPredicate(format: predicate.description) == predicate, "\(predicate)")
      if memory != sql { break }
    }
    #expect(answers > 0)
  }

  @Test func randomSortsGiveTheSameOrder() throws {
    let probe = try Sample.table()
    var queries = RandomQueries(random: SeededGenerator(for: "sorts in memory and SQL"), entity: probe.entity)
    let table = try table(&queries)
    for _ in 0..<500 {
      let keys = queries.sort()
      let sort = try ResolvedSort.resolve(keys, in: table.entity, model: Sample.model)
      let memory = table.rows.sorted { sort.precedes($0, $1) }.map(\.objectKey)
      let order = try SortCompiler(QuerySchema(Sample.model)).compile(sort, entity: table.entity)
      let sql = try table.keys("SELECT _id FROM Sample \(order)")
      #expect(memory == sql, "seed \(queries.random.seed): \(keys)")
    }
  }
}
