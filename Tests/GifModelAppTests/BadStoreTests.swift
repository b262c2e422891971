import Foundation
import GraphstoreTestSupport
import Testing

@Suite("Stores that cannot be used")
struct BadStoreTests {
  let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  private static let commands = [
    ["list"], ["count"], ["update", "--where", "newsid == 1", "--text", "new"], ["delete", "--all"],
  ]

  private func run(_ command: [String]) async throws -> Executable.Result {
    try await Executable.start(
      try Executable.gifmodel, command + ["--store", sandbox.store], in: sandbox
    ).result()
  }

  private var importing: [String] {
    get throws { ["import", try sandbox.writeFeed(1...3, to: "feed.json")] }
  }

  @Test("A missing store is an error, and none is made")
  func missing() async throws {
    for command in Self.commands {
      expectRefusal(try await run(command), sandbox.store)
      #expect(sandbox.names.isEmpty)
    }
  }

  @Test("A missing folder is an error")
  func missingFolder() async throws {
    let feed = try sandbox.writeFeed(1...3, to: "feed.json")
    let store = sandbox.path("none/Gif.sqlite")
    expectRefusal(
      try await Executable.run("import", feed, "--store", store, in: sandbox), "none/Gif.sqlite")
    #expect(sandbox.names == ["feed.json"])
  }

  @Test("A directory is no store")
  func directory() async throws {
    try FileManager.default.createDirectory(atPath: sandbox.store, withIntermediateDirectories: false)
    for command in Self.commands + [try importing] {
      expectRefusal(try await run(command), "directory")
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: sandbox.store) == [])
  }

  @Test("Bytes of any kind are no store, and stay as they are", arguments: [1, 15, 100, 1000, 100_000])
  func randomBytes(count: Int) async throws {
    var generator = SeededGenerator(for: "random bytes in place of a store")
    let bytes = Data((0..<count).map { _ in UInt8.random(in: 1...255, using: &generator) })
    try bytes.write(to: URL(filePath: sandbox.store))
    for command in Self.commands + [try importing] {
      expectRefusal(try await run(command), sandbox.store)
    }
    #expect(try Data(contentsOf: URL(filePath: sandbox.store)) == bytes)
    #expect(sandbox.names == ["Gif.sqlite", "feed.json"])
  }

  @Test("Another tool's database is left alone")
  func foreignDatabase() async throws {
    _ = try await Executable.shell("sqlite3 Gif.sqlite 'CREATE TABLE GifModel (newsid)'", in: sandbox)
    let before = try Data(contentsOf: URL(filePath: sandbox.store))
    for command in Self.commands + [try importing] {
      expectRefusal(try await run(command), sandbox.store)
    }
    #expect(try Data(contentsOf: URL(filePath: sandbox.store)) == before)
    #expect(sandbox.names == ["Gif.sqlite", "feed.json"])
  }

  @Test("A store that was cut off is an error, never a crash", arguments: [0.2, 0.5, 0.9])
  func truncated(fraction: Double) async throws {
    let feed = try sandbox.writeFeed(1...2000, to: "many.json")
    expectSuccess(try await Executable.run("import", feed, "--store", sandbox.store, in: sandbox))
    let whole = try Data(contentsOf: URL(filePath: sandbox.store))
    try whole.prefix(Int(Double(whole.count) * fraction)).write(to: URL(filePath: sandbox.store))
    for command in Self.commands {
      let result = try await run(command)
      #expect(result.status == 1 && !result.wasSignalled)
      #expect(result.errorLines.count == 1)
    }
  }

  @Test("A store that may not be written can be read, and says so")
  func readOnly() async throws {
    let feed = try sandbox.writeFeed(1...3, to: "feed.json")
    expectSuccess(try await Executable.run("import", feed, "--store", sandbox.store, in: sandbox))
    _ = try sandbox.writeFeed(4...6, to: "more.json")
    let result = try await Executable.shell(
      """
      chmod 444 Gif.sqlite; chmod 777 .
      as_reader() { \(lowering)"$gifmodel" "$@" --store Gif.sqlite; echo "status $?"; }
      as_reader count
      as_reader delete --all
      as_reader update --where 'newsid == 1' --text new
      as_reader import more.json
      """, in: sandbox)
    #expect(result.lines == ["3", "status 0", "status 1", "status 1", "status 1"], "\(result.errors)")
    #expect(result.errorLines.count == 3)
    #expect(result.errorLines.allSatisfy { $0.contains("Gif.sqlite: ") })
    #expect(try await sandbox.count() == 3)
  }

  @Test("In a folder that may not be written no import makes a store")
  func readOnlyFolder() async throws {
    _ = try sandbox.writeFeed(1...3, to: "feed.json")
    let result = try await Executable.shell(
      """
      chmod 555 .
      \(lowering)"$gifmodel" import feed.json --store Gif.sqlite; echo "status $?"
      chmod 755 .
      """, in: sandbox)
    #expect(result.lines == ["status 1"])
    #expect(result.errorLines.count == 1 && result.errors.contains("Gif.sqlite: "), "\(result.errors)")
    #expect(sandbox.names == ["feed.json"])
  }

  /// Nothing is forbidden to root, so that the application has to run as nobody.
  private var lowering: String {
    getuid() == 0 ? "setpriv --reuid=65534 --regid=65534 --clear-groups " : ""
  }

  @Test("A store that another program keeps locked is an error after a while")
  func locked() async throws {
    let feed = try sandbox.writeFeed(1...3, to: "feed.json")
    expectSuccess(try await Executable.run("import", feed, "--store", sandbox.store, in: sandbox))
    let result = try await Executable.shell(
      """
      mkfifo commands
      sqlite3 Gif.sqlite <commands >locked & exec 3>commands
      echo 'BEGIN IMMEDIATE; SELECT 1;' >&3
      while ! [ -s locked ]; do sleep 0.05; done
      "$gifmodel" delete --all --store Gif.sqlite; echo "status $?"
      "$gifmodel" count --store Gif.sqlite
      exec 3>&-; wait
      """, in: sandbox)
    #expect(result.lines == ["status 1", "3"])
    #expect(result.errors.contains("locked"))
  }
}
