import Foundation

/// A pattern of LIKE: `*` is any run of characters, `?` any one, `\` takes the next as it is.
///
/// A character is a Unicode scalar; under options a scalar with the combining marks after it.
package struct LikePattern: Sendable {
  private enum Kind: UInt8 {
    case run
    case any
    case character
  }

  private struct Piece {
    let kind: Kind
    /// Where the character's bytes are.
    var start = 0
    var end = 0
  }

  private var pieces: [Piece] = []
  private let bytes: [UInt8]
  private let joinsMarks: Bool

  /// - Parameter pattern: the pattern, folded by the options.
  package init(_ pattern: UnsafeBufferPointer<UInt8>, _ options: StringComparisonOptions) {
    joinsMarks = !options.isEmpty
    bytes = Array(pattern)
    var index = 0
    while index < pattern.count {
      switch pattern[index] {
      case UInt8(ascii: "*"):
        if pieces.last?.kind != .run { pieces.append(Piece(kind: .run)) }
        index += 1
        continue
      case UInt8(ascii: "?"):
        pieces.append(Piece(kind: .any))
        index += 1
        continue
      case UInt8(ascii: "\\") where index + 1 < pattern.count: index += 1
      default: break
      }
      let end = Self.end(ofCharacterAt: index, in: pattern, joinsMarks: joinsMarks)
      pieces.append(Piece(kind: .character, start: index, end: end))
      index = end
    }
  }

  /// Whether the whole of a folded text matches; complexity O(text × pattern) at worst.
  package func matches(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    pieces.withUnsafeBufferPointer { pieces in
      bytes.withUnsafeBufferPointer { Self.matches(text, pieces, $0, joinsMarks) }
    }
  }

  private static func matches(
    _ text: UnsafeBufferPointer<UInt8>, _ pieces: UnsafeBufferPointer<Piece>,
    _ bytes: UnsafeBufferPointer<UInt8>, _ joinsMarks: Bool
  ) -> Bool {
    var (piece, index) = (0, 0)
    // Where to go on when a run has to take one character more; only the last run ever needs to.
    var retry: (piece: Int, index: Int)?
    while true {
      if piece < pieces.count, pieces[piece].kind == .run {
        piece += 1
        // A run at the end takes all that is left.
        if piece == pieces.count { return true }
        retry = (piece, index)
        continue
      }
      if index == text.count { return piece == pieces.count }
      if piece < pieces.count {
        let end = Self.end(ofCharacterAt: index, in: text, joinsMarks: joinsMarks)
        if accepts(pieces[piece], bytes, text, index, end) {
          piece += 1
          index = end
          continue
        }
      }
      guard let last = retry else { return false }
      let next = Self.end(ofCharacterAt: last.index, in: text, joinsMarks: joinsMarks)
      retry = (last.piece, next)
      (piece, index) = (last.piece, next)
    }
  }

  @inline(__always)
  private static func accepts(
    _ piece: Piece, _ bytes: UnsafeBufferPointer<UInt8>, _ text: UnsafeBufferPointer<UInt8>, _ from: Int,
    _ to: Int
  ) -> Bool {
    if piece.kind == .any { return true }
    let size = piece.end - piece.start
    guard size == to - from, bytes[piece.start] == text[from] else { return false }
    for offset in 1..<max(size, 1) where bytes[piece.start + offset] != text[from + offset] { return false }
    return true
  }

  @inline(__always)
  private static func end(
    ofCharacterAt index: Int, in text: UnsafeBufferPointer<UInt8>, joinsMarks: Bool
  ) -> Int {
    guard let start = text.baseAddress else { return index }
    var end = index + (text[index] < 0x80 ? 1 : UTF8Scalar.decode(start, at: index, end: text.count).length)
    while joinsMarks, UTF8Scalar.isMark(text, at: end) {
      end += UTF8Scalar.decode(start, at: end, end: text.count).length
    }
    return end
  }
}
