import Foundation
import GraphQuery
import GraphValues
import Testing

@Suite("Texts in predicates")
struct TextTests {
  private func count(_ format: String, in names: [String]) throws -> Int {
    let predicate = try QueryPredicate(format: format).resolvedForThings()
    return try names.filter { try predicate.matches(try Thing(["name": .string($0)])) }.count
  }

  @Test(arguments: [
    ("CONTAINS[c] 'U'", 1), ("CONTAINS[d] 'u'", 3), ("CONTAINS[cd] 'U'", 3), ("CONTAINS 'ü'", 1),
    ("==[cd] 'TUV'", 3), ("!=[c] 'TUV'", 3), ("!=[d] 'tuv'", 1), ("BEGINSWITH[c] 'TU'", 1),
    ("ENDSWITH[d] 'uv'", 3),
  ])
  func caseAndDiacritics(_ test: String, _ expected: Int) throws {
    #expect(try count("name \(test)", in: ["abc", "tüv", "tûv", "tuv"]) == expected)
  }

  @Test func accentsCountUnlessToldOtherwise() throws {
    let cafe: [String: AttributeValue] = ["name": .string("Café con Leche")]
    #expect(try holds("name CONTAINS[c] 'café'", cafe))
    #expect(try holds("name CONTAINS[cd] 'CAFE'", cafe))
    #expect(try !holds("name CONTAINS 'CAFE'", cafe))
    #expect(try !holds("name CONTAINS[c] 'CAFE'", cafe))
    #expect(try !holds("name BEGINSWITH[c] 'cafe'", cafe))
    #expect(try holds("name CONTAINS[c] %@", cafe, "cafe\u{301} "))
    #expect(try !holds("name CONTAINS %@", cafe, "cafe\u{301} "))
    #expect(try !holds("name CONTAINS[c] 'cafe'", ["name": .string("cafe\u{301}")]))
    #expect(try holds("name CONTAINS[c] 'cafe'", ["name": .string("cafe\u{301} or Cafe")]))
  }

  @Test func equalityIsByBytesUnlessToldOtherwise() throws {
    let composed: [String: AttributeValue] = ["name": .string("é")]
    #expect(try !holds("name == %@", composed, "e\u{301}"))
    #expect(try holds("name ==[n] %@", composed, "e\u{301}"))
    #expect(try holds("name ==[c] %@", composed, "E\u{301}"))
    #expect(try holds("name ==[d] 'e'", composed))
    #expect(try holds("name ==[n] %@", ["name": .string("각")], "\u{1100}\u{1161}\u{11A8}"))
    // Marks of different classes in either order are equivalent.
    #expect(try holds("name ==[n] %@", ["name": .string("a\u{301}\u{323}")], "a\u{323}\u{301}"))
  }

  @Test(arguments: [
    ("STRASSE", "straße", true), ("ﬁne", "FINE", true), ("ΣΊΣΥΦΟΣ", "σίσυφος", true), ("K", "\u{212A}", true),
    ("I", "ı", false), ("i", "I", true), ("İ", "i\u{307}", true), ("Ǆ", "ǆ", true), ("ẞ", "ss", true),
    ("ſ", "S", true),
    ("Ω", "\u{2126}", true), ("ŉ", "ʼN", true), ("👨‍👩‍👧", "👨‍👩‍👧", true), ("👨‍👩‍👧", "👨‍👩‍👦", false), ("𐐀", "𐐨", true),
  ])
  func caseFoldingIsUnicodesOwn(_ left: String, _ right: String, _ isEqual: Bool) throws {
    #expect(try holds("name ==[c] %@", ["name": .string(left)], right) == isEqual)
    #expect(try holds("name ==[c] %@", ["name": .string(right)], left) == isEqual)
  }

  @Test func theTurkishDotIsADiacritic() throws {
    #expect(try holds("name ==[cd] 'i'", ["name": .string("İ")]))
    #expect(try !holds("name ==[cd] 'i'", ["name": .string("ı")]))
  }

  @Test func everyTextContainsTheEmptyOne() throws {
    for test in ["CONTAINS", "BEGINSWITH", "ENDSWITH", "CONTAINS[c]", "BEGINSWITH[cd]", "ENDSWITH[n]"] {
      #expect(try holds("name \(test) ''", ["name": .string("")]))
      #expect(try holds("name \(test) ''", ["name": .string("x")]))
      #expect(try !holds("text \(test) ''", [:]))
    }
  }

