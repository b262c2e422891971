extension StringProtocol {
  /// The columns that the text takes on a terminal.
  var displayWidth: Int {
    reduce(0) { $0 + $1.displayWidth }
  }

  /// The text with spaces in the place of line breaks, tabs and other control characters.
  var withoutControls: String {
    var result = String.UnicodeScalarView()
    for scalar in unicodeScalars { result.append(scalar.isControl ? " " : scalar) }
    return String(result)
  }

  /// The text, cut to a number of columns; an ellipsis shows that something is gone.
  func truncated(toWidth width: Int) -> String {
    if displayWidth <= width { return String(self) }
    var result = ""
    var room = Swift.max(0, width - 1)
    for character in self {
      room -= character.displayWidth
      if room < 0 { break }
      result.append(character)
    }
    return result + "…"
  }
}

extension Character {
  /// The columns that the character takes: an emoji of many scalars is one picture, other characters take what
  /// their scalars take.
  var displayWidth: Int {
    if isEmojiPicture { return 2 }
    return unicodeScalars.reduce(0) { $0 + $1.displayWidth }
  }

  private var isEmojiPicture: Bool {
    unicodeScalars.contains { $0.value == 0xFE0F || $0.properties.isEmojiPresentation }
  }
}

extension Unicode.Scalar {
  /// What could move the cursor, or the text around it: controls and overrides of the direction.
  fileprivate var isControl: Bool {
    switch properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: true
    default: (0x202A...0x202E).contains(value) || (0x2066...0x2069).contains(value)
    }
  }

  fileprivate var displayWidth: Int {
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format, .control: return 0
    default: break
    }
    // The vowels and final consonants of a Korean syllable stand inside of its first letter.
    if (0x1160...0x11FF).contains(value) { return 0 }
    return Self.wideRanges.contains { $0.contains(value) } ? 2 : 1
  }

  /// The blocks of wide and fullwidth characters: https://www.unicode.org/reports/tr11/
  private static let wideRanges: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xA000...0xA4CF,
    0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF01...0xFF60, 0xFFE0...0xFFE6,
    0x16FE0...0x18DFF, 0x1AFF0...0x1B2FF, 0x1F200...0x1F2FF, 0x20000...0x3FFFD,
  ]
}
