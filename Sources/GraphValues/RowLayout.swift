/// How a slot of a packed row holds its value.
package enum SlotKind: UInt8, Sendable, Hashable {
  /// A signed integer in the slot's word.
  case integer
  /// A double's bit pattern in the slot's word.
  case real
  /// UTF-8 bytes: offset and length in the slot's word.
  case text
  /// Bytes: offset and length in the slot's word.
  case blob

  /// Whether the value lies among the batch's bytes.
  package var hasBytes: Bool { self == .text || self == .blob }
}

/// Where the parts of a packed row lie.
///
/// A row is `stride` words: the key, the version, the entity's number, a bitmap of the slots that are null
/// (bit `s % 64` of word `s / 64`), then a word a slot. Text and blobs lie in the batch's byte buffer; their
/// word is `offset << 32 | length`.
package struct RowLayout: Sendable, Hashable {
  /// The words before the bitmap: key, version, entity number.
  package static let headerWords = 3

  /// The kind of each slot.
  package let kinds: [SlotKind]
  /// The words of the null bitmap.
  package let nullWords: Int
  /// The index of the first slot's word within a row.
  package let firstSlot: Int
  /// The words of a row.
  package let stride: Int

  package init(kinds: [SlotKind]) {
    self.kinds = kinds
    nullWords = (kinds.count + 63) / 64
    firstSlot = Self.headerWords + nullWords
    stride = firstSlot + kinds.count
  }
}
