/// Rows of new objects, written in place as their values are set: what a save writes is there already.
///
/// A text that is set again leaves its old bytes behind; they are taken out once they outweigh the living ones.
package final class NewRows {
  /// Rows of a batch: few enough that an object that is kept keeps little else in memory.
  package static let rowLimit = 256
  package static let byteLimit = 128 * 1024

  package private(set) var buffer: RowBuffer
  /// Bytes that no slot refers to any more.
  private var garbage = 0

  package init(layout: RowLayout, bytes: Int) {
    buffer = RowBuffer(layout: layout)
    buffer.words.reserveCapacity(Self.rowLimit * layout.stride)
    buffer.bytes.reserveCapacity(bytes)
  }

  /// Goes on with rows that are there.
  package init(_ rows: PackedRows) {
    buffer = rows.buffer
  }

  package var count: Int { buffer.count }

  /// Whether so many more bytes would make a batch of several rows large: their object needs one of its own.
  package func isCrowded(with bytes: Int) -> Bool {
    bytes > Self.byteLimit / 2 && count > 1
  }

  /// Whether so many more bytes can be addressed.
  package func canHold(_ bytes: Int) -> Bool {
    buffer.bytes.count - garbage + bytes <= RowBuffer.byteLimit / 2
  }

  /// The row's object has rows of its own now.
  package func abandon(_ row: Int) {
    for slot in buffer.layout.kinds.indices { setNull(slot, row: row) }
  }

  /// Whether another row belongs into another batch.
  package var isFull: Bool {
    buffer.words.count >= Self.rowLimit * buffer.layout.stride || buffer.bytes.count >= Self.byteLimit
  }

  /// Adds a row.
  ///
  /// - Parameters:
  ///   - template: a row's words: the header, the nulls, and the values of slots that are words.
  /// - Returns: the row's index.
  package func append(_ template: [UInt64], key: Int64) -> Int {
    let base = buffer.words.count
    buffer.words.append(contentsOf: template)
    buffer.words[base] = UInt64(bitPattern: key)
    return base / buffer.layout.stride
  }

  package func setNull(_ slot: Int, row: Int) {
    discard(slot, row)
    buffer.setNull(slot, row: row)
  }

  package func set(_ slot: Int, row: Int, word: UInt64) { buffer.setWord(slot, row: row, word) }

  /// The integer in a slot; nil where it is null. Read in place: a copy of the buffer would be counted.
  package func integer(_ slot: Int, row: Int) -> Int64? {
    buffer.isNull(slot, row: row) ? nil : buffer.integer(slot, row: row)
  }

  /// Writes a text of a usual size; one that is so large that its object may need rows of its own is left.
  ///
  /// - Returns: whether it is written.
  package func write(_ slot: Int, row: Int, text: String) -> Bool {
    guard let left = buffer.replace(slot, row: row, text: text, goal: Self.byteLimit) else {
      return false
    }
    if left > 0 {
      garbage += left
      compactIfDue()
    }
    return true
  }

  package func set(_ slot: Int, row: Int, text: String) {
    discard(slot, row)
    buffer.set(slot, row: row, text: text)
    compactIfDue()
  }

  package func set(_ slot: Int, row: Int, bytes: some Collection<UInt8>) {
    discard(slot, row)
    buffer.set(slot, row: row, bytes: bytes)
    compactIfDue()
  }

  package func set(_ slot: Int, row: Int, first: UInt8, bytes: some Collection<UInt8>) {
    discard(slot, row)
    buffer.set(slot, row: row, first: first, bytes: bytes)
    compactIfDue()
  }

  /// Gives a row another version than a new object's.
  package func set(version: Int64, row: Int) {
    buffer.words[row * buffer.layout.stride + 1] = UInt64(bitPattern: version)
  }

  /// The rows with the values that they had in another buffer.
  package func restore(_ buffer: RowBuffer) {
    self.buffer = buffer
    garbage = 0
  }

  /// Writes one row of the batch.
  package func writer(_ row: Int) -> Writer { Writer(rows: self, row: row) }

  /// One row of a batch, to be written.
  package struct Writer: RowWriter {
    fileprivate let rows: NewRows
    fileprivate let row: Int

    package mutating func set(_ slot: Int, integer: Int64) {
      rows.set(slot, row: row, word: UInt64(bitPattern: integer))
    }

    package mutating func set(_ slot: Int, real: Double) {
      rows.set(slot, row: row, word: real.storedBitPattern)
    }

    package mutating func set(_ slot: Int, text: String) { rows.set(slot, row: row, text: text) }

    package mutating func set(_ slot: Int, bytes: some Collection<UInt8>) {
      rows.set(slot, row: row, bytes: bytes)
    }

    package mutating func set(_ slot: Int, first: UInt8, bytes: some Collection<UInt8>) {
      rows.set(slot, row: row, first: first, bytes: bytes)
    }
  }

  private func discard(_ slot: Int, _ row: Int) {
    if buffer.layout.kinds[slot].hasBytes, !buffer.isNull(slot, row: row) {
      garbage += buffer.byteRange(slot, row: row).count
    }
  }

  private func compactIfDue() {
    if garbage > Self.byteLimit, garbage > buffer.bytes.count / 2 { compact() }
  }

  private func compact() {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(buffer.bytes.count - garbage)
    let slots = buffer.layout.kinds.indices.filter { buffer.layout.kinds[$0].hasBytes }
    for row in 0..<count {
      for slot in slots where !buffer.isNull(slot, row: row) {
        let start = bytes.count
        bytes.append(contentsOf: buffer.blob(slot, row: row))
        set(slot, row: row, word: UInt64(start) << 32 | UInt64(bytes.count - start))
      }
    }
    buffer.bytes = bytes
    garbage = 0
  }
}
