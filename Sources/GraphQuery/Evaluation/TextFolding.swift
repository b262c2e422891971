import Foundation

/// Brings texts into the form in which options compare them; equal texts under the options become equal bytes.
package enum TextFolding {
  package static func fold(_ text: String, _ options: StringComparisonOptions) -> String {
    if options.isEmpty { return text }
    var text = text
    return text.withUTF8 { bytes in
      withFolded(bytes, options) { String(decoding: $0, as: UTF8.self) }
    }
  }

  /// Calls the body with the folded bytes; they are valid during the call only.
  ///
  /// Bytes that are not UTF-8 stay as they are.
  package static func withFolded<Result>(
    _ text: UnsafeBufferPointer<UInt8>, _ options: StringComparisonOptions,
    _ body: (UnsafeBufferPointer<UInt8>) -> Result
  ) -> Result {
    if options.isEmpty { return body(text) }
    let (capacity, overflow) = text.count.multipliedReportingOverflow(by: FoldTable.maximumGrowth)
    precondition(!overflow, "a text of more bytes than a third of the address space")
    return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: capacity + 16) { buffer in
      guard let output = buffer.baseAddress else { return body(text) }
      var writer = FoldWriter(output: output, options)
      writer.fold(text)
      if writer.needsReordering {
        let ordered = CanonicalOrder.reorder(UnsafeBufferPointer(start: output, count: writer.count))
        return ordered.withUnsafeBufferPointer(body)
      }
      return body(UnsafeBufferPointer(start: output, count: writer.count))
    }
  }
}

/// Writes folded bytes.
private struct FoldWriter {
  let output: UnsafeMutablePointer<UInt8>
  let options: StringComparisonOptions
  let foldsCase: Bool
  private(set) var count = 0
  /// Whether marks follow each other, which may be out of canonical order.
  private(set) var needsReordering = false

  init(output: UnsafeMutablePointer<UInt8>, _ options: StringComparisonOptions) {
    self.output = output
    self.options = options
    foldsCase = options.contains(.caseInsensitive)
  }

  mutating func fold(_ text: UnsafeBufferPointer<UInt8>) {
    guard let input = text.baseAddress else { return }
    var index = ascii(input, from: 0, to: text.count)
    if index == text.count { return }
    let table = FoldTable.of(options)
    table.pages.withUnsafeBufferPointer { pages in
      table.entries.withUnsafeBufferPointer { entries in
        table.bytes.withUnsafeBufferPointer { bytes in
          var afterMark = false
          while index < text.count {
            if input[index] < 0x80 {
              index = ascii(input, from: index, to: text.count)
              afterMark = false
              continue
            }
            if let length = Self.unchanged(input, index, text.count) {
              copy(input + index, length)
              index += length
              afterMark = false
              continue
            }
            let (scalar, length) = UTF8Scalar.decode(input, at: index, end: text.count)
            let page = pages[Int(scalar >> 8)]
            let entry = page == 0 ? 0 : entries[Int(page) << 8 | Int(scalar & 255)]
            if entry == 0 {
              if scalar >= 0xAC00, scalar <= 0xD7A3 { hangul(scalar) } else { copy(input + index, length) }
              afterMark = false
            } else {
              // A scalar that becomes several may end in marks too.
              let size = Int(entry & 0xFF)
              let isMark = entry & FoldTable.markFlag != 0
              if let source = bytes.baseAddress { copy(source + Int(entry >> 8 & 0x3F_FFFF), size) }
              if afterMark && isMark && size > 0 { needsReordering = true }
              if size > 0 { afterMark = isMark || size > 1 }
            }
            index += length
          }
        }
      }
    }
  }

  /// The length of an ideograph (U+4000 to U+9FFF) or an emoji (U+1F000 to U+1FFFF), which stay as they are.
  @inline(__always)
  private static func unchanged(_ input: UnsafePointer<UInt8>, _ index: Int, _ end: Int) -> Int? {
    let first = input[index]
    if first >= 0xE4, first <= 0xE9 { return index + 3 <= end ? 3 : nil }
    if first == 0xF0, index + 4 <= end, input[index + 1] == 0x9F { return 4 }
    return nil
  }

  /// Copies ASCII, eight bytes at a time.
  private mutating func ascii(_ input: UnsafePointer<UInt8>, from start: Int, to end: Int) -> Int {
    var index = start
    let ones: UInt64 = 0x0101_0101_0101_0101
    let highs: UInt64 = 0x8080_8080_8080_8080
    while end - index >= 8 {
      let word = UnsafeRawPointer(input + index).loadUnaligned(as: UInt64.self)
      if word & highs != 0 { break }
      var folded = word
      if foldsCase {
        // A byte's high bit says whether it is at least "A", and whether it is beyond "Z".
        let fromA = word &+ ones &* (0x80 - 0x41)
        let beyondZ = word &+ ones &* (0x80 - 0x5B)
        folded |= (fromA & ~beyondZ & highs) >> 2
      }
      UnsafeMutableRawPointer(output + count).storeBytes(of: folded, as: UInt64.self)
      index += 8
      count += 8
    }
    while index < end, input[index] < 0x80 {
      let byte = input[index]
      output[count] = foldsCase && byte >= 0x41 && byte <= 0x5A ? byte | 0x20 : byte
      index += 1
      count += 1
    }
    return index
  }

  @inline(__always)
  private mutating func copy(_ source: UnsafePointer<UInt8>, _ size: Int) {
    for offset in 0..<size { output[count + offset] = source[offset] }
    count += size
  }

  private mutating func hangul(_ scalar: UInt32) {
    let index = scalar - 0xAC00
    jamo(0x1100 + index / 588)
    jamo(0x1161 + index % 588 / 28)
    if index % 28 != 0 { jamo(0x11A7 + index % 28) }
  }

  private mutating func jamo(_ scalar: UInt32) {
    output[count] = UInt8(0xE0 | scalar >> 12)
    output[count + 1] = UInt8(0x80 | scalar >> 6 & 0x3F)
    output[count + 2] = UInt8(0x80 | scalar & 0x3F)
    count += 3
  }
}
