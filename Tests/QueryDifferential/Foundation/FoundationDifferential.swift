import Foundation
import GraphQuery
import GraphstoreTestSupport

/// Compares what `#Predicate` is lowered to with what Foundation evaluates.
struct FoundationDifferential {
  private var random: SeededGenerator
  private var report: DifferentialReport

  init(_ random: SeededGenerator) {
    self.random = random
    report = DifferentialReport(.constructs, seed: random.seed)
  }

  /// Asks every construct about rows of chance, with other constants each time.
  consuming func predicates(_ checks: Int) throws -> DifferentialReport {
    while report.compared < checks, report.difference == nil {
      let table = try Sample.table()
      var rows: [SampleRow] = []
      for _ in 0..<60 {
        let row = SampleRow(random: &random)
        rows.append(row)
        try table.insert(row.values(of: table.entity))
      }
      for predicate in ConstructPredicates(random: &random).all {
        try compare(predicate, rows, table)
        if report.difference != nil { break }
      }
    }
    return report
  }

  private mutating func compare(
    _ predicate: Foundation.Predicate<SampleRow>, _ rows: [SampleRow], _ table: EntityTable
  ) throws {
    // Foundation has no answer where nil is unwrapped.
    let answers = rows.map { try? predicate.evaluate($0) }
    func keys(where answer: Bool?) -> [Int64] {
      answers.indices.filter { answers[$0] == answer }.map { Int64($0 + 1) }
    }
    let (expected, unknown) = (keys(where: true), Set(keys(where: nil)))
    report.compared += 1
    report.answers += expected.count
    do {
      let lowered = try QueryPredicate(predicate)
      let resolved = try table.resolve(lowered)
      let memory = try table.keysInMemory(resolved).filter { !unknown.contains($0) }
      let sql = try table.keysInSQL(resolved).filter { !unknown.contains($0) }
      if memory != expected || sql != expected {
        report.difference =
          "\(lowered): \(expected) in Foundation, \(memory) in memory, \(sql) in SQL"
      }
    } catch {
      report.difference = "\(predicate): \(error)"
    }
  }
}
