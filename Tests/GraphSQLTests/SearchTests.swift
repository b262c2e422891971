import Foundation
import GraphQuery
import GraphSQL
import GraphValues
import GraphstoreTestSupport
import QueryDifferential
import Testing

/// Searching folds as it reads where it can; the answer is that of folding the whole text first.
@Suite("Searching in texts")
struct SearchTests {
  private static let pieces = [
    "a", "A", "b", "c", "t", "s", "S", "ss", "ß", "ﬁ", "f", "i", "İ", "ı", "é", "e", "E", "\u{301}",
    "\u{323}", "ü", "u",
    "漢", "字", "が", "か", "\u{3099}", "😀", "👨‍👩‍👧", "1", "1\u{FE0F}\u{20E3}", "к", "й", "K", "\u{212A}", "각",
    "\u{1100}",
    " ", "\u{302E}", "\u{1D165}", "\u{E0100}", "\u{9FFF}", "\u{1F1E6}", "\0", "\u{F73}", "\u{F71}", "\u{344}",
    "\u{1D15F}", "\u{1D16D}", "\u{16FF0}", "ǆ", "Ǆ", "ŉ", "n", "ﬃ",
  ]

  /// More checks where asked for: `GRAPHSTORE_CHECKS=1000000`.
  private static let checks =
    ProcessInfo.processInfo.environment["GRAPHSTORE_CHECKS"].flatMap { Int($0) } ?? 30_000

  @Test func everySearchAgreesWithFoldingFirst() throws {
    var random = SeededGenerator(for: "searching in texts")
    for _ in 0..<Self.checks {
      let text = (0..<Int.random(in: 0...6, using: &random)).map { _ in random.pick(Self.pieces) }.joined()
      let operand = (0..<Int.random(in: 1...3, using: &random)).map { _ in random.pick(Self.pieces) }.joined()
      for options in [
        StringComparisonOptions.normalized, .caseInsensitive, .diacriticInsensitive,
        [.caseInsensitive, .diacriticInsensitive],
      ] {
        let needle = Array(TextFolding.fold(operand, options).utf8)
        let expected = Self.contains(Array(TextFolding.fold(text, options).utf8), needle)
        let found = try Array(text.utf8).withUnsafeBufferPointer { text in
          try needle.withUnsafeBufferPointer { try TextMatching.holds(.contains, options, text, folded: $0) }
        }
        #expect(
          found == expected,
          "seed \(random.seed): \(text.unicodeScalars.map(\.value)) \(operand.unicodeScalars.map(\.value)) \(options.letters)"
        )
        if found != expected { return }
      }
    }
  }

  /// Whether the needle stands in the text and does not end before a mark.
  private static func contains(_ text: [UInt8], _ needle: [UInt8]) -> Bool {
    if needle.isEmpty { return true }
    guard text.count >= needle.count else { return false }
    return (0...text.count - needle.count).contains { from in
      guard text[from..<from + needle.count].elementsEqual(needle) else { return false }
      let next = String(decoding: text[(from + needle.count)...], as: UTF8.self).unicodeScalars.first
      return (next?.properties.canonicalCombiningClass ?? .notReordered) == .notReordered
    }
  }
}
