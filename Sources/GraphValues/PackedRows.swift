import Synchronization

/// A batch of rows that does not change any more.
///
/// Immutable and shared by the objects whose rows it holds; freeing it is two deallocations, whatever the
/// number of values. A batch holds less than 4 GiB of bytes.
package final class PackedRows: Sendable {
  package let buffer: RowBuffer
  package let count: Int
  private let sharedGroup = Guarded<RowGroup?>(nil)

  /// The rows that were read together with these.
  package var group: RowGroup? {
    get { sharedGroup.withLock { $0 } }
    set { sharedGroup.withLock { $0 = newValue } }
  }

  package var layout: RowLayout { buffer.layout }
  package var words: [UInt64] { buffer.words }
  package var bytes: [UInt8] { buffer.bytes }

  package init(_ buffer: RowBuffer) {
    precondition(buffer.words.count % buffer.layout.stride == 0, "a batch holds whole rows")
    self.buffer = buffer
    count = buffer.count
  }

  package convenience init(layout: RowLayout, words: [UInt64], bytes: [UInt8]) {
    self.init(RowBuffer(layout: layout, words: words, bytes: bytes))
  }

  package func key(_ row: Int) -> Int64 { buffer.key(row) }

  package func version(_ row: Int) -> Int64 { buffer.version(row) }

  /// The number of the row's entity in its hierarchy; 0 where there is no inheritance.
  package func entityNumber(_ row: Int) -> Int { buffer.entityNumber(row) }

  package func isNull(_ slot: Int, row: Int) -> Bool { buffer.isNull(slot, row: row) }

  package func word(_ slot: Int, row: Int) -> UInt64 { buffer.word(slot, row: row) }

  /// The word of a slot; nil where it is null.
  package func word(ifSet slot: Int, row: Int) -> UInt64? { buffer.word(ifSet: slot, row: row) }

  package func integer(_ slot: Int, row: Int) -> Int64 { buffer.integer(slot, row: row) }

  package func real(_ slot: Int, row: Int) -> Double { buffer.real(slot, row: row) }

  package func byteRange(_ slot: Int, row: Int) -> Range<Int> { buffer.byteRange(slot, row: row) }

  /// The text of a slot; bytes that are not UTF-8 are replaced by U+FFFD.
  package func text(_ slot: Int, row: Int) -> String { buffer.text(slot, row: row) }

  /// The text of a slot, or nil where its bytes are not UTF-8.
  package func validText(_ slot: Int, row: Int) -> String? { buffer.validText(slot, row: row) }

  /// Whether a slot that is not null holds exactly the UTF-8 bytes of a text.
  package func holds(_ text: String, _ slot: Int, row: Int) -> Bool { buffer.holds(text, slot, row: row) }

  package func blob(_ slot: Int, row: Int) -> ArraySlice<UInt8> { buffer.blob(slot, row: row) }
}
