import Testing

@Suite("Predicates from strangers")
struct HostilePredicateTests {
  let sandbox: Sandbox

  init() async throws {
    sandbox = try Sandbox()
    let feed = try sandbox.writeFeed(1...5, to: "feed.json")
    expectSuccess(try await Executable.run("import", feed, "--store", sandbox.store, in: sandbox))
  }

  @Test(
    "A text that is no predicate is refused with its place",
    arguments: [
      "newsid == 1; DROP TABLE GifModel", "newsid == 1 OR 1=1 --", "text == 'a' UNION SELECT * FROM GifModel",
      "newsid ==", "(newsid == 1", "newsid == 1)", "text == 'no end", "newsid = 1 AND", "%@ == newsid",
      "newsid == $missing", "newsidd == 1", "sqlite_master == 1", "_id == 1",
      "newsid == 'x'", "text > 3", "text MATCHES '('", "FUNCTION(newsid, 'description') == 1", "",
    ])
  func refused(format: String) async throws {
    for command in [["count"], ["list"], ["delete"], ["update", "--text", "gone"]] {
      let result = try await Executable.start(
        try Executable.gifmodel, command + ["--store", sandbox.store, "--where", format], in: sandbox
      ).result()
      #expect(result.status == 1 && !result.wasSignalled, "\(command) \(format): \(result.output)")
      #expect(result.output == "")
      #expect(result.errors.hasPrefix("gifmodel: "))
      #expect(result.errorLines.count <= 3, "\(result.errors)")
    }
    #expect(try await sandbox.newsids() == [1, 2, 3, 4, 5])
  }

  @Test("Quotes and wildcards inside of literals are ordinary text")
  func literals() async throws {
    let store = sandbox.store
    let formats = [
      #"text == "'; DROP TABLE GifModel; --""#, #"text CONTAINS "%""#, #"text LIKE "_umber 1""#,
      #"text == 'it\'s'"#,
    ]
    for format in formats {
      let result = try await Executable.run("count", "--store", store, "--where", format, in: sandbox)
      expectSuccess(result)
      #expect(result.output == "0\n", "\(format)")
    }
    #expect(try await sandbox.count(where: #"text LIKE "?umber 1""#) == 1)
  }

  @Test("A number that no attribute can have is one that none has")
  func largeNumber() async throws {
    #expect(try await sandbox.count(where: "newsid == 99999999999999999999") == 0)
    #expect(try await sandbox.count(where: "newsid < 99999999999999999999") == 5)
    #expect(try await sandbox.count(where: "newsid != -1e300") == 5)
  }

  @Test("The caret stands under the mistake")
  func caret() async throws {
    let result = try await Executable.run(
      "count", "--store", sandbox.store, "--where", "userid == 1 AND newsidd > 10", in: sandbox)
    expectRefusal(result, "did you mean \"newsid\"?", lines: 3)
    let lines = result.errorLines
    let column = try #require(lines[2].firstIndex(of: "^")).utf16Offset(in: lines[2])
    #expect(lines[1].dropFirst(column).hasPrefix("newsidd"))
  }

  @Test("Depth and length are bounded")
  func bounds() async throws {
    let deep = String(repeating: "(", count: 10_000) + "newsid == 1" + String(repeating: ")", count: 10_000)
    let result = try await Executable.run("count", "--store", sandbox.store, "--where", deep, in: sandbox)
    #expect(result.status == 1 && !result.wasSignalled)
    #expect(result.errors.utf8.count < 2_000)
    let long = "text == '" + String(repeating: "x", count: 100_000) + "'"
    let answer = try await Executable.run("count", "--store", sandbox.store, "--where", long, in: sandbox)
    #expect(!answer.wasSignalled && [0, 1].contains(answer.status))
  }

  @Test("An unknown sort key is refused with a suggestion")
  func sortKey() async throws {
    let result = try await Executable.run(
      "list", "--store", sandbox.store, "--sort", "newsId", in: sandbox)
    #expect(result.status == 1 && result.output == "")
    #expect(result.errors.contains("newsid"))
  }
}
