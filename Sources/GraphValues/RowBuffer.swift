/// Rows in two buffers: words of fixed stride, and the bytes of texts and blobs.
package struct RowBuffer: Sendable {
  package let layout: RowLayout
  package internal(set) var words: [UInt64]
  package internal(set) var bytes: [UInt8]

  package init(layout: RowLayout, words: [UInt64] = [], bytes: [UInt8] = []) {
    self.layout = layout
    self.words = words
    self.bytes = bytes
  }

  package var count: Int { words.count / layout.stride }

  package func key(_ row: Int) -> Int64 {
    Int64(bitPattern: words[row &* layout.stride])
  }

  package func version(_ row: Int) -> Int64 {
    Int64(bitPattern: words[row &* layout.stride &+ 1])
  }

  /// The number of the row's entity in its hierarchy; 0 where there is no inheritance.
  package func entityNumber(_ row: Int) -> Int {
    Int(truncatingIfNeeded: words[row &* layout.stride &+ 2])
  }

  package func isNull(_ slot: Int, row: Int) -> Bool {
    words[row &* layout.stride &+ RowLayout.headerWords &+ slot / 64] & (1 << UInt64(slot % 64)) != 0
  }

  /// Whether none of the given slots, a bitmap as a row has it, is null.
  package func hasAll(_ slots: [UInt64], row: Int) -> Bool {
    let base = row &* layout.stride &+ RowLayout.headerWords
    for index in slots.indices where words[base &+ index] & slots[index] != 0 { return false }
    return true
  }

  package func word(_ slot: Int, row: Int) -> UInt64 {
    words[row &* layout.stride &+ layout.firstSlot &+ slot]
  }

  /// The word of a slot; nil where it is null.
  package func word(ifSet slot: Int, row: Int) -> UInt64? {
    let base = row &* layout.stride
    if words[base &+ RowLayout.headerWords &+ slot / 64] & (1 << UInt64(slot % 64)) != 0 { return nil }
    return words[base &+ layout.firstSlot &+ slot]
  }

  package func integer(_ slot: Int, row: Int) -> Int64 {
    Int64(bitPattern: word(slot, row: row))
  }

  package func real(_ slot: Int, row: Int) -> Double {
    Double(bitPattern: word(slot, row: row))
  }

  package func byteRange(_ slot: Int, row: Int) -> Range<Int> {
    let word = word(slot, row: row)
    let start = Int(word >> 32)
    return start..<start &+ Int(word & 0xFFFF_FFFF)
  }

  /// The text of a slot; bytes that are not UTF-8 are replaced by U+FFFD.
  package func text(_ slot: Int, row: Int) -> String {
    String(decoding: bytes[byteRange(slot, row: row)], as: UTF8.self)
  }

  /// The text of a slot, or nil where its bytes are not UTF-8.
  package func validText(_ slot: Int, row: Int) -> String? {
    let range = byteRange(slot, row: row)
    // Repairing and comparing is faster than validating.
    return bytes.withUnsafeBufferPointer { all -> String? in
      let part = UnsafeBufferPointer(rebasing: all[range])
      let text = String(decoding: part, as: UTF8.self)
      return text.holdsBytes(of: part) ? text : nil
    }
  }

  /// Whether a slot that is not null holds exactly the UTF-8 bytes of a text.
  package func holds(_ text: String, _ slot: Int, row: Int) -> Bool {
    let range = byteRange(slot, row: row)
    return bytes.withUnsafeBufferPointer { all in
      text.holdsBytes(of: UnsafeBufferPointer(rebasing: all[range]))
    }
  }

  package func blob(_ slot: Int, row: Int) -> ArraySlice<UInt8> {
    bytes[byteRange(slot, row: row)]
  }
}
