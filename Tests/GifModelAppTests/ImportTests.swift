import Foundation
import Testing

@Suite("Importing")
struct ImportTests {
  let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  @Test("The repository's feed comes back value for value")
  func wholeFeed() async throws {
    let result = try await Executable.run("import", Repository.feed, "--store", sandbox.store, in: sandbox)
    expectSuccess(result)
    let feed = try JSONDecoder().decode(
      [FeedPost].self, from: Data(contentsOf: URL(filePath: Repository.feed)))
    #expect(result.output == "\(feed.count) records of \(feed.count) imported into \(sandbox.store)\n")
    let list = try await Executable.run("list", "--store", sandbox.store, "--json", in: sandbox)
    let posts = try JSONDecoder().decode([Post].self, from: Data(list.output.utf8))
    #expect(posts == feed.map(\.post))
    #expect(try await sandbox.integrity() == "ok\n")
  }

  /// A record as the feed has it, whose missing values take the model's defaults.
  private struct FeedPost: Decodable {
    let newsid: Int
    let userid: Int
    let commentsno: Int?
    let isZan: Bool?
    let headpicture: String?
    let nickname: String?
    let createtime: String?
    let text: String?
    let gifurl: String?

    var post: Post {
      Post(
        newsid: newsid, userid: userid, commentsno: commentsno ?? 0, isZan: isZan ?? false,
        headpicture: headpicture, nickname: nickname, createtime: createtime, text: text, gifurl: gifurl)
    }
  }

  @Test("Bad records are named with their numbers and all their mistakes; good ones are kept")
  func badFeedKeepsGood() async throws {
    let result = try await Executable.run(
      "import", Repository.badFeed, "--store", sandbox.store, in: sandbox)
    #expect(result.status == 1 && !result.wasSignalled)
    let records = result.errorLines.compactMap { line in
      line.firstMatch(of: #/: record (\d+): /#).flatMap { Int($0.1) }
    }
    #expect(records == Array(2...21))
    #expect(result.errorLines.count == 20)
    let expected: [Int: [String]] = [
      2: ["newsid", "int64", "a string"], 3: ["userid", "floating point"], 4: ["isZan", "bool"],
      5: ["commentsno", "a boolean"], 6: ["text", "string", "an integer"], 7: ["gifurl", "an array"],
      8: ["nickname", "an object"], 9: ["\"newsId\"", "\"newsid\""], 10: ["colour", "shape"],
      11: ["newsid is missing"], 12: ["userid is missing"], 13: ["newsid is null"],
      14: ["newsid 1 is that of record 1"], 15: ["newsid", "beyond 64 bits"],
      16: ["newsid", "beyond 64 bits"], 17: ["newsid", "userid is null", "isZan"],
      18: ["a string, where an object"], 19: ["null, where an object"], 20: ["an array, where an object"],
      21: ["newsid is missing; userid is missing"],
    ]
    for (record, words) in expected {
      let line = result.errorLines.first { $0.contains(": record \(record): ") } ?? ""
      for word in words { #expect(line.contains(word), "record \(record): \(line)") }
    }
    #expect(result.output == "3 records of 23 imported into \(sandbox.store), 20 refused\n")
    #expect(try await sandbox.newsids() == [1, 22, Int.max])
  }

  @Test("One bad record refuses all where that is asked for")
  func badFeedRefusesAll() async throws {
    let result = try await Executable.run(
      "import", "--refuse-all", Repository.badFeed, "--store", sandbox.store, in: sandbox)
    #expect(result.status == 1)
    #expect(result.errorLines.count == 20)
    #expect(result.output == "0 records of 23 imported into \(sandbox.store), 20 refused\n")
    #expect(try await sandbox.count() == 0)
    let good = try sandbox.writeFeed(1...3, to: "good.json")
    expectSuccess(
      try await Executable.run("import", "--refuse-all", good, "--store", sandbox.store, in: sandbox))
    #expect(try await sandbox.count() == 3)
  }

  @Test("A number that the store has already refuses that record only")
  func storedDuplicates() async throws {
    let first = try sandbox.writeFeed(1...10, to: "first.json")
    let second = try sandbox.writeFeed(9...12, to: "second.json")
    expectSuccess(try await Executable.run("import", first, "--store", sandbox.store, in: sandbox))
    let refused = try await Executable.run(
      "import", "--refuse-all", second, "--store", sandbox.store, in: sandbox)
    #expect(refused.status == 1)
    #expect(
      refused.errorLines == [
        "\(second): record 1: newsid 9 is in the store already",
        "\(second): record 2: newsid 10 is in the store already",
      ])
    #expect(try await sandbox.count() == 10)
    let kept = try await Executable.run("import", second, "--store", sandbox.store, in: sandbox)
    #expect(kept.status == 1)
    #expect(kept.output == "2 records of 4 imported into \(sandbox.store), 2 refused\n")
    #expect(try await sandbox.newsids("--sort", "newsid") == Array(1...12))
  }

  @Test("An empty feed makes an empty store")
  func emptyFeed() async throws {
    let feed = try sandbox.write(" [ ]\n", to: "feed.json")
    let result = try await Executable.run("import", feed, "--store", sandbox.store, in: sandbox)
    expectSuccess(result)
    #expect(try await sandbox.count() == 0)
  }

  @Test("A terminal shows a bar, a file does not")
  func progressBar() async throws {
    let feed = try sandbox.writeFeed(1...3000, to: "feed.json")
    // script(1) runs a command on a terminal of its own.
    let result = try await Executable.shell(
      "script -qec \"'$gifmodel' import '\(feed)' --store '\(sandbox.store)'\" /dev/null", in: sandbox)
    #expect(result.status == 0)
    #expect(result.output.contains("█"))
    #expect(result.output.contains("100 %  3000 of 3000"))
    #expect(result.output.contains("3000 records of 3000 imported"))
    let quiet = try await Executable.run("import", feed, "--store", sandbox.path("other"), in: sandbox)
    expectSuccess(quiet)
  }
}
