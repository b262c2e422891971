import Testing

@Suite("Updating and deleting")
struct ChangeTests {
  let sandbox: Sandbox

  init() async throws {
    sandbox = try Sandbox()
    let feed = try sandbox.writeFeed(1...20, to: "feed.json")
    expectSuccess(try await Executable.run("import", feed, "--store", sandbox.store, in: sandbox))
  }

  @Test("What matches gets the new text; what has it already is no change")
  func update() async throws {
    let store = sandbox.store
    let first = try await Executable.run(
      "update", "--store", store, "--where", "newsid <= 3", "--text", "neu 🐈", in: sandbox)
    expectSuccess(first)
    #expect(first.output == "3 posts changed, 3 matched\n")
    let second = try await Executable.run(
      "update", "--store", store, "--where", "newsid <= 4", "--text", "neu 🐈", in: sandbox)
    #expect(second.output == "1 post changed, 4 matched\n")
    #expect(try await sandbox.count(where: "text == 'neu 🐈'") == 4)
    #expect(try await sandbox.count(where: "text == 'number 5'") == 1)
    #expect(try await sandbox.count() == 20)
  }

  @Test("A new text may be empty, and is bound, never spliced")
  func updateTexts() async throws {
    for text in ["", "'); DELETE FROM GifModel; --", "%@ $x \\"] {
      expectSuccess(
        try await Executable.run(
          "update", "--store", sandbox.store, "--where", "newsid == 7", "--text", text, in: sandbox))
      let list = try await Executable.run(
        "list", "--store", sandbox.store, "--where", "newsid == 7", "--json", in: sandbox)
      #expect(list.output.contains("\"text\":"))
    }
    #expect(try await sandbox.count() == 20)
  }

  @Test("What matches is deleted")
  func deleteSome() async throws {
    let result = try await Executable.run(
      "delete", "--store", sandbox.store, "--where", "newsid > 5", in: sandbox)
    expectSuccess(result)
    #expect(result.output == "15 posts deleted\n")
    #expect(try await sandbox.newsids() == [1, 2, 3, 4, 5])
    let again = try await Executable.run(
      "delete", "--store", sandbox.store, "--where", "newsid > 5", in: sandbox)
    #expect(again.output == "0 posts deleted\n")
  }

  @Test("Everything is deleted, and can be imported anew")
  func deleteAll() async throws {
    let result = try await Executable.run("delete", "--store", sandbox.store, "--all", in: sandbox)
    expectSuccess(result)
    #expect(result.output == "20 posts deleted\n")
    #expect(try await sandbox.count() == 0)
    expectSuccess(
      try await Executable.run("import", "feed.json", "--store", sandbox.store, in: sandbox))
    #expect(try await sandbox.count() == 20)
  }
}
