import Foundation
import GraphstoreTestSupport
import QueryDifferential

// graphstore-differential [--checks N] [--seed S] [AREA …]: random queries, asked of memory and of SQL.

var checks = 1_000_000
var seed = UInt64.random(in: 0...UInt64.max)
var areas: [DifferentialArea] = []
var arguments = CommandLine.arguments.dropFirst()
while let argument = arguments.popFirst() {
  if argument == "--checks", let number = arguments.popFirst().flatMap({ Int($0) }) {
    checks = number
  } else if argument == "--seed", let number = arguments.popFirst().flatMap({ UInt64($0) }) {
    seed = number
  } else if let area = DifferentialArea(rawValue: argument) {
    areas.append(area)
  } else {
    let names = DifferentialArea.allCases.map(\.rawValue).joined(separator: " ")
    print("usage: graphstore-differential [--checks N] [--seed S] [AREA …]\nareas: \(names)")
    exit(64)
  }
}
if areas.isEmpty { areas = DifferentialArea.allCases }
var isClean = true
for area in areas {
  let report = try area.run(checks: max(1, checks / areas.count), SeededGenerator(seed: seed))
  print(report)
  // Reports are seen as they come.
  fflush(nil)
  if report.difference != nil { isClean = false }
}
exit(isClean ? 0 : 1)
