/// A pattern of LIKE: `*` is any run of characters, `?` any one, `\` takes the next as it is.
///
/// A character is a Unicode scalar; under options a scalar with the combining marks after it.
package struct LikePattern {
  private enum Piece {
    case run
    case any
    case character([UInt8])
  }

  private let pieces: [Piece]
  private let joinsMarks: Bool

  /// - Parameter pattern: the pattern, folded by the options.
  package init(_ pattern: UnsafeBufferPointer<UInt8>, _ options: StringComparisonOptions) {
    joinsMarks = !options.isEmpty
    var pieces: [Piece] = []
    var index = 0
    while index < pattern.count {
      switch pattern[index] {
      case UInt8(ascii: "*"):
        if case .run = pieces.last {} else { pieces.append(.run) }
        index += 1
        continue
      case UInt8(ascii: "?"):
        pieces.append(.any)
        index += 1
        continue
      case UInt8(ascii: "\\") where index + 1 < pattern.count: index += 1
      default: break
      }
      let end = Self.end(ofCharacterAt: index, in: pattern, joinsMarks: joinsMarks)
      pieces.append(.character(Array(pattern[index..<end])))
      index = end
    }
    self.pieces = pieces
  }

  /// Whether the whole of a folded text matches; complexity O(text × pattern) at worst.
  package func matches(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    var (piece, index) = (0, 0)
    // Where to go on when a run has to take one character more; only the last run ever needs to.
    var retry: (piece: Int, index: Int)?
    while true {
      if piece < pieces.count, case .run = pieces[piece] {
        piece += 1
        retry = (piece, index)
        continue
      }
      if index == text.count {
        if piece == pieces.count { return true }
        return false
      }
      let end = Self.end(ofCharacterAt: index, in: text, joinsMarks: joinsMarks)
      if piece < pieces.count, accepts(pieces[piece], text, index, end) {
        piece += 1
        index = end
        continue
      }
      guard let last = retry else { return false }
      let next = Self.end(ofCharacterAt: last.index, in: text, joinsMarks: joinsMarks)
      retry = (last.piece, next)
      (piece, index) = (last.piece, next)
    }
  }

  private func accepts(_ piece: Piece, _ text: UnsafeBufferPointer<UInt8>, _ from: Int, _ to: Int) -> Bool {
    switch piece {
    case .run: false
    case .any: true
    case .character(let bytes): bytes.count == to - from && text[from..<to].elementsEqual(bytes)
    }
  }

  private static func end(
    ofCharacterAt index: Int, in text: UnsafeBufferPointer<UInt8>, joinsMarks: Bool
  ) -> Int {
    guard let start = text.baseAddress else { return index }
    var end = index + UTF8Scalar.decode(start, at: index, end: text.count).length
    while joinsMarks, UTF8Scalar.isMark(text, at: end) {
      end += UTF8Scalar.decode(start, at: end, end: text.count).length
    }
    return end
  }
}
