/// A command of the application.
protocol Command {
  static var description: CommandDescription { get }

  /// Reads what the command was asked to do; throws `Misuse` where it makes no sense.
  init(_ arguments: ParsedArguments) throws

  func run(_ terminal: Terminal) throws -> ExitCode
}

/// All commands.
enum CommandTable {
  private static var commands: [any Command.Type] {
    [
      ImportCommand.self, ListCommand.self, CountCommand.self, UpdateCommand.self, DeleteCommand.self,
      TourCommand.self,
    ]
  }

  static var descriptions: [CommandDescription] { commands.map { $0.description } }

  static func command(named name: String) throws(Misuse) -> any Command.Type {
    if let command = commands.first(where: { $0.description.name == name }) { return command }
    let names = descriptions.map(\.name).joined(separator: ", ")
    throw Misuse("there is no command \"\(name)\", but \(names)")
  }
}
