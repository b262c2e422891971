import Foundation

/// Peak memory of fetch-all, in megabytes.
struct MemoryReport: Codable {
  let nothing: Double
  let baseline: Double
  let graphstore: Double
  let reach: Double
  let proud: Double

  /// The medians of a few child processes each; nil where the system does not tell.
  init?(graphstoreStore: URL, baselineStore: URL, runs: Int) throws {
    guard FileManager.default.fileExists(atPath: "/proc/self/status") else { return nil }
    var peaks: [MemoryProbe.Subject: [Double]] = [:]
    for _ in 0..<runs {
      for subject in MemoryProbe.Subject.allCases {
        let store = subject == .graphstore ? graphstoreStore : baselineStore
        peaks[subject, default: []].append(try MemoryProbe.measure(subject, store: store))
      }
    }
    nothing = median(peaks[.nothing, default: []])
    baseline = median(peaks[.baseline, default: []])
    graphstore = median(peaks[.graphstore, default: []])
    reach = Limits.memory.reach
    proud = Limits.memory.proud
  }

  private enum CodingKeys: String, CodingKey {
    case nothing = "nothing_peak_mb"
    case baseline = "baseline_peak_mb"
    case graphstore = "graphstore_peak_mb"
    case reach = "limit_above_baseline_mb"
    case proud = "proud_above_baseline_mb"
  }

  var sentence: String {
    "Peak memory of fetch-all: Graphstore \(decimal(graphstore, 1)) MB, baseline \(decimal(baseline, 1)) MB, "
      + "difference \(decimal(graphstore - baseline, 1)) MB (limit \(decimal(reach, 0)), proud \(decimal(proud, 0))); "
      + "the same program doing nothing: \(decimal(nothing, 1)) MB."
  }
}
