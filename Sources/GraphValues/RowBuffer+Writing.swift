/// Writing by row and slot: what fills batches and what changes rows of new objects.
extension RowBuffer {
  /// The most bytes of text and blobs that a batch can address.
  package static let byteLimit = Int(UInt32.max)

  mutating func setWord(_ slot: Int, row: Int, _ word: UInt64) {
    let base = row &* layout.stride
    words[base &+ layout.firstSlot &+ slot] = word
    words[base &+ RowLayout.headerWords &+ slot / 64] &= ~(1 << UInt64(slot % 64))
  }

  mutating func setNull(_ slot: Int, row: Int) {
    let base = row &* layout.stride
    words[base &+ layout.firstSlot &+ slot] = 0
    words[base &+ RowLayout.headerWords &+ slot / 64] |= 1 << UInt64(slot % 64)
  }

  mutating func set(_ slot: Int, row: Int, text: String) {
    let start = bytes.count
    let done: Void? = text.utf8.withContiguousStorageIfAvailable { bytes.append(contentsOf: $0) }
    if done == nil { bytes.append(contentsOf: text.utf8) }
    setRange(slot, row: row, from: start)
  }

  /// Sets a text that is of a usual size, as long as the rows are.
  ///
  /// - Parameter goal: the bytes that a full batch has about.
  /// - Returns: how many bytes of an older text no slot refers to any more; nil where nothing is set.
  mutating func replace(_ slot: Int, row: Int, text: String, goal: Int) -> Int? {
    let count = text.utf8.count
    guard count <= goal / 2, bytes.count &+ count <= goal &* 4 else { return nil }
    let left = isNull(slot, row: row) ? 0 : byteRange(slot, row: row).count
    set(slot, row: row, text: text)
    return left
  }

  mutating func set(_ slot: Int, row: Int, bytes new: some Collection<UInt8>) {
    let start = bytes.count
    bytes.append(contentsOf: new)
    setRange(slot, row: row, from: start)
  }

  mutating func set(_ slot: Int, row: Int, first: UInt8, bytes new: some Collection<UInt8>) {
    let start = bytes.count
    bytes.append(first)
    bytes.append(contentsOf: new)
    setRange(slot, row: row, from: start)
  }

  private mutating func setRange(_ slot: Int, row: Int, from start: Int) {
    precondition(bytes.count <= Self.byteLimit, "a batch of rows holds less than 4 GiB of bytes")
    setWord(slot, row: row, UInt64(start) << 32 | UInt64(bytes.count - start))
  }
}
