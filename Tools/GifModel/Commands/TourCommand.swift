/// `gifmodel tour`, which `gifmodel` alone is too.
struct TourCommand: Command {
  static let description = CommandDescription(
    "tour", summary: "Does it all with the feed that comes along, in a temporary store; the default",
    options: [])

  init() {}

  init(_ arguments: ParsedArguments) throws {}

  func run(_ terminal: Terminal) throws -> ExitCode {
    var tour = try Tour()
    defer { tour.removeStore() }
    try tour.run()
    for line in tour.table(width: terminal.width).lines { try terminal.print(line) }
    try terminal.print(tour.summary)
    return .success
  }
}
