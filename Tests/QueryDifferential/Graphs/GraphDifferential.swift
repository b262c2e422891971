import GraphModel
import GraphQuery
import GraphSQL
import GraphstoreTestSupport

/// Random queries over the objects of a graph.
struct GraphDifferential {
  /// So many queries are asked of one graph.
  private static let checksPerGraph = 400

  private let source: RandomGraph

  init(_ random: SeededGenerator) { source = RandomGraph(random) }

  func predicates(_ checks: Int) throws -> DifferentialReport {
    try run(.relationships, checks) { source, graph, database, report in
      let entity = source.random.pick(Relations.model.entities)
      let predicate = source.predicate(on: entity, depth: 3)
      let resolved: ResolvedPredicate
      var memory: [Int64] = []
      let sql: [Int64]
      do {
        resolved = try predicate.resolve(in: entity, model: Relations.model, store: Relations.store)
        for object in graph.objects(of: entity) where try resolved.matches(object) {
          memory.append(object.objectKey)
        }
        sql = try database.keys(resolved, of: entity)
      } catch let error as QueryError where [.typeMismatch, .unsupported].contains(error.code) {
        // Kinds that cannot be compared, and aggregates that are not defined.
        return nil
      } catch {
        return "\(entity.name): \(predicate): \(error)"
      }
      report.compared += 1
      report.answers += memory.count
      if memory != sql { return "\(entity.name): \(predicate): \(memory) in memory, \(sql) in SQL" }
      let again = try QueryPredicate(format: predicate.description)
      return again == predicate ? nil : "\(predicate) is read back as \(again)"
    }
  }

  func sorts(_ checks: Int) throws -> DifferentialReport {
    try run(.relationshipSorts, checks) { source, graph, database, report in
      let entity = source.random.pick(Relations.model.roots)
      let keys = source.sort(on: entity)
      guard let sort = try? ResolvedSort.resolve(keys, in: entity, model: Relations.model) else { return nil }
      let memory = try graph.objects(of: entity).sorted { try sort.precedes($0, $1) }.map(\.objectKey)
      let order = try SortCompiler(QuerySchema(Relations.model)).compile(sort, entity: entity).text
      let sql = try database.keys("SELECT _id FROM \"\(entity.rootName)\" \(order)")
      report.compared += 1
      report.answers += memory.count
      return memory == sql ? nil : "\(entity.name) by \(keys): \(memory) in memory, \(sql) in SQL"
    }
  }

  /// - Parameter check: makes a query and compares; returns the difference.
  private func run(
    _ area: DifferentialArea, _ checks: Int,
    _ check: (
      inout RandomGraph, ReferenceGraph, GraphDatabase, inout DifferentialReport
    ) throws -> String?
  ) throws -> DifferentialReport {
    var source = source
    var report = DifferentialReport(area, seed: source.random.seed)
    var left = checks
    while left > 0 {
      let graph = source.graph()
      let database = try GraphDatabase(Relations.model)
      try database.fill(graph)
      for _ in 0..<min(left, Self.checksPerGraph) {
        report.difference = try check(&source, graph, database, &report)
        if report.difference != nil { return report }
      }
      left -= Self.checksPerGraph
    }
    return report
  }
}
