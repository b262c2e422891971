/// Cuts the text of a feed, a JSON array, into the texts of its records, and notes the keys of each.
///
/// Foundation's decoder says neither where a text breaks the grammar nor that an object repeats a key, and stops
/// at the first record it cannot read. What is inside of a record is left to it all the same.
struct FeedSplitter {
  /// The text of a record.
  struct Piece {
    let bytes: Range<Int>
    /// Where the keys of the record itself are, quotes included.
    var keys: [Range<Int>] = []
  }

  /// The text is no JSON array.
  struct Malformed: Error {
    let line: Int
    let message: String
  }

  private let text: [UInt8]
  private var position = 0
  private(set) var pieces: [Piece] = []

  init(_ text: [UInt8]) throws(Malformed) {
    self.text = text
    if text.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
    skipSpace()
    guard take("[") else {
      throw malformed(position == text.count ? "the file is empty" : "not an array of records")
    }
    skipSpace()
    if !take("]") {
      repeat { pieces.append(try piece()) } while take(",")
      guard take("]") else { throw malformed("expected \",\" or \"]\" after record \(pieces.count)") }
    }
    skipSpace()
    guard position == text.count else { throw malformed("text after the end of the array") }
  }

  /// One value and the space around it.
  private mutating func piece() throws(Malformed) -> Piece {
    skipSpace()
    let start = position
    var end = start
    var depth = 0
    var keys: [Range<Int>] = []
    scan: while position < text.count {
      switch text[position] {
      case UInt8(ascii: "\""):
        let string = try string()
        let isRecord = text[start] == UInt8(ascii: "{")
        skipSpace()
        if isRecord, depth == 1, next == UInt8(ascii: ":") { keys.append(string) }
        end = string.upperBound
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        depth += 1
        position += 1
        end = position
      case UInt8(ascii: ","), UInt8(ascii: "]"), UInt8(ascii: "}"):
        if depth == 0 { break scan }
        if text[position] != UInt8(ascii: ",") { depth -= 1 }
        position += 1
        end = position
      case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\n"), UInt8(ascii: "\r"):
        position += 1
      default:
        position += 1
        end = position
      }
    }
    if position == text.count { throw malformed("the text ends inside record \(pieces.count + 1)") }
    if start == end { throw malformed("record \(pieces.count + 1) is missing") }
    return Piece(bytes: start..<end, keys: keys)
  }

  private mutating func string() throws(Malformed) -> Range<Int> {
    let start = position
    position += 1
    while position < text.count {
      let byte = text[position]
      position += byte == UInt8(ascii: "\\") ? 2 : 1
      if byte == UInt8(ascii: "\"") { return start..<position }
    }
    position = start
    throw malformed("a string in record \(pieces.count + 1) has no end")
  }

  private var next: UInt8? { position < text.count ? text[position] : nil }

  private mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard next == UInt8(ascii: character) else { return false }
    position += 1
    return true
  }

  private mutating func skipSpace() {
    while let byte = next, [0x20, 0x09, 0x0A, 0x0D].contains(byte) { position += 1 }
  }

  private func malformed(_ message: String) -> Malformed {
    let line = text[..<min(position, text.count)].count { $0 == UInt8(ascii: "\n") } + 1
    return Malformed(line: line, message: message)
  }
}
