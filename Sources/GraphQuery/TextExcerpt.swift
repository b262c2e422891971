/// The part of a text around a place, in one line, and a line with a caret under the place.
struct TextExcerpt {
  let line: String
  let caretLine: String

  init(_ text: String, around position: Int, reach: Int = 60) {
    let utf8 = text.utf8
    let place =
      utf8.index(utf8.startIndex, offsetBy: max(0, position), limitedBy: utf8.endIndex) ?? utf8.endIndex
    // Rounds down to a character, so that the caret never stands inside one.
    let center = place == text.endIndex ? place : text.rangeOfCharacter(at: place)
    let from = text.index(center, offsetBy: -reach, limitedBy: text.startIndex) ?? text.startIndex
    let to = text.index(center, offsetBy: reach, limitedBy: text.endIndex) ?? text.endIndex
    let before = (from == text.startIndex ? "" : "…") + Self.plain(text[from..<center])
    line = before + Self.plain(text[center..<to]) + (to == text.endIndex ? "" : "…")
    caretLine = String(repeating: " ", count: before.count) + "^"
  }

  /// Line breaks and control characters would tear the caret from its place.
  private static func plain(_ text: Substring) -> String {
    var result = ""
    for character in text {
      let isControl = character.unicodeScalars.contains { $0.properties.generalCategory == .control }
      result.append(isControl ? " " : character)
    }
    return result
  }
}

extension String {
  fileprivate func rangeOfCharacter(at index: Index) -> Index {
    Index(index, within: self) ?? self.index(before: self.index(after: index))
  }
}
