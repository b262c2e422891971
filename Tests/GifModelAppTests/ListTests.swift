import Foundation
import Testing

@Suite("Listing and counting")
struct ListTests {
  let sandbox: Sandbox

  init() async throws {
    sandbox = try Sandbox()
    let feed = try sandbox.write(
      """
      [{"newsid": 3, "userid": 1, "commentsno": 5, "isZan": true, "nickname": "Ümit", "text": "ein Kater"},
       {"newsid": 1, "userid": 2, "commentsno": 5, "nickname": "anna", "text": "a CAT, asleep"},
       {"newsid": 2, "userid": 1, "commentsno": 7, "text": "小猫在睡觉，梦见一条很大很大的鱼"},
       {"newsid": 4, "userid": 2, "nickname": "Zoë", "text": "👩‍👩‍👧‍👦 family\\nover two lines \\u001b[31m"}]
      """, to: "feed.json")
    expectSuccess(try await Executable.run("import", feed, "--store", sandbox.store, in: sandbox))
  }

  @Test("Without an order posts come as they were inserted")
  func insertionOrder() async throws {
    #expect(try await sandbox.newsids() == [3, 1, 2, 4])
  }

  @Test("Sort keys count in their order; nil is smallest; case and accents may not matter")
  func sorting() async throws {
    #expect(try await sandbox.newsids("--sort", "newsid,desc") == [4, 3, 2, 1])
    #expect(try await sandbox.newsids("--sort", "newsid") == [1, 2, 3, 4])
    #expect(try await sandbox.newsids("--sort", "commentsno,desc", "--sort", "newsid,asc") == [2, 1, 3, 4])
    #expect(try await sandbox.newsids("--sort", "nickname") == [2, 4, 1, 3])
    #expect(try await sandbox.newsids("--sort", "nickname[cd]") == [2, 1, 3, 4])
  }

  @Test("A limit and an offset cut a window")
  func window() async throws {
    #expect(try await sandbox.newsids("--sort", "newsid", "--limit", "2") == [1, 2])
    #expect(try await sandbox.newsids("--sort", "newsid", "--offset", "3") == [4])
    #expect(try await sandbox.newsids("--sort", "newsid", "--limit", "2", "--offset", "1") == [2, 3])
    #expect(try await sandbox.newsids("--offset", "10") == [])
  }

  @Test(
    "A predicate selects",
    arguments: [
      ("newsid > 1 AND newsid <= 3", [2, 3]), ("text CONTAINS[c] 'cat'", [1]),
      ("text CONTAINS[cd] 'KAT'", [3]), ("nickname == nil", [2]), ("isZan == YES", [3]),
      ("newsid IN {1, 4, 9}", [1, 4]), ("NOT (userid == 1)", [1, 4]), ("newsid BETWEEN {2, 3}", [2, 3]),
      ("nickname BEGINSWITH[cd] 'u'", [3]), ("text LIKE '*梦*'", [2]), ("FALSEPREDICATE", []),
    ])
  func predicates(format: String, expected: [Int]) async throws {
    #expect(try await sandbox.newsids("--where", format, "--sort", "newsid") == expected)
    #expect(try await sandbox.count(where: format) == expected.count)
  }

  @Test("The table's columns stay in line whatever the script, and a line is a post")
  func table() async throws {
    let result = try await Executable.run("list", "--store", sandbox.store, "--sort", "newsid", in: sandbox)
    expectSuccess(result)
    #expect(
      result.lines == [
        "newsid  userid  comments  zan  nickname  text",
        "──────  ──────  ────────  ───  ────────  ────────────────────────────────",
        "     1       2         5  no   anna      a CAT, asleep",
        "     2       1         7  no   –         小猫在睡觉，梦见一条很大很大的鱼",
        "     3       1         5  yes  Ümit      ein Kater",
        "     4       2         0  no   Zoë       👩‍👩‍👧‍👦 family over two lines  [31m",
        "4 posts",
      ])
  }

  @Test("Long texts are cut to the width of the page")
  func truncation() async throws {
    let feed = try sandbox.write(
      """
      [{"newsid": 5, "userid": 1, "text": "\(String(repeating: "x", count: 500))"},
       {"newsid": 6, "userid": 1, "text": "\(String(repeating: "猫", count: 500))"}]
      """, to: "long.json")
    expectSuccess(try await Executable.run("import", feed, "--store", sandbox.store, in: sandbox))
    let result = try await Executable.run(
      "list", "--store", sandbox.store, "--where", "newsid >= 5", in: sandbox)
    #expect(result.lines[2].count == 100)
    #expect(result.lines[2].hasSuffix("x…"))
    #expect(result.lines[3].hasSuffix("猫…"))
    #expect(result.lines[3].count { $0 == "猫" } == (100 - 41 - 1) / 2)
  }

  @Test("JSON has the values with their types, and an array even of nothing")
  func json() async throws {
    let result = try await Executable.run(
      "list", "--store", sandbox.store, "--json", "--where", "newsid == 3", in: sandbox)
    expectSuccess(result)
    let posts = try JSONDecoder().decode([Post].self, from: Data(result.output.utf8))
    #expect(
      posts == [
        Post(newsid: 3, userid: 1, commentsno: 5, isZan: true, nickname: "Ümit", text: "ein Kater")
      ])
    #expect(result.output.contains("\"id\":\"graphstore://"))
    let none = try await Executable.run(
      "list", "--store", sandbox.store, "--json", "--where", "FALSEPREDICATE", in: sandbox)
    #expect(none.output == "[\n]\n")
  }

  @Test("A pipe that closes early ends the list without noise")
  func closedPipe() async throws {
    let feed = try sandbox.writeFeed(1000...9000, to: "many.json")
    expectSuccess(try await Executable.run("import", feed, "--store", sandbox.store, in: sandbox))
    for option in ["", "--json"] {
      let result = try await Executable.shell(
        "{ \"$gifmodel\" list --store '\(sandbox.store)' \(option); echo \"status $?\" >status; } | head -1; "
          + "cat status", in: sandbox)
      #expect(result.errors == "")
      #expect(result.lines.count == 2)
      #expect(result.lines.last == "status 0")
    }
  }

  @Test("An output that cannot be written is an error")
  func fullOutput() async throws {
    let result = try await Executable.shell(
      "\"$gifmodel\" list --store '\(sandbox.store)' >/dev/full", in: sandbox)
    expectRefusal(result, "the output cannot be written")
  }
}
