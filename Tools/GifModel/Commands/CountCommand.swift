import Graphstore

/// `gifmodel count`.
struct CountCommand: Command {
  static let description = CommandDescription(
    "count", summary: "Counts the posts of a store", options: [.store, .condition])

  private let store: String
  private let condition: String?

  init(_ arguments: ParsedArguments) throws {
    store = try arguments.required(.store)
    condition = arguments.value(.condition)
  }

  func run(_ terminal: Terminal) throws -> ExitCode {
    let request = try GifStore.request(where: condition)
    let context = try GifStore.existing(at: store, isReadOnly: true).newContext()
    try terminal.print("\(try context.count(request))")
    return .success
  }
}
