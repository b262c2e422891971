/// Reads scalars from bytes that should be UTF-8.
enum UTF8Scalar {
  /// The scalar at a place and its bytes; a byte that begins no scalar is given as a scalar of its own, of plane 0's
  /// private use, which no table changes.
  @inline(__always)
  static func decode(
    _ bytes: UnsafePointer<UInt8>, at index: Int, end: Int
  ) -> (scalar: UInt32, length: Int) {
    let first = UInt32(bytes[index])
    if first < 0x80 { return (first, 1) }
    let left = end - index
    if first >= 0xC2, first < 0xE0, left >= 2, isTrail(bytes[index + 1]) {
      return ((first & 0x1F) << 6 | UInt32(bytes[index + 1] & 0x3F), 2)
    }
    if first >= 0xE0, first < 0xF0, left >= 3, isTrail(bytes[index + 1]), isTrail(bytes[index + 2]) {
      let scalar =
        (first & 0x0F) << 12 | UInt32(bytes[index + 1] & 0x3F) << 6 | UInt32(bytes[index + 2] & 0x3F)
      return scalar >= 0x800 ? (scalar, 3) : (0xE000, 1)
    }
    if first >= 0xF0, first < 0xF5, left >= 4, isTrail(bytes[index + 1]), isTrail(bytes[index + 2]),
      isTrail(bytes[index + 3])
    {
      let scalar =
        (first & 0x07) << 18 | UInt32(bytes[index + 1] & 0x3F) << 12
        | UInt32(bytes[index + 2] & 0x3F) << 6 | UInt32(bytes[index + 3] & 0x3F)
      return scalar >= 0x10000 && scalar < 0x110000 ? (scalar, 4) : (0xE000, 1)
    }
    return (0xE000, 1)
  }

  @inline(__always)
  private static func isTrail(_ byte: UInt8) -> Bool { byte & 0xC0 == 0x80 }

  /// Whether the scalar at a place is a combining mark: belongs to what stands before it.
  static func isMark(_ bytes: UnsafeBufferPointer<UInt8>, at index: Int) -> Bool {
    // The first mark is U+0300.
    guard index < bytes.count, bytes[index] >= 0xCC, let start = bytes.baseAddress else { return false }
    // Neither ideographs nor emoji are marks.
    if bytes[index] >= 0xE4, bytes[index] <= 0xE9 { return false }
    if bytes[index] == 0xF0, index + 1 < bytes.count, bytes[index + 1] == 0x9F { return false }
    let (scalar, _) = decode(start, at: index, end: bytes.count)
    return FoldTable.normalized.entry(scalar) & FoldTable.markFlag != 0
  }
}

/// Unicode's canonical order of combining marks.
enum CanonicalOrder {
  static func reorder(_ bytes: UnsafeBufferPointer<UInt8>) -> [UInt8] {
    var scalars = Array(String(decoding: bytes, as: UTF8.self).unicodeScalars)
    var index = 0
    while index < scalars.count {
      var end = index
      while end < scalars.count, scalars[end].properties.canonicalCombiningClass != .notReordered { end += 1 }
      if end - index > 1 {
        // Sorting pairs keeps marks of one class in their order.
        let run = scalars[index..<end].enumerated().sorted { left, right in
          let (first, second) = (
            left.element.properties.canonicalCombiningClass, right.element.properties.canonicalCombiningClass
          )
          return first == second ? left.offset < right.offset : first < second
        }
        scalars.replaceSubrange(index..<end, with: run.map(\.element))
      }
      index = max(end, index + 1)
    }
    var view = String.UnicodeScalarView()
    view += scalars
    return Array(String(view).utf8)
  }
}
