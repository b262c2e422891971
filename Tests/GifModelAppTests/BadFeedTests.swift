import Foundation
import Testing

@Suite("Feeds that are no feeds")
struct BadFeedTests {
  let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  private func importing(_ text: String, _ options: String...) async throws -> Executable.Result {
    let feed = try sandbox.write(text, to: "feed.json")
    return try await Executable.start(
      try Executable.gifmodel, ["import", feed, "--store", sandbox.store] + options, in: sandbox
    ).result()
  }

  @Test(
    "What is no array of records is refused before a store is made",
    arguments: [
      ("", "line 1: the file is empty"),
      ("  \n ", "line 2: the file is empty"),
      ("{\"newsid\": 1, \"userid\": 2}", "line 1: not an array of records"),
      ("hello", "line 1: not an array of records"),
      ("[", "inside record 1"),
      ("[\n{\"newsid\": 1, \"userid\": 2}\n", "line 3: the text ends inside record 1"),
      ("[\n{\"newsid\": 1,\n \"text\": \"no end}]", "line 3: a string in record 1 has no end"),
      ("[{\"newsid\": 1, \"userid\": 2}] []", "text after the end"),
      ("[{\"newsid\": 1, \"userid\": 2},]", "record 2 is missing"),
      ("[,]", "record 1 is missing"),
      ("[1}", "after record 1"),
    ])
  func malformed(text: String, words: String) async throws {
    expectRefusal(try await importing(text), "feed.json: ", words)
    #expect(sandbox.names == ["feed.json"])
  }

  @Test("Bytes that are no text are refused")
  func invalidUTF8() async throws {
    let feed = sandbox.path("feed.json")
    try Data([0x5B, 0x22, 0xFF, 0xFE, 0x22, 0x5D]).write(to: URL(filePath: feed))
    expectRefusal(
      try await Executable.run("import", feed, "--store", sandbox.store, in: sandbox), "not UTF-8 text")
    #expect(!sandbox.exists("Gif.sqlite"))
  }

  @Test("A missing feed and a directory are told apart")
  func unreadable() async throws {
    expectRefusal(
      try await Executable.run("import", "none.json", "--store", sandbox.store, in: sandbox),
      "none.json: there is no such file")
    expectRefusal(
      try await Executable.run("import", sandbox.folder.path, "--store", sandbox.store, in: sandbox),
      "a directory is no feed")
    #expect(sandbox.names.isEmpty)
  }

  @Test(
    "A record that cannot be read is refused by itself",
    arguments: [
      (#"{"newsid": 1e400, "userid": 2}"#, "newsid"),
      (#"{"newsid": -1e400, "userid": 2}"#, "newsid"),
      (#"{"newsid": "7", "userid": 2}"#, "cannot hold a string"),
      (#"{"newsid": 7, "newsid": 8, "userid": 2}"#, "\"newsid\" occurs twice"),
      (#"{"newsid": 7, "news\u0069d": 8, "userid": 2}"#, "\"newsid\" occurs twice"),
      (#"{"newsid": 7, "userid": 2, "text": "\ud800"}"#, "text"),
      (#"{"newsid": 7 "userid": 2}"#, "record 2"),
      (#"{"newsid": 7, "userid": 2}{"newsid": 8, "userid": 2}"#, "record 2"),
      (#"{"newsid": 7, "userid": nul}"#, "record 2"),
      (#"{newsid: 7}"#, "record 2"),
      (#"{"newsid": 7, "userid": 2, "text": {"text": {"text": 1}}}"#, "an object"),
    ])
  func unreadableRecord(record: String, words: String) async throws {
    let good = [1, 3].map { #"{"newsid": \#($0), "userid": 1}"# }
    let result = try await importing("[\(good[0]), \(record), \(good[1])]")
    #expect(result.status == 1 && !result.wasSignalled)
    #expect(result.errorLines.count == 1)
    #expect(result.errors.contains("feed.json: record 2: "))
    #expect(result.errors.contains(words), "\(result.errors)")
    #expect(try await sandbox.newsids() == [1, 3])
  }

  @Test("Deep nesting is refused, not followed", arguments: ["[", "{\"a\":"])
  func deepNesting(opening: String) async throws {
    let depth = 100_000
    let closing = String(repeating: opening == "[" ? "]" : "}", count: depth)
    let deep = String(repeating: opening, count: depth) + "1" + closing
    let result = try await importing("[{\"newsid\": 1, \"userid\": 1, \"text\": \(deep)}, \(deep)]")
    #expect(result.status == 1 && !result.wasSignalled)
    #expect(result.errorLines.count == 2)
    #expect(try await sandbox.count() == 0)
  }

  @Test("What a feed holds cannot play tricks on a terminal")
  func controlCharacters() async throws {
    let result = try await importing(#"[{"newsid": 1, "userid": 1, "\u001b[2Jx\ny\u202e": 1}]"#)
    #expect(result.status == 1)
    #expect(!result.errors.unicodeScalars.contains("\u{1B}"))
    #expect(!result.errors.unicodeScalars.contains("\u{202E}"))
  }

  @Test("Texts of every kind survive: quotes, NUL, marks, emoji, a megabyte")
  func texts() async throws {
    let long = String(repeating: "ä", count: 500_000)
    let texts = ["'; DROP TABLE GifModel; --", "a\0b", "e\u{301}", "\u{301}", "👩‍👩‍👧‍👦", "\"\\\n\t", long]
    let records = texts.enumerated().map { index, text in
      ["newsid": Scalar.number(index), "userid": .number(0), "text": .text(text)]
    }
    let json = String(decoding: try JSONEncoder().encode(records), as: UTF8.self)
    expectSuccess(try await importing(json))
    let list = try await Executable.run("list", "--store", sandbox.store, "--json", in: sandbox)
    let posts = try JSONDecoder().decode([Post].self, from: Data(list.output.utf8))
    #expect(posts.map { Array(($0.text ?? "").utf8) } == texts.map { Array($0.utf8) })
  }

  private enum Scalar: Encodable {
    case number(Int)
    case text(String)

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      switch self {
      case .number(let number): try container.encode(number)
      case .text(let text): try container.encode(text)
      }
    }
  }
}
