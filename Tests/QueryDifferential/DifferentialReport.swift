/// What a run of random checks found.
package struct DifferentialReport: Sendable, CustomStringConvertible {
  package let area: DifferentialArea
  package let seed: UInt64
  /// How many random queries were compared; those that are refused for their kinds are not.
  package var compared = 0
  /// How many answers there were among them: rows found, values worked out, errors.
  package var answers = 0
  /// The first difference.
  package var difference: String?

  init(_ area: DifferentialArea, seed: UInt64) {
    self.area = area
    self.seed = seed
  }

  /// What was found, and how to see it again.
  package var description: String {
    if let difference { return "\(area.rawValue): GRAPHSTORE_SEED=\(seed): \(difference)" }
    return "\(area.rawValue): \(compared) compared, \(answers) answers, no difference (seed \(seed))"
  }
}
