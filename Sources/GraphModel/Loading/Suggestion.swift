/// Finds the word that was meant.
package enum Suggestion {
  /// The nearest of the words, or nil where none is near: at most a third of the letters may differ.
  package static func nearest(to word: String, among words: some Collection<String>) -> String? {
    let lowered = Array(word.lowercased().unicodeScalars)
    if lowered.isEmpty || lowered.count > LoadingLimits.nameLength { return nil }
    let most = max(1, min(3, lowered.count / 3))
    var best: (word: String, distance: Int)?
    for candidate in words {
      let other = Array(candidate.lowercased().unicodeScalars)
      if abs(other.count - lowered.count) > most { continue }
      let distance = distance(lowered, other, most: most)
      if distance <= most && distance < best?.distance ?? .max { best = (candidate, distance) }
    }
    return best?.word
  }

  /// The fewest insertions, deletions, replacements and swaps of neighbours between two words; `most + 1`
  /// stands for anything more than `most`.
  static func distance(_ left: [Unicode.Scalar], _ right: [Unicode.Scalar], most: Int) -> Int {
    if left.isEmpty || right.isEmpty { return max(left.count, right.count) }
    var beforeLast: [Int] = []
    var last = Array(0...right.count)
    for row in 1...left.count {
      var current = [row]
      current.reserveCapacity(right.count + 1)
      for column in 1...right.count {
        let same = left[row - 1] == right[column - 1]
        var cost = min(last[column] + 1, current[column - 1] + 1, last[column - 1] + (same ? 0 : 1))
        if row > 1 && column > 1 && left[row - 1] == right[column - 2] && left[row - 2] == right[column - 1] {
          cost = min(cost, beforeLast[column - 2] + 1)
        }
        current.append(cost)
      }
      if current.allSatisfy({ $0 > most }) { return most + 1 }
      beforeLast = last
      last = current
    }
    return last[right.count]
  }
}
