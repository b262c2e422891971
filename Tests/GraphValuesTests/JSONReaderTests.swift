import Foundation
import GraphValues
import Testing

@Suite("The JSON reader")
struct JSONReaderTests {
  private func read(_ text: String) throws -> JSONNode { try JSONReader.read(Array(text.utf8)).root }

  @Test(
    "what is valid is kept as it stands",
    arguments: [
      "null", "true", "false", "0", "-0", "-12.50e+3", "9223372036854775808", "1e400", "\"\"", "[]", "{}",
      "[1,[2,[]]]",
      "{\"b\":1,\"a\":[null,\"x\"]}", "\"é😀\"", "{\"\":0}",
    ])
  func valid(text: String) throws {
    #expect(try read(text).compactText == text)
    #expect(try read(" \t\r\n" + text + "\n").compactText == text)
    #expect(try read("\u{FEFF}" + text).compactText == text)
  }

  @Test("escapes are undone")
  func escapes() throws {
    let node = try read(#""\"\\\/\b\f\n\r\t\u0041\u00e9\ud83d\uDE00\u0000""#)
    guard case .string(let text) = node.kind else {
      Issue.record("no string")
      return
    }
    #expect(Array(text.utf8) == Array("\"\\/\u{8}\u{C}\n\r\tAé😀\u{0}".utf8))
    #expect(try read(JSONText.quote(text)).compactText == JSONText.quote(text))
  }

  @Test(
    "mistakes are found where they are",
    arguments: [
      ("", 1, 1), ("  ", 1, 3), ("{", 1, 2), ("[1,\n2", 2, 2), ("[1,]", 1, 4), ("{\"a\":1,}", 1, 8),
      ("{a:1}", 1, 2),
      ("[1 2]", 1, 4), ("nul", 1, 1), ("True", 1, 1), ("01", 1, 1), ("1.", 1, 3), ("-", 1, 2), ("1e", 1, 3),
      ("+1", 1, 1),
      (".5", 1, 1), ("NaN", 1, 1), ("'a'", 1, 1), ("\"a", 1, 1), ("\"a\nb\"", 1, 3), ("\"\\x\"", 1, 2),
      ("\"\\u12G4\"", 1, 2),
      ("\"\\ud800\"", 1, 2), ("\"\\udc00\"", 1, 2), ("\"\\ud800\\u0041\"", 1, 2), ("\"\\", 1, 1 + 1),
      ("[] []", 1, 4),
      ("// x\n1", 1, 1), ("{\"é😀\" 1}", 1, 7), ("{\"a\"}", 1, 5), ("]", 1, 1), ("\"\u{1}\"", 1, 2),
      ("\"\\u12", 1, 2),
      ("\n\n\n   x", 4, 4),
    ])
  func invalid(text: String, line: Int, column: Int) {
    do {
      _ = try JSONReader.read(Array(text.utf8))
      Issue.record("accepted \(text)")
    } catch {
      #expect(error.line == line && error.column == column, "\(text): \(error.place): \(error.message)")
      #expect(!error.message.isEmpty)
    }
  }

  @Test("bytes that are not UTF-8 are refused, with their place")
  func encoding() {
    let samples: [([UInt8], Int)] = [
      ([0x22, 0xFF, 0x22], 2), ([0x22, 0xC3, 0x28, 0x22], 2), ([0x22, 0xED, 0xA0, 0x80, 0x22], 2),
      ([0x22, 0xC3, 0xA9, 0xC0, 0x80, 0x22], 3), ([0xFF, 0xFE, 0x7B, 0x00], 1),
    ]
    for (bytes, column) in samples {
      do {
        _ = try JSONReader.read(bytes)
        Issue.record("accepted \(bytes)")
      } catch {
        #expect(error.line == 1 && error.column == column, "\(bytes): \(error.place)")
        #expect(error.message.contains("UTF"))
      }
    }
  }

  @Test("limits of depth, values and digits hold, and no depth traps")
  func limits() throws {
    let limits = JSONReader.Limits(depth: 4, values: 10, numberLength: 5)
    let bytes = { (text: String) in Array(text.utf8) }
    #expect(throws: Never.self) { try JSONReader.read(bytes("[[[[12345]]]]"), limits: limits) }
    for text in ["[[[[[]]]]]", "123456", "[1,2,3,4,5,6,7,8,9,0]", "{\"a\":{\"a\":{\"a\":{\"a\":{}}}}}"] {
      #expect(throws: JSONSyntaxError.self) { try JSONReader.read(bytes(text), limits: limits) }
    }
    let deep = String(repeating: "[", count: 100_000)
    #expect(throws: JSONSyntaxError.self) { try JSONReader.read(bytes(deep)) }
    let nested = String(repeating: "[", count: 512) + String(repeating: "]", count: 512)
    #expect(throws: Never.self) { try JSONReader.read(bytes(nested)) }
  }

  @Test("duplicate keys are kept and told")
  func duplicates() throws {
    #expect(try JSONReader.read(Array("[{\"a\":1,\"a\":2}]".utf8)).hasDuplicateKeys)
    #expect(try !JSONReader.read(Array("[{\"a\":1},{\"a\":2}]".utf8)).hasDuplicateKeys)
  }

  @Test("every prefix of a text is refused or read, never trapped on")
  func prefixes() {
    let text = Array(#"{"a":[1,-2.5e3,"x\u00e9\ud83d\ude00é",true,null],"b":{"c":false}}"#.utf8)
    for count in 0..<text.count {
      #expect(throws: JSONSyntaxError.self) { try JSONReader.read(Array(text[..<count])) }
    }
    #expect(throws: Never.self) { try JSONReader.read(text) }
  }
}
