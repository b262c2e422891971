/// Finds the name that a misspelt one may have been.
enum NearName {
  /// - Returns: the nearest candidate within a third of the name's length, or nil.
  static func of(_ name: String, in candidates: some Sequence<String>) -> String? {
    let letters = Array(name.lowercased().unicodeScalars.prefix(64))
    guard !letters.isEmpty else { return nil }
    var best: (name: String, distance: Int)?
    let limit = max(1, letters.count / 3)
    for candidate in candidates.sorted() {
      let other = Array(candidate.lowercased().unicodeScalars.prefix(64))
      guard abs(other.count - letters.count) <= limit else { continue }
      let distance = distance(letters, other)
      if distance <= limit, distance < best?.distance ?? Int.max { best = (candidate, distance) }
    }
    return best?.name
  }

  /// The fewest insertions, deletions, replacements and swaps of neighbours that make one of the other.
  private static func distance(_ left: [Unicode.Scalar], _ right: [Unicode.Scalar]) -> Int {
    var before: [Int] = []
    var previous = Array(0...right.count)
    for row in left.indices {
      var current = [row + 1]
      current.reserveCapacity(right.count + 1)
      for column in right.indices {
        let replaced = previous[column] + (left[row] == right[column] ? 0 : 1)
        var cost = min(replaced, previous[column + 1] + 1, current[column] + 1)
        if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
          cost = min(cost, before[column - 1] + 1)
        }
        current.append(cost)
      }
      before = previous
      previous = current
    }
    return previous[right.count]
  }
}
