import Foundation
import GraphValues
import Testing

@testable import GraphModel

@Suite("Names")
struct NameTests {
  private func mistakes(entity: String = "Thing", property: String = "name") -> [String] {
    let text =
      "{\"model\":\"Test\",\"entities\":[{\"name\":\(JSONText.quote(entity)),\"attributes\":[{\"name\":\(JSONText.quote(property)),\"type\":\"string\"}]}]}"
    do {
      _ = try EntityModel(json: text)
      return []
    } catch {
      return error.mistakes.map(\.message)
    }
  }

  @Test("no reserved name is accepted")
  func reserved() {
    for name in ReservedNames.entities { #expect(mistakes(entity: name).count == 1, "\(name)") }
    for name in ReservedNames.properties { #expect(mistakes(property: name).count == 1, "\(name)") }
  }

  @Test("Swift's words are properties, in backticks, but for those that cannot be")
  func swiftKeywords() {
    let words = [
      "any", "as", "async", "await", "break", "case", "class", "default", "defer", "deinit", "do", "else",
      "enum",
      "extension", "false", "for", "func", "get", "if", "import", "in", "inout", "internal", "is", "let",
      "nil",
      "operator", "private", "protocol", "public", "repeat", "rethrows", "return", "set", "some", "static",
      "struct",
      "super", "switch", "throw", "throws", "true", "try", "typealias", "var", "weak", "where", "while",
      "willSet",
    ]
    for word in words { #expect(mistakes(property: word).isEmpty, "\(word)") }
    for word in ["self", "init", "subscript"] { #expect(mistakes(property: word).count == 1, "\(word)") }
  }

  @Test("SQL's words are names, in quotation marks")
  func sqlKeywords() {
    for word in [
      "select", "from", "where", "table", "order", "group", "index", "rowid", "values_", "null", "check",
      "abort",
    ] {
      #expect(mistakes(property: word).isEmpty, "\(word)")
      #expect(mistakes(entity: word.capitalized).isEmpty || word == "index" || word == "order", "\(word)")
    }
  }

  @Test("a wrong capital comes with the right spelling")
  func capitals() {
    for (name, advice) in [
      ("Name", "name"), ("URLPath", "urlPath"), ("UserID", "userID"), ("X", "x"), ("ISBN", "isbn"),
      ("Ärger", "ärger"),
    ] {
      #expect(mistakes(property: name).first?.hasSuffix("write \"\(advice)\"") == true, "\(name)")
    }
    #expect(mistakes(entity: "gifModel").first?.hasSuffix("write \"GifModel\"") == true)
  }

  @Test("letters of any script are names")
  func scripts() {
    for name in ["名前", "имя", "שם", "नाम", "größe", "x1", "a_b"] {
      #expect(mistakes(property: name).isEmpty, "\(name)")
    }
  }

  @Test(
    "near words are found, far ones are not",
    arguments: [
      ("strng", "string"), ("String", "string"), ("sting", "string"), ("boll", "bool"), ("dtae", "date"),
      ("uid", "uuid"),
      ("zebra", nil), ("", nil), ("x", nil),
    ] as [(String, String?)])
  func suggestions(word: String, near: String?) {
    #expect(Suggestion.nearest(to: word, among: AttributeType.allCases.map(\.rawValue)) == near)
  }

  @Test("patterns match whole texts, within a time")
  func patterns() throws {
    let pattern = try #require(ValuePattern("a|ab"))
    #expect(pattern.match("ab") == .match)
    #expect(pattern.match("a") == .match)
    #expect(pattern.match("abc") == .noMatch)
    #expect(pattern.match("a\n") == .noMatch)
    #expect(try #require(ValuePattern(".")).match("😀") == .match)
    let slow = try #require(ValuePattern("(a+)+b"))
    #expect(slow.match(String(repeating: "a", count: 50), limit: .milliseconds(50)) == .outOfTime)
    for text in ["(", "[", "a)(b", "*", "\\"] { #expect(ValuePattern(text) == nil, "\(text)") }
  }
}
