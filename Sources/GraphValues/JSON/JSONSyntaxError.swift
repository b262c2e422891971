/// Why a text is not JSON, and where.
package struct JSONSyntaxError: Error {
  package let line: Int
  package let column: Int
  package let message: String

  /// - Parameter offset: the index of the byte where the mistake was seen.
  init(_ message: String, at offset: Int, in bytes: [UInt8]) {
    var line = 1
    var lineStart = 0
    for index in 0..<min(offset, bytes.count) where bytes[index] == UInt8(ascii: "\n") {
      line += 1
      lineStart = index + 1
    }
    self.line = line
    // Columns count Unicode scalars: every byte that does not continue one.
    column = 1 + bytes[lineStart..<max(lineStart, min(offset, bytes.count))].count { $0 & 0xC0 != 0x80 }
    self.message = message
  }

  /// `line 3, column 7`.
  package var place: String { "line \(line), column \(column)" }
}
