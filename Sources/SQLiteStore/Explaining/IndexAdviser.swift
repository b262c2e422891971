import GraphModel
import GraphQuery
import GraphSQL
import GraphValues
import ObjectGraph
import SQLSyntax
import SQLiteAccess

/// Finds indexes that would serve a query: SQLite is asked for its plan over an empty copy of the schema with each
/// candidate in place, and only what it uses is advised.
struct IndexAdviser: Sendable {
  let model: ResolvedModel
  let layout: StoreLayout

  private static let indexName = "graphstore_advised_"
  private static let statisticsTable = "sqlite_stat1"

  /// - Parameter lines: the plan as it is.
  func advice(
    for query: StoreQuery, _ text: String, _ lines: [PlanLine], _ connection: SQLiteConnection
  ) -> [IndexAdvice] {
    let score = Score(lines)
    if score.isPerfect { return [] }
    let candidates = IndexCandidates(
      query.predicate?.shape, sort: query.sort, of: query.entity, in: model)
    // Advice is a courtesy: where the copy cannot be made, there is none.
    var advice = (try? indexes(candidates, text, score, connection)) ?? []
    if advice.isEmpty, score.scans > 0 {
      advice = candidates.searched.filter(isFullTextCandidate).map {
        IndexAdvice(.fullText, entity: $0.entity, properties: $0.properties)
      }
    }
    return advice
  }

  private func isFullTextCandidate(_ candidate: IndexCandidates.Candidate) -> Bool {
    guard let entity = model[candidate.entity] else { return false }
    let declared = model.fullTextAttributes(of: entity)
    return candidate.elements.allSatisfy { element in
      entity.property(named: element.property)?.attribute?.type == .string
        && !declared.contains(element.property)
    }
  }

  private func indexes(
    _ candidates: IndexCandidates, _ text: String, _ score: Score, _ connection: SQLiteConnection
  ) throws -> [IndexAdvice] {
    if candidates.groups.isEmpty { return [] }
    let scratch = try copy(of: connection)
    defer { scratch.close() }
    var best = score
    var advice: [IndexAdvice] = []
    for (number, group) in candidates.groups.enumerated() {
      for (index, candidate) in group.enumerated() {
        try scratch.execute(creation(candidate, name: "\(Self.indexName)\(number)_\(index)"))
      }
      let found = Score(try PlanLine.plan(of: text, scratch))
      if found < best {
        best = found
        advice += group.map { IndexAdvice(.index, entity: $0.entity, properties: $0.properties) }
        if best.isPerfect { break }
      } else {
        for index in group.indices {
          try scratch.execute("DROP INDEX \(identifier: "\(Self.indexName)\(number)_\(index)")" as SQL)
        }
      }
    }
    return advice
  }

  private func creation(_ candidate: IndexCandidates.Candidate, name: String) -> SQL {
    let table = model[candidate.entity]?.rootName ?? candidate.entity
    let columns = candidate.elements.map { element -> SQL in
      "\(identifier: element.property)\(sql: SQL(raw: element.isDescending ? " DESC" : ""))"
    }.joined(separator: ", ")
    return "CREATE INDEX \(identifier: name) ON \(identifier: table) (\(sql: columns))"
  }

  /// The schema, with the statistics that the planner goes by, without rows.
  private func copy(of connection: SQLiteConnection) throws -> SQLiteConnection {
    let copy = try SQLiteConnection(path: ":memory:", mode: .readWriteCreate)
    try QueryFunctionTable.register(on: copy)
    try copy.trustSchema()
    for statement in layout.creation(facts: []) { try copy.execute(statement) }
    let known = try connection.query(
      "SELECT 1 FROM sqlite_schema WHERE name = \(bind: .text(Self.statisticsTable))")
    if known.isEmpty { return copy }
    try copy.execute("ANALYZE" as SQL)
    for row in try connection.query("SELECT tbl, idx, stat FROM \(identifier: Self.statisticsTable)") {
      try copy.execute(
        """
        INSERT INTO \(identifier: Self.statisticsTable) \
        VALUES (\(bind: row[0]), \(bind: row[1]), \(bind: row[2]))
        """ as SQL)
    }
    try copy.execute("ANALYZE sqlite_schema" as SQL)
    return copy
  }
}

/// What is bad about a plan: tables looked at whole, then sorting.
private struct Score: Comparable {
  let scans: Int
  let sorts: Int

  init(_ lines: [PlanLine]) {
    scans = lines.filter(\.looksAtAll).count
    sorts = lines.filter { $0.access == .temporarySort }.count
  }

  var isPerfect: Bool { scans == 0 && sorts == 0 }

  static func < (lhs: Score, rhs: Score) -> Bool { (lhs.scans, lhs.sorts) < (rhs.scans, rhs.sorts) }
}
