import Foundation
import Graphstore

/// `gifmodel list`.
struct ListCommand: Command {
  private static let sort = CommandOption(
    "--sort", "KEY[,asc|desc]", mayRepeat: true,
    help: "the order: newsid,desc, or nickname[cd] without regard to case and accents")
  private static let limit = CommandOption("--limit", "N", help: "no more than N posts")
  private static let offset = CommandOption("--offset", "N", help: "leave out the first N")
  private static let json = CommandOption("--json", help: "print JSON in place of a table")

  static let description = CommandDescription(
    "list", summary: "Prints posts", options: [.store, .condition, sort, limit, offset, json],
    details: "The first --sort counts most. Without one, posts come in the order of their insertion.")

  private let store: String
  private let condition: String?
  private let sortKeys: [SortKey]
  private let limit: Int?
  private let offset: Int
  private let printsJSON: Bool

  init(_ arguments: ParsedArguments) throws {
    store = try arguments.required(.store)
    condition = arguments.value(.condition)
    var sortKeys: [SortKey] = []
    for text in arguments.values(Self.sort) { sortKeys.append(try Self.sortKey(text, arguments)) }
    self.sortKeys = sortKeys
    limit = try arguments.number(Self.limit, atLeast: 1)
    offset = try arguments.number(Self.offset, atLeast: 0) ?? 0
    printsJSON = arguments.has(Self.json)
  }

  func run(_ terminal: Terminal) throws -> ExitCode {
    var request = try GifStore.request(where: condition)
    request.sortKeys = sortKeys
    request.fetchLimit = limit ?? 0
    request.fetchOffset = offset
    let context = try GifStore.existing(at: store, isReadOnly: true).newContext()
    let gifs = try context.fetch(request)
    if printsJSON {
      try printJSON(gifs, terminal)
    } else {
      try printTable(gifs, terminal)
    }
    // Getters do not throw: what they could not read is thrown here.
    try context.save()
    return .success
  }

  private static func sortKey(_ text: String, _ arguments: ParsedArguments) throws(Misuse) -> SortKey {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    guard parts.count <= 2, let key = parts.first.flatMap({ try? SortKey.parse($0) })?.first else {
      throw arguments.misuse("--sort takes a key, or a key and a direction (newsid,desc), not \"\(text)\"")
    }
    guard parts.count == 2 else { return key }
    guard ["asc", "desc"].contains(parts[1]) else {
      throw arguments.misuse("--sort: a direction is asc or desc, not \"\(parts[1])\"")
    }
    return SortKey(key.keyPath, ascending: parts[1] == "asc", options: key.options)
  }

  /// An array, a line a post, written as it is made.
  private func printJSON(_ gifs: [GifModel], _ terminal: Terminal) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    try terminal.print("[")
    for (index, gif) in gifs.enumerated() {
      let json = String(decoding: try encoder.encode(gif.values), as: UTF8.self)
      try terminal.print(json + (index == gifs.count - 1 ? "" : ","))
    }
    try terminal.print("]")
  }

  private func printTable(_ gifs: [GifModel], _ terminal: Terminal) throws {
    var table = TextTable(
      [
        .init("newsid", .right), .init("userid", .right), .init("comments", .right), .init("zan"),
        .init("nickname", maximum: 24), .init("text"),
      ], width: terminal.width)
    for gif in gifs {
      table.add([
        "\(gif.newsid)", "\(gif.userid)", "\(gif.commentsno)", gif.isZan ? "yes" : "no", gif.nickname ?? "–",
        gif.text ?? "–",
      ])
    }
    for line in table.lines { try terminal.print(line) }
    try terminal.print(gifs.count.counted("post"))
  }
}