  @Test(arguments: [
    ("abc", "abc", true), ("abc", "a*", true), ("abc", "*c", true), ("abc", "*b*", true),
    ("abc", "a?c", true),
    ("abc", "a?", false), ("abc", "b*", false), ("abc", "**", true), ("", "*", true), ("", "", true),
    ("", "?", false),
    ("a*c", "a\\*c", true), ("abc", "a\\*c", false), ("a?c", "a\\?c", true), ("100%", "100%", true),
    ("100x", "100%", false), ("a_c", "a_c", true), ("abc", "a_c", false), ("a\\c", "a\\\\c", true),
    ("a\\", "a\\", true),
    ("aXbXc", "a*X*c", true), ("aaaaab", "a*a*b", true), ("abcbd", "a*b?", true), ("é", "?", true),
    ("a\nb", "a*b", true), ("a\0b", "a?b", true), ("👨‍👩‍👧", "👨*", true), ("xay", "*a", false),
  ])
  func likeMatchesWholeTexts(_ text: String, _ pattern: String, _ expected: Bool) throws {
    let values: [String: AttributeValue] = ["name": .string(text)]
    #expect(try holds("name LIKE %@", values, pattern) == expected)
    #expect(try holds("name LIKE[c] %@", values, pattern.uppercased()) == expected)
    #expect(try holds("%@ LIKE name", ["name": .string(pattern)], text) == expected)
  }

  @Test func likeTakesAnyCharacterWithItsMarks() throws {
    #expect(try holds("name LIKE[c] 'caf?'", ["name": .string("café")]))
    #expect(try holds("name LIKE[c] 'caf?'", ["name": .string("cafe\u{301}")]))
    #expect(try holds("name LIKE[d] 'cafe'", ["name": .string("café")]))
  }

  @Test(.timeLimit(.minutes(1))) func likeIsNotExponential() throws {
    let text = String(repeating: "a", count: 20_000)
    #expect(try !holds("name LIKE %@", ["name": .string(text)], String(repeating: "a*", count: 50) + "b"))
  }

  @Test func matchesTakesTheWholeText() throws {
    #expect(try holds("name MATCHES '.*-suffix'", ["name": .string("my-suffix")]))
    #expect(try !holds("name MATCHES 'suffix'", ["name": .string("my-suffix")]))
    #expect(try holds("name MATCHES 'a|ab'", ["name": .string("ab")]))
    #expect(try !holds("name MATCHES 'a'", ["name": .string("a\n")]))
    #expect(try holds("name MATCHES[c] 'CAF.'", ["name": .string("café")]))
    #expect(try holds("name MATCHES[c] 'CAF.'", ["name": .string("cafe\u{301}")]))
    #expect(try holds("name MATCHES[cd] 'CAFE'", ["name": .string("café")]))
    #expect(try holds("name MATCHES '\\\\d+\\\\S'", ["name": .string("42x")]))
    #expect(try holds("name MATCHES[c] '\\\\d+\\\\S'", ["name": .string("42x")]))
    #expect(queryError { _ = try holds("name MATCHES 'a)|(b'", [:]) }?.code == .regularExpression)
  }

  @Test(.timeLimit(.minutes(1))) func catastrophicExpressionsEnd() throws {
    let text = String(repeating: "a", count: 40) + "!"
    let error = queryError { _ = try holds("name MATCHES '(a+)+b'", ["name": .string(text)]) }
    #expect(error?.code == .timeout)
  }

  /// Each text within its limit, all of them together not.
  @Test func slowExpressionsDoNotAddUp() {
    var slow = SlowExpressions<String>(limit: .seconds(5), window: .seconds(10), capacity: 2)
    let start = ContinuousClock.now
    func isSpent(_ expression: String, _ milliseconds: Int, at moment: Int) -> Bool {
      slow.spend(
        .milliseconds(milliseconds), on: expression, until: start.advanced(by: .milliseconds(moment)))
    }
    for run in 1...25 { #expect(!isSpent("(a+)+c", 200, at: 200 * run)) }
    #expect(!isSpent("(b+)+c", 200, at: 5_100))
    #expect(isSpent("(a+)+c", 200, at: 5_200))
    #expect(isSpent("(a+)+c", 1, at: 9_000))
    // A new window begins after ten seconds, and when more expressions come than are remembered.
    for run in 0..<25 { #expect(!isSpent("(a+)+c", 200, at: 11_000 + 100 * run)) }
    #expect(!isSpent("(c+)+c", 1, at: 16_000))
    #expect(!isSpent("(a+)+c", 200, at: 17_000))
  }

  @Test func foldingIsIdempotentAndKeepsWhatHasNoFolds() {
    let texts = [
      "", "abc", "ÀÉÎõü", "ßẞ", "漢字かな", "각", "a\u{301}\u{323}", "\u{0}\u{1}", "İıIi", "ﷺ", "\u{1D15E}",
    ]
    let all: [StringComparisonOptions] = [
      .normalized, .caseInsensitive, .diacriticInsensitive, [.caseInsensitive, .diacriticInsensitive],
    ]
    for options in all {
      for text in texts {
        let folded = TextFolding.fold(text, options)
        #expect(TextFolding.fold(folded, options).utf8.elementsEqual(folded.utf8), "\(text)")
      }
    }
    #expect(TextFolding.fold("漢字かな", .caseInsensitive) == "漢字かな")
    #expect(TextFolding.fold("が", .diacriticInsensitive) == "か")
  }
}
