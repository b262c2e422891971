import Testing

@Suite("Help and wrong use")
struct HelpTests {
  let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  @Test("The overview names every command", arguments: ["--help", "-h", "help"])
  func overview(word: String) async throws {
    let result = try await Executable.run(word, in: sandbox)
    expectSuccess(result)
    for command in ["import", "list", "count", "update", "delete", "tour"] {
      #expect(result.lines.contains { $0.hasPrefix("  \(command) ") })
    }
  }

  @Test("Each command explains itself", arguments: ["import", "list", "count", "update", "delete"])
  func command(name: String) async throws {
    let asked = try await Executable.run("help", name, in: sandbox)
    expectSuccess(asked)
    #expect(asked.output.hasPrefix("Usage: gifmodel \(name)"))
    #expect(asked.output.contains("--store FILE"))
    let option = try await Executable.run(name, "--help", in: sandbox)
    expectSuccess(option)
    #expect(option.output == asked.output)
  }

  @Test("The version is a line")
  func version() async throws {
    let result = try await Executable.run("--version", in: sandbox)
    expectSuccess(result)
    #expect(result.output.wholeMatch(of: /gifmodel \d+\.\d+\.\d+\n/) != nil)
  }

  @Test(
    "Wrong use is exit status 2 and a line",
    arguments: [
      (["frobnicate"], "there is no command \"frobnicate\""),
      (["--frobnicate"], "there is no command"),
      (["help", "frobnicate"], "there is no command"),
      (["help", "list", "count"], "one command too many"),
      (["list"], "--store FILE is missing"),
      (["list", "--store"], "the value is missing"),
      (["list", "--store", "--json"], "the value is missing"),
      (["list", "--store", "a", "--store", "b"], "--store is given twice"),
      (["list", "--store", "a", "--colour"], "there is no option --colour"),
      (["list", "--store", "a", "-x"], "there is no option -x"),
      (["list", "--store", "a", "--json=yes"], "--json takes no value"),
      (["list", "--store", "a", "b"], "\"b\" is more than the command takes"),
      (["list", "--store", "a", "--limit", "0"], "--limit takes a whole number"),
      (["list", "--store", "a", "--limit", "ten"], "not \"ten\""),
      (["list", "--store", "a", "--limit=99999999999999999999"], "--limit takes a whole number"),
      (["list", "--store", "a", "--offset", "-1"], "--offset takes a whole number"),
      (["list", "--store", "a", "--sort", "newsid,down"], "a direction is asc or desc"),
      (["list", "--store", "a", "--sort", "newsid,desc,asc"], "--sort takes a key"),
      (["list", "--store", "a", "--sort", ""], "--sort takes a key"),
      (["count", "--store", "a", "--limit", "1"], "there is no option --limit"),
      (["import", "--store", "a"], "FEED.json is missing"),
      (["import", "a.json"], "--store FILE is missing"),
      (["import", "a.json", "b.json", "--store", "a"], "\"b.json\" is more"),
      (["update", "--store", "a", "--where", "newsid == 1"], "--text NEW is missing"),
      (["update", "--store", "a", "--text", "new"], "--where FORMAT is missing"),
      (["delete", "--store", "a"], "--where FORMAT or --all"),
      (["delete", "--store", "a", "--all", "--where", "newsid == 1"], "exclude each other"),
    ])
  func misuse(arguments: [String], words: String) async throws {
    let result = try await Executable.start(try Executable.gifmodel, arguments, in: sandbox).result()
    expectRefusal(result, status: 2, words)
    #expect(sandbox.names.isEmpty)
  }

  @Test("A value may look like an option behind an equals sign, an operand behind two dashes")
  func dashes() async throws {
    let feed = try sandbox.writeFeed(1...1, to: "--feed.json")
    #expect(feed.hasSuffix("--feed.json"))
    expectSuccess(
      try await Executable.run("import", "--store=\(sandbox.store)", "--", "--feed.json", in: sandbox))
    expectSuccess(
      try await Executable.run(
        "update", "--store", sandbox.store, "--where=newsid == 1", "--text=--where", in: sandbox))
    #expect(try await sandbox.count(where: "text == '--where'") == 1)
  }
}
