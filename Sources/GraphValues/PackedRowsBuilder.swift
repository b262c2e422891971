/// Fills a batch of packed rows, a row after the other, a slot after the other.
package struct PackedRowsBuilder {
  private var buffer: RowBuffer
  /// The row being filled.
  private var row = 0
  /// What a row begins with behind its header: every slot null.
  private let nulls: [UInt64]

  /// - Parameters:
  ///   - rows: the rows to keep room for.
  ///   - byteCount: the bytes of texts and blobs to keep room for.
  package init(layout: RowLayout, reserving rows: Int = 0, bytes byteCount: Int = 0) {
    buffer = RowBuffer(layout: layout)
    nulls =
      Array(repeating: .max, count: layout.nullWords) + Array(repeating: 0, count: layout.kinds.count)
    buffer.words.reserveCapacity(rows * layout.stride)
    buffer.bytes.reserveCapacity(byteCount)
  }

  package var layout: RowLayout { buffer.layout }
  package var words: [UInt64] { buffer.words }
  package var bytes: [UInt8] { buffer.bytes }
  package var count: Int { buffer.count }

  /// Begins a row whose slots are all null until set.
  package mutating func beginRow(key: Int64, version: Int64, entityNumber: Int = 0) {
    row = buffer.count
    buffer.words.append(UInt64(bitPattern: key))
    buffer.words.append(UInt64(bitPattern: version))
    buffer.words.append(UInt64(entityNumber))
    buffer.words.append(contentsOf: nulls)
  }

  /// Begins a row with the key and the values of another row of the same layout; values set afterwards leave the
  /// copied bytes of texts and blobs behind.
  package mutating func beginRow(copying other: RowBuffer, row source: Int, version: Int64) {
    row = buffer.count
    let start = source * layout.stride
    buffer.words.append(contentsOf: other.words[start..<start + layout.stride])
    buffer.words[row * layout.stride + 1] = UInt64(bitPattern: version)
    copyBytes(of: other, row: source)
  }

  /// Copies the texts and blobs of a row whose words are copied already. Whoever packed the row has mostly put them
  /// side by side: then they are one piece.
  private mutating func copyBytes(of other: RowBuffer, row source: Int) {
    let slots = layout.kinds.indices.filter { layout.kinds[$0].hasBytes && !other.isNull($0, row: source) }
    var start = Int.max
    var end = 0
    var sum = 0
    for slot in slots {
      let range = other.byteRange(slot, row: source)
      if range.isEmpty { continue }
      start = min(start, range.lowerBound)
      end = max(end, range.upperBound)
      sum += range.count
    }
    let isOnePiece = sum > 0 && end - start == sum
    let moved = buffer.bytes.count
    if isOnePiece { buffer.bytes.append(contentsOf: other.bytes[start..<end]) }
    for slot in slots {
      let range = other.byteRange(slot, row: source)
      if range.isEmpty {
        setWord(slot, 0)
      } else if isOnePiece {
        setWord(slot, UInt64(range.lowerBound - start + moved) << 32 | UInt64(range.count))
      } else {
        set(slot, bytes: other.bytes[range])
      }
    }
  }

  /// Values set from now on are those of an earlier row.
  package mutating func returnToRow(_ index: Int) { row = index }

  package func key(_ row: Int) -> Int64 { buffer.key(row) }
  package func isNull(_ slot: Int, row: Int) -> Bool { buffer.isNull(slot, row: row) }
  package func integer(_ slot: Int, row: Int) -> Int64 { buffer.integer(slot, row: row) }
  package func text(_ slot: Int, row: Int) -> String { buffer.text(slot, row: row) }

  package mutating func setWord(_ slot: Int, row: Int, _ word: UInt64) {
    buffer.setWord(slot, row: row, word)
  }

  package mutating func setNull(_ slot: Int) { buffer.setNull(slot, row: row) }

  package mutating func setWord(_ slot: Int, _ word: UInt64) { buffer.setWord(slot, row: row, word) }

  package mutating func set(_ slot: Int, integer: Int64) {
    setWord(slot, UInt64(bitPattern: integer))
  }

  package mutating func set(_ slot: Int, real: Double) {
    setWord(slot, real.storedBitPattern)
  }

  package mutating func set(_ slot: Int, text: String) { buffer.set(slot, row: row, text: text) }

  package mutating func set(_ slot: Int, bytes: some Collection<UInt8>) {
    buffer.set(slot, row: row, bytes: bytes)
  }

  package mutating func set(_ slot: Int, first: UInt8, bytes: some Collection<UInt8>) {
    buffer.set(slot, row: row, first: first, bytes: bytes)
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

  package func finish() -> PackedRows { PackedRows(buffer) }
}
