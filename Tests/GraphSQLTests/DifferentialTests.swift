import Foundation
import GraphstoreTestSupport
import QueryDifferential
import Testing

@Suite("SQL and memory agree")
struct DifferentialTests {
  /// More checks where asked for: `GRAPHSTORE_CHECKS=100000`; many more are the command's,
  /// `graphstore-differential`.
  private static let checks = ProcessInfo.processInfo.environment["GRAPHSTORE_CHECKS"].flatMap { Int($0) }

  /// How many queries of an area are asked, and how many of them have to be comparable.
  private static let usual: [(area: DifferentialArea, checks: Int, share: Int)] = [
    (.predicates, 6_000, 2), (.expressions, 6_000, 8), (.comparisons, 6_000, 40), (.sorts, 500, 1),
    (.relationships, 4_000, 4), (.relationshipSorts, 500, 5), (.constructs, 900, 1),
  ]

  @Test func everyAreaIsRun() {
    #expect(Set(Self.usual.map(\.area)) == Set(DifferentialArea.allCases))
  }

  @Test(arguments: DifferentialArea.allCases)
  func randomQueriesGiveTheSameAnswers(_ area: DifferentialArea) throws {
    let usual = try #require(Self.usual.first { $0.area == area })
    let checks = Self.checks ?? usual.checks
    let report = try area.run(checks: checks, SeededGenerator(for: "queries: \(area.rawValue)"))
    #expect(report.difference == nil, "\(report)")
    #expect(report.compared >= checks / usual.share, "\(report)")
    #expect(report.answers > 0, "\(report)")
  }
}
