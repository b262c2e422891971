/// The same work done by Graphstore and by hand.
///
/// What is not the operation itself (opening, copying, loading what is to be released) happens outside
/// `Workbench.measure`, on both sides. Writes include a checkpoint of the log on both sides: moving that work out of
/// the commit does not remove it.
protocol BenchmarkOperation: Sendable {
  /// The name in tables, options and JSON.
  var name: String { get }
  /// What is measured, for people.
  var summary: String { get }
  /// What the ratio is of.
  var metric: Metric { get }

  func graphstore(_ bench: Workbench) throws -> Sample
  func baseline(_ bench: Workbench) throws -> Sample
}

extension BenchmarkOperation {
  var metric: Metric { .time }

  func run(_ contender: Contender, _ bench: Workbench) throws -> Sample {
    switch contender {
    case .graphstore: try graphstore(bench)
    case .baseline: try baseline(bench)
    }
  }
}
