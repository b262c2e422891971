/// Fills a batch of packed rows, a row after the other, a slot after the other.
package struct PackedRowsBuilder {
  /// The most bytes of text and blobs that a batch can address.
  package static let byteLimit = Int(UInt32.max)

  package let layout: RowLayout
  package private(set) var words: [UInt64] = []
  package private(set) var bytes: [UInt8] = []
  private var base = 0
  /// What a row begins with behind its header: every slot null.
  private let nulls: [UInt64]

  /// - Parameters:
  ///   - rows: the rows to keep room for.
  ///   - byteCount: the bytes of texts and blobs to keep room for.
  package init(layout: RowLayout, reserving rows: Int = 0, bytes byteCount: Int = 0) {
    self.layout = layout
    nulls =
      Array(repeating: .max, count: layout.nullWords) + Array(repeating: 0, count: layout.kinds.count)
    words.reserveCapacity(rows * layout.stride)
    bytes.reserveCapacity(byteCount)
  }

  package var count: Int { words.count / layout.stride }

  /// Begins a row whose slots are all null until set.
  package mutating func beginRow(key: Int64, version: Int64, entityNumber: Int = 0) {
    base = words.count
    words.append(UInt64(bitPattern: key))
    words.append(UInt64(bitPattern: version))
    words.append(UInt64(entityNumber))
    words.append(contentsOf: nulls)
  }

  package mutating func setWord(_ slot: Int, _ word: UInt64) {
    words[base &+ layout.firstSlot &+ slot] = word
    words[base &+ RowLayout.headerWords &+ slot / 64] &= ~(1 << UInt64(slot % 64))
  }

  package mutating func set(_ slot: Int, integer: Int64) {
    setWord(slot, UInt64(bitPattern: integer))
  }

  package mutating func set(_ slot: Int, real: Double) {
    setWord(slot, real.storedBitPattern)
  }

  package mutating func set(_ slot: Int, text: String) {
    let start = bytes.count
    let done: Void? = text.utf8.withContiguousStorageIfAvailable { bytes.append(contentsOf: $0) }
    if done == nil { bytes.append(contentsOf: text.utf8) }
    setRange(slot, from: start)
  }

  package mutating func set(_ slot: Int, bytes new: some Collection<UInt8>) {
    let start = bytes.count
    bytes.append(contentsOf: new)
    setRange(slot, from: start)
  }

  /// Copies a slot of another batch with the same kind there.
  package mutating func copy(_ slot: Int, from rows: PackedRows, row: Int, slot source: Int) {
    copy(slot, from: rows.buffer, row: row, slot: source)
  }

  /// Copies a slot of other rows with the same kind there.
  package mutating func copy(_ slot: Int, from rows: RowBuffer, row: Int, slot source: Int) {
    if rows.isNull(source, row: row) { return }
    switch layout.kinds[slot] {
    case .integer, .real: setWord(slot, rows.word(source, row: row))
    case .text, .blob: set(slot, bytes: rows.blob(source, row: row))
    }
  }

  package func finish() -> PackedRows {
    PackedRows(layout: layout, words: words, bytes: bytes)
  }

  private mutating func setRange(_ slot: Int, from start: Int) {
    precondition(bytes.count <= Self.byteLimit, "a batch of rows holds less than 4 GiB of bytes")
    setWord(slot, UInt64(start) << 32 | UInt64(bytes.count - start))
  }
}
