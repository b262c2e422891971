import GraphValues

extension ResultsDifference {
  /// The difference of two lists of which is known where they differ.
  ///
  /// - Complexity: O(changes · log rows + sections).
  static func between<Value: Sendable>(
    _ old: LiveList<Value>, _ oldSections: [ResultsSection], _ new: LiveList<Value>,
    _ newSections: [ResultsSection], _ changes: [Int64: LiveUpdate<Value>.Change]
  ) -> ResultsDifference {
    var difference = ResultsDifference()
    let oldIndices = changes.mapValues { $0.old.flatMap(old.index(of:)) }
    let newIndices = changes.mapValues { $0.new.flatMap(new.index(of:)) }
    let removed = oldIndices.values.compactMap { $0 }.sorted()
    let added = newIndices.values.compactMap { $0 }.sorted()
    var kept: [(old: Int, new: Int, isUpdated: Bool)] = []
    for (key, change) in changes {
      switch (oldIndices[key] ?? nil, newIndices[key] ?? nil) {
      case (let oldIndex?, let newIndex?):
        kept.append((oldIndex, newIndex, change.old?.version != change.new?.version))
      case (let oldIndex?, nil): difference.deletions.append(oldSections.place(of: oldIndex))
      case (nil, let newIndex?): difference.insertions.append(newSections.place(of: newIndex))
      case (nil, nil): break
      }
    }
    kept.sort { $0.new < $1.new }
    var last: Int?
    for row in kept {
      let from = oldSections.place(of: row.old)
      let to = newSections.place(of: row.new)
      // The rows that are the same ones before it tell whether it has changed places with any of them.
      let staysAmongOthers =
        row.old - removed.countBelow(row.old) == row.new - added.countBelow(row.new)
      let isSameSection =
        oldSections[from.section].value == newSections[to.section].value
      if staysAmongOthers, isSameSection, last.map({ $0 < row.old }) ?? true {
        last = row.old
        difference.updates.append(to)
      } else {
        difference.moves.append(Move(from: from, to: to))
        if row.isUpdated { difference.updates.append(to) }
      }
    }
    difference.deletions.sort(by: >)
    difference.insertions.sort()
    let (gone, come) = Self.sections(oldSections, newSections)
    difference.deletedSections = gone.reversed()
    difference.insertedSections = come
    return difference
  }

  /// The sections that are only in the first list and those that are only in the second; both have one order.
  private static func sections(
    _ old: [ResultsSection], _ new: [ResultsSection]
  ) -> (gone: [Int], come: [Int]) {
    let before = Set(old.map(\.value))
    let after = Set(new.map(\.value))
    return (
      old.indices.filter { !after.contains(old[$0].value) },
      new.indices.filter { !before.contains(new[$0].value) }
    )
  }
}

extension [Int] {
  /// How many of the elements, which ascend, are below a limit.
  fileprivate func countBelow(_ limit: Int) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if self[middle] < limit { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

extension [ResultsSection] {
  /// The place of a row of the list.
  func place(of index: Int) -> ResultsIndex {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if self[middle].rows.lowerBound <= index { low = middle + 1 } else { high = middle }
    }
    let section = Swift.max(low - 1, 0)
    return ResultsIndex(section: section, item: index - self[section].rows.lowerBound)
  }
}
