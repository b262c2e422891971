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

  /// Begins a row with the key and the values of another row of the same layout; values set afterwards leave the
  /// copied bytes of texts and blobs behind.
  package mutating func beginRow(copying other: RowBuffer, row: Int, version: Int64) {
    base = words.count
    let source = row * layout.stride
    words.append(contentsOf: other.words[source..<source + layout.stride])
    words[base + 1] = UInt64(bitPattern: version)
    // Whoever packed the row has mostly put its texts side by side: they are one piece.
    var start = Int.max
    var end = 0
    var sum = 0
    for slot in layout.kinds.indices where hasBytes(slot) && !other.isNull(slot, row: row) {
      let range = other.byteRange(slot, row: row)
      if range.isEmpty {
        setWord(slot, 0)
        continue
      }
      start = min(start, range.lowerBound)
      end = max(end, range.upperBound)
      sum += range.count
    }
    let isOnePiece = sum > 0 && end - start == sum
    let moved = bytes.count
    if isOnePiece { bytes.append(contentsOf: other.bytes[start..<end]) }
    for slot in layout.kinds.indices where hasBytes(slot) && !other.isNull(slot, row: row) {
      let range = other.byteRange(slot, row: row)
      if range.isEmpty { continue }
      if isOnePiece {
        setWord(slot, UInt64(range.lowerBound - start + moved) << 32 | UInt64(range.count))
      } else {
        copy(slot, from: other, row: row, slot: slot)
      }
    }
  }

  package mutating func setNull(_ slot: Int) {
    words[base + layout.firstSlot + slot] = 0
    words[base + RowLayout.headerWords + slot / 64] |= 1 << UInt64(slot % 64)
  }

  private func hasBytes(_ slot: Int) -> Bool {
    switch layout.kinds[slot] {
    case .text, .blob: true
    case .integer, .real: false
    }
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
