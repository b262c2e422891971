import GraphQuery

/// The rows of a live result in their order, in chunks that lists share: one that differs in a few rows from another has
/// copies of a few chunks only.
struct LiveList<Value: Sendable>: Sendable {
  typealias Row = LiveRow<Value>

  /// The most rows of a chunk.
  private static var chunkLimit: Int { 256 }

  private var chunks: [ContiguousArray<Row>] = []
  /// The index of each chunk's first row.
  private var starts: [Int] = []
  private(set) var count = 0
  let sort: ResolvedSort

  /// - Parameter rows: in the order that the sort gives them.
  init(_ rows: [Row], sort: ResolvedSort) {
    self.sort = sort
    var index = 0
    while index < rows.count {
      let end = min(index + Self.chunkLimit, rows.count)
      chunks.append(ContiguousArray(rows[index..<end]))
      index = end
    }
    numberChunks(from: 0)
  }

  var isEmpty: Bool { count == 0 }
  var last: Row? { chunks.last?.last }

  /// - Complexity: O(log n).
  subscript(index: Int) -> Row {
    let chunk = chunk(at: index)
    return chunks[chunk][index - starts[chunk]]
  }

  /// The index of a row that is in the list; nil where it is not.
  ///
  /// - Complexity: O(log n) comparisons.
  func index(of row: Row) -> Int? {
    guard let (chunk, offset) = place(of: row.position), offset < chunks[chunk].count,
      chunks[chunk][offset] === row
    else { return nil }
    return starts[chunk] + offset
  }

  /// Whether a place is at or before another.
  func isOrdered(_ first: SortPosition, upTo last: SortPosition) -> Bool {
    !sort.precedes(last, first)
  }

  mutating func insert(_ row: Row) {
    guard let (chunk, offset) = place(of: row.position) else {
      chunks = [[row]]
      return numberChunks(from: 0)
    }
    chunks[chunk].insert(row, at: offset)
    let size = chunks[chunk].count
    if size > Self.chunkLimit {
      let half = ContiguousArray(chunks[chunk][(size / 2)...])
      chunks[chunk].removeSubrange((size / 2)...)
      chunks.insert(half, at: chunk + 1)
    }
    numberChunks(from: chunk)
  }

  /// Takes a row out.
  ///
  /// - Returns: whether it was in the list.
  @discardableResult
  mutating func remove(_ row: Row) -> Bool {
    guard let (chunk, offset) = place(of: row.position), offset < chunks[chunk].count,
      chunks[chunk][offset] === row
    else { return false }
    chunks[chunk].remove(at: offset)
    if chunks[chunk].isEmpty {
      chunks.remove(at: chunk)
    } else if chunk + 1 < chunks.count,
      chunks[chunk].count + chunks[chunk + 1].count <= Self.chunkLimit / 2
    {
      chunks[chunk] += chunks[chunk + 1]
      chunks.remove(at: chunk + 1)
    }
    numberChunks(from: chunk)
    return true
  }

  @discardableResult
  mutating func removeLast() -> Row? {
    guard let row = last else { return nil }
    remove(row)
    return row
  }

  mutating func append(_ rows: [Row]) {
    for row in rows { insert(row) }
  }

  /// The first place at or behind a position; nil in an empty list.
  private func place(of position: SortPosition) -> (chunk: Int, offset: Int)? {
    if chunks.isEmpty { return nil }
    // The last chunk whose first row does not come behind the position.
    var (low, high) = (0, chunks.count)
    while low < high {
      let middle = (low + high) / 2
      if sort.precedes(position, chunks[middle][0].position) { high = middle } else { low = middle + 1 }
    }
    let chunk = max(low - 1, 0)
    (low, high) = (0, chunks[chunk].count)
    while low < high {
      let middle = (low + high) / 2
      if sort.precedes(chunks[chunk][middle].position, position) { low = middle + 1 } else { high = middle }
    }
    return (chunk, low)
  }

  private func chunk(at index: Int) -> Int {
    var (low, high) = (0, starts.count)
    while low < high {
      let middle = (low + high) / 2
      if starts[middle] <= index { low = middle + 1 } else { high = middle }
    }
    return low - 1
  }

  private mutating func numberChunks(from chunk: Int) {
    starts.removeSubrange(min(chunk, starts.count)...)
    var start = chunk == 0 ? 0 : starts[chunk - 1] + chunks[chunk - 1].count
    for chunk in chunks[chunk...] {
      starts.append(start)
      start += chunk.count
    }
    count = start
  }

  // MARK: Sections

  /// The ranges of the rows that have a section in common.
  ///
  /// - Complexity: O(sections · log n).
  func sectionRanges() -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    var start = 0
    while start < count {
      let section = self[start].section
      // Sections lie one behind the other: the end is found in growing steps, then by halving.
      var (low, step) = (start + 1, 1)
      while low + step <= count, self[low + step - 1].section == section {
        low += step
        step *= 2
      }
      var high = min(low + step - 1, count)
      while low < high {
        let middle = (low + high) / 2
        if self[middle].section == section { low = middle + 1 } else { high = middle }
      }
      ranges.append(start..<low)
      start = low
    }
    return ranges
  }
}
