import Graphstore

/// `gifmodel delete`.
struct DeleteCommand: Command {
  private static let all = CommandOption("--all", help: "all posts")

  static let description = CommandDescription(
    "delete", summary: "Deletes posts", options: [.store, .condition, all],
    details: "Either --where or --all says which. All of them are deleted, or none.")

  private let store: String
  private let condition: String?

  init(_ arguments: ParsedArguments) throws {
    store = try arguments.required(.store)
    condition = arguments.value(.condition)
    if arguments.has(Self.all), condition != nil {
      throw arguments.misuse("--where and --all exclude each other")
    }
    if !arguments.has(Self.all), condition == nil {
      throw arguments.misuse("say which posts: --where FORMAT or --all")
    }
  }

  func run(_ terminal: Terminal) throws -> ExitCode {
    let request = try GifStore.request(where: condition)
    let context = try GifStore.existing(at: store, isReadOnly: false).newContext()
    let gifs = try context.fetch(request)
    for gif in gifs { context.delete(gif) }
    try context.save()
    try terminal.print("\(gifs.count.counted("post")) deleted")
    return .success
  }
}
