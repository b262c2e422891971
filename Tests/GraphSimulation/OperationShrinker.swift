import GraphstoreTestSupport

/// Finds a shorter list of operations that fails as well, by doing it again with some left out.
struct OperationShrinker {
  let model: ReferenceModel
  let isWatched: Bool
  let isUndoable: Bool
  /// How many lists are tried.
  var attempts = 1500

  func shrink(_ operations: [GraphOperation], _ difference: String) -> ([GraphOperation], String) {
    var best = operations
    var found = difference
    var remaining = attempts
    var size = max(1, operations.count / 2)
    while remaining > 0 {
      var start = 0
      var hasShrunk = false
      while start < best.count, remaining > 0 {
        var candidate = best
        candidate.removeSubrange(start..<min(start + size, best.count))
        remaining -= 1
        if let (length, difference) = replay(candidate) {
          best = Array(candidate.prefix(length))
          found = difference
          hasShrunk = true
        } else {
          start += size
        }
      }
      if size == 1, !hasShrunk { break }
      size = max(1, size / 2)
    }
    return (best, found)
  }

  /// How many operations it took to fail, and how; nil where all went well.
  private func replay(_ operations: [GraphOperation]) -> (Int, String)? {
    do {
      let simulation = try GraphSimulation(model, isUndoable: isUndoable)
      for (index, operation) in operations.enumerated() {
        var difference = try simulation.run(operation)
        if difference == nil, isWatched { difference = try simulation.difference() }
        if let difference { return (index + 1, difference) }
      }
      return nil
    } catch {
      return (operations.count, "\(error)")
    }
  }
}
