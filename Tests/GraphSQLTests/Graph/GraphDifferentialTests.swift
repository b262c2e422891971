import Foundation
import GraphModel
import GraphQuery
import GraphSQL
import GraphstoreTestSupport
import Testing

@Suite("SQL and memory agree on relationships")
struct GraphDifferentialTests {
  /// More checks where asked for: `GRAPHSTORE_CHECKS=100000`.
  private static let checks =
    ProcessInfo.processInfo.environment["GRAPHSTORE_CHECKS"].flatMap { Int($0) } ?? 4_000

  @Test func randomPredicatesHoldForTheSameObjects() throws {
    var source = RandomGraph(SeededGenerator(for: "predicates through relationships"))
    var answers = 0
    var compared = 0
    for _ in 0..<max(1, Self.checks / 400) {
      let graph = source.graph()
      let database = try GraphDatabase(Relations.model)
      try database.fill(graph)
      for _ in 0..<400 {
        let entity = source.random.pick(Relations.model.entities)
        let predicate = source.predicate(on: entity, depth: 3)
        do {
          let resolved = try predicate.resolve(in: entity, model: Relations.model, store: Relations.store)
          var memory: [Int64] = []
          for object in graph.objects(of: entity) where try resolved.matches(object) {
            memory.append(object.objectKey)
          }
          let sql = try database.keys(resolved, of: entity)
          #expect(memory == sql, "seed \(source.random.seed): \(entity.name): \(predicate)")
          #expect(try QueryPredicate(format: predicate.description) == predicate, "\(predicate)")
          compared += 1
          answers += memory.count
          if memory != sql { return }
        } catch let error as QueryError where [.typeMismatch, .unsupported].contains(error.code) {
          // Kinds that cannot be compared, and aggregates that are not defined.
          continue
        }
      }
    }
    #expect(compared > Self.checks / 4)
    #expect(answers > 0)
  }

  @Test func randomSortsGiveTheSameOrder() throws {
    var source = RandomGraph(SeededGenerator(for: "sorts through relationships"))
    let graph = source.graph()
    let database = try GraphDatabase(Relations.model)
    try database.fill(graph)
    var compared = 0
    for _ in 0..<500 {
      let entity = source.random.pick(Relations.model.roots)
      let keys = source.sort(on: entity)
      guard let sort = try? ResolvedSort.resolve(keys, in: entity, model: Relations.model) else { continue }
      let memory = graph.objects(of: entity).sorted { sort.precedes($0, $1) }.map(\.objectKey)
      let order = try SortCompiler(QuerySchema(Relations.model)).compile(sort, entity: entity)
      let sql = try database.keys("SELECT _id FROM \"\(entity.rootName)\" \(order)")
      #expect(memory == sql, "seed \(source.random.seed): \(keys)")
      compared += 1
    }
    #expect(compared > 100)
  }
}
