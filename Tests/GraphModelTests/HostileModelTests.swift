import Foundation
import GraphModel
import Testing

@Suite("Hostile model files")
struct HostileModelTests {
  private func mistakes(_ text: String) -> [ModelError.Mistake] {
    do {
      _ = try EntityModel(json: text, file: "x.json")
      return []
    } catch {
      return error.mistakes
    }
  }

  @Test("text that is not JSON is one mistake with its line and column")
  func syntax() throws {
    let mistake = try #require(mistakes("{\n  \"model\": \"Test\",\n  \"entities\": [,]\n}").first)
    #expect(mistake.description.hasPrefix("x.json: line 3, column 16: "))
    for text in ["", "{", "nonsense", "\u{0}", "[1,2", "{\"a\"", "{\"model\": \"\\ud800\"}"] {
      #expect(mistakes(text).count == 1, "\(text)")
      #expect(mistakes(text).first?.path.hasPrefix("line ") == true, "\(text)")
    }
  }

  @Test("100,000 levels of nesting are refused")
  func deepNesting() {
    for open in ["[", "{\"a\":"] {
      let found = mistakes(String(repeating: open, count: 100_000))
      #expect(found.count == 1)
      #expect(found.first?.message.contains("nested more than 64 deep") == true)
    }
  }

  @Test("huge numbers are refused")
  func hugeNumbers() {
    let long = String(repeating: "9", count: 100_000)
    #expect(mistakes("{\"model\": \(long)}").first?.message.contains("more than 400 characters") == true)
    let attribute = { (type: String, number: String) in
      "{\"model\":\"T\",\"entities\":[{\"name\":\"A\",\"attributes\":[{\"name\":\"a\",\"type\":\"\(type)\",\"default\":\(number)}]}]}"
    }
    for (type, number) in [
      ("int64", "9223372036854775808"), ("double", "1e999"), ("decimal", "1e999999999999999999999"),
      ("float", "1e39"),
    ] {
      #expect(mistakes(attribute(type, number)).count == 1, "\(type) \(number)")
    }
    #expect(mistakes(attribute("int64", "9223372036854775807")).isEmpty)
  }

  @Test("bytes that are not UTF-8, and UTF-16, are refused")
  func encoding() throws {
    try withTemporaryFolder { folder in
      for bytes in [
        [0x7B, 0xFF, 0x7D], [0xFF, 0xFE, 0x7B, 0x00, 0x7D, 0x00], [0x22, 0xED, 0xA0, 0x80, 0x22],
      ] as [[UInt8]] {
        let file = folder.appending(path: "x.json")
        try Data(bytes).write(to: file)
        let error = #expect(throws: ModelError.self) { try EntityModel(contentsOf: file) }
        #expect(error?.mistakes.count == 1)
        #expect(error?.mistakes.first?.message.contains("UTF") == true)
      }
    }
  }

  @Test("a file of 50 MB is refused before it is read")
  func largeFile() throws {
    try withTemporaryFolder { folder in
      let file = folder.appending(path: "large.json")
      try Data(repeating: UInt8(ascii: " "), count: 50_000_000).write(to: file)
      let error = #expect(throws: ModelError.self) { try EntityModel(contentsOf: file) }
      #expect(error?.mistakes.first?.message == "the files of a model have at most 16 MiB together")
    }
  }

  @Test("millions of values and thousands of mistakes are answered shortly")
  func many() {
    let values = "{\"model\":\"T\",\"entities\":[" + String(repeating: "1,", count: 1_200_000) + "1]}"
    #expect(mistakes(values).first?.message == "more than 1000000 values")
    let entities = (0..<10_001).map { "{\"name\":\"E\($0)\"}" }.joined(separator: ",")
    #expect(
      mistakes("{\"model\":\"T\",\"entities\":[\(entities)]}").first?.message
        == "a model has at most 10000 entities")
    let wrong = (0..<5_000).map { "{\"name\":\"E\($0)\",\"parent\":\"Ex\($0)\",\"colour\":1}" }.joined(
      separator: ",")
    let found = mistakes("{\"model\":\"T\",\"entities\":[\(wrong)]}")
    #expect(found.count == 1_001)
    #expect(found.last?.message == "9000 more mistakes are not shown")
  }

  @Test("long lines of parents and wide tables are refused")
  func sizes() {
    let line = (0..<100).map { "{\"name\":\"E\($0)\"\($0 > 0 ? ",\"parent\":\"E\($0 - 1)\"" : "")}" }.joined(
      separator: ",")
    #expect(
      mistakes("{\"model\":\"T\",\"entities\":[\(line)]}").first?.message.hasPrefix("more than 32 parents")
        == true)
    let columns = (0..<1_991).map { "{\"name\":\"a\($0)\",\"type\":\"int64\"}" }.joined(separator: ",")
    let wide = mistakes("{\"model\":\"T\",\"entities\":[{\"name\":\"A\",\"attributes\":[\(columns)]}]}")
    #expect(wide.first?.message.contains("more than 1990 columns") == true)
  }

  @Test("thousands of entities in one hierarchy load")
  func wideHierarchy() throws {
    let children = (0..<3_000).map { ",{\"name\":\"E\($0)\",\"parent\":\"Base\"}" }.joined()
    let model = try EntityModel(json: "{\"model\":\"T\",\"entities\":[{\"name\":\"Base\"}\(children)]}")
    let resolved = ResolvedModel(model)
    #expect(resolved["Base"]?.familyNumbers.count == 3_001)
    #expect(resolved["E2999"]?.number == 3_000)
  }

  @Test("a pattern that needs exponential time is stopped")
  func slowPattern() {
    let text = String(repeating: "a", count: 40)
    let found = mistakes(
      "{\"model\":\"T\",\"entities\":[{\"name\":\"A\",\"attributes\":[{\"name\":\"a\",\"type\":\"string\",\"pattern\":\"(a+)+b\",\"default\":\"\(text)\"}]}]}"
    )
    #expect(found.map(\.message) == ["the pattern takes too long on the default"])
  }

  @Test("strings of any length and any characters are cut and escaped in messages")
  func messages() {
    let name = "\\u0000\\u001b[31m\\n" + String(repeating: "é", count: 1_000)
    for text in [
      "{\"model\":\"\(name)\",\"entities\":[{\"name\":\"A\"}]}", "{\"\(name)\":1}",
      "{\"model\":\"T\",\"entities\":[{\"name\":\"A\",\"userInfo\":{\"\(name)\":1}}]}",
      "{\"model\":\"T\",\"entities\":[{\"name\":\"A\",\"attributes\":[{\"name\":\"a\",\"type\":\"\(name)\"}]}]}",
    ] {
      let found = mistakes(text)
      #expect(!found.isEmpty)
      for mistake in found {
        #expect(mistake.description.utf8.count < 500)
        #expect(mistake.description.unicodeScalars.allSatisfy { $0.value >= 0x20 })
      }
    }
  }
}
