import Foundation

/// How the application ends.
enum ExitCode: Int32 {
  /// What was asked for is done.
  case success = 0
  /// Something could not be done: bad input, a store that cannot be used.
  case failure = 1
  /// The command line makes no sense.
  case misuse = 2
}

/// Finds the command that the arguments name, runs it, and says in one line what went wrong.
struct Launcher {
  let terminal: Terminal

  func run(_ arguments: ArraySlice<String>) -> ExitCode {
    var code = ExitCode.failure
    do {
      code = try execute(arguments)
      try terminal.flush()
    } catch is Terminal.OutputClosed {
      // Whoever reads the output has seen enough.
      return code == .failure ? .success : code
    } catch let misuse as Misuse {
      let help = misuse.command.map { "gifmodel help \($0)" } ?? "gifmodel --help"
      report("\(misuse.message) (\"\(help)\" shows the use)", command: misuse.command)
      return .misuse
    } catch let error as any CustomStringConvertible & Error {
      report(error.description, command: nil)
      return .failure
    } catch {
      report(error.localizedDescription, command: nil)
      return .failure
    }
    return code
  }

  private func report(_ message: String, command: String?) {
    try? terminal.flush()
    terminal.printError("gifmodel\(command.map { " \($0)" } ?? ""): \(message)")
  }

  private func execute(_ arguments: ArraySlice<String>) throws -> ExitCode {
    guard let word = arguments.first else {
      return try TourCommand().run(terminal)
    }
    switch word {
    case "--help", "-h":
      try terminal.print(Help.overview)
      return .success
    case "--version":
      try terminal.print("gifmodel \(GifModelApp.version)")
      return .success
    case "help":
      return try help(arguments.dropFirst())
    default:
      let command = try CommandTable.command(named: word)
      let parsed = try ParsedArguments(arguments.dropFirst(), of: command.description)
      if parsed.asksForHelp {
        try terminal.print(Help.text(of: command.description))
        return .success
      }
      return try command.init(parsed).run(terminal)
    }
  }

  private func help(_ arguments: ArraySlice<String>) throws -> ExitCode {
    if let extra = arguments.dropFirst().first {
      throw Misuse("\"\(extra)\" is one command too many to explain")
    }
    if let word = arguments.first, !["--help", "-h"].contains(word) {
      try terminal.print(Help.text(of: try CommandTable.command(named: word).description))
    } else {
      try terminal.print(Help.overview)
    }
    return .success
  }
}
