import Graphstore

/// `gifmodel update`.
struct UpdateCommand: Command {
  private static let text = CommandOption("--text", "NEW", isRequired: true, help: "the text they get")
  private static let condition = CommandOption(
    "--where", "FORMAT", isRequired: true, help: "which posts: a predicate, TRUEPREDICATE for all of them")

  static let description = CommandDescription(
    "update", summary: "Changes the text of posts", options: [.store, condition, text],
    details: "All of them are changed, or none.")

  private let store: String
  private let condition: String
  private let text: String

  init(_ arguments: ParsedArguments) throws {
    store = try arguments.required(.store)
    condition = try arguments.required(Self.condition)
    text = try arguments.required(Self.text)
  }

  func run(_ terminal: Terminal) throws -> ExitCode {
    let request = try GifStore.request(where: condition)
    let context = try GifStore.existing(at: store, isReadOnly: false).newContext()
    let gifs = try context.fetch(request)
    for gif in gifs { gif.text = text }
    // Those that had the text already are no changes.
    let changed = context.updatedObjects.count
    try context.save()
    try terminal.print("\(changed.counted("post")) changed, \(gifs.count) matched")
    return .success
  }
}
