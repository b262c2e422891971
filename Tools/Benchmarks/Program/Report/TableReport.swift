import Foundation

/// The report as a table for people.
struct TableReport {
  let report: BenchmarkReport

  private static let columns = [
    "operation", "graphstore ms", "baseline ms", "ratio", "low", "high", "limit", "proud", "verdict",
    "statements", "rows", "changed", "heap MB",
  ]

  func text() -> String {
    let table = [Self.columns] + report.operations.map(cells)
    let widths = Self.columns.indices.map { column in table.map { $0[column].count }.max() ?? 0 }
    var lines = [
      "\(report.rows) rows, \(report.pairs) pairs, seed \(report.seed), synchronous=\(report.synchronous), "
        + "SQLite \(report.sqlite), \(report.configuration) build",
      "\(report.machine.processor), \(report.machine.cores) cores, \(report.machine.system)",
      "Ratio: median of the pairs' ratios, Graphstore's cost over the baseline's; low and high: its 90 % confidence "
        + "interval.",
      "Statements, rows stepped, rows changed, and heap in use after the work are Graphstore's / the baseline's; the ratio "
        + "of reorder is of rows changed.",
      "",
    ]
    if report.noise { lines.insert("NOISE: the baseline stands in Graphstore's place.", at: 0) }
    if report.configuration == "debug" {
      lines.insert("WARNING: a debug build; build with -c release for figures that mean anything.", at: 0)
    }
    for row in table {
      let padded = zip(row, widths).enumerated().map { column, cell in
        let padding = String(repeating: " ", count: cell.1 - cell.0.count)
        return column == 0 ? cell.0 + padding : padding + cell.0
      }
      lines.append(padded.joined(separator: "  "))
    }
    if let memory = report.memory { lines += ["", memory.sentence] }
    return lines.joined(separator: "\n")
  }

  private func cells(_ result: OperationResult) -> [String] {
    let verdict = result.verdict.map { $0.rawValue + (result.isProud ? ", proud" : "") }
    return [
      result.name, decimal(result.graphstore.milliseconds, 1), decimal(result.baseline.milliseconds, 1),
      decimal(result.ratio, 2), decimal(result.interval.low, 2), decimal(result.interval.high, 2),
      decimal(result.limit?.reach, 2), decimal(result.limit?.proud, 2), verdict ?? "",
      "\(result.graphstore.counts.statements) / \(result.baseline.counts.statements)",
      "\(result.graphstore.counts.rows) / \(result.baseline.counts.rows)",
      "\(result.graphstore.counts.changed) / \(result.baseline.counts.changed)",
      "\(decimal(result.graphstore.heapMegabytes, 1)) / \(decimal(result.baseline.heapMegabytes, 1))",
    ]
  }
}

/// A number with a fixed number of digits, or a dash.
func decimal(_ value: Double?, _ digits: Int) -> String {
  guard let value, value.isFinite else { return "–" }
  return String(format: "%.\(digits)f", value)
}
