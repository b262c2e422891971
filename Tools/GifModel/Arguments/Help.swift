/// The texts that explain the commands.
enum Help {
  static var overview: String {
    let width = CommandTable.descriptions.map(\.name.count).max() ?? 0
    let commands = CommandTable.descriptions.map { "  \(padded($0.name, width))   \($0.summary)" }
    return """
      Usage: gifmodel [COMMAND]

      Keeps posts with animated pictures in a Graphstore store. Without a command it shows itself round: it
      does everything below with the feed that it brings along, in a temporary store.

      Commands:
      \(commands.joined(separator: "\n"))

      "gifmodel help COMMAND" explains a command, "gifmodel --version" says the version.
      Exit status: 0 all done, 1 something was refused or failed, 2 wrong use.
      """
  }

  static func text(of command: CommandDescription) -> String {
    let width = command.options.map(\.usage.count).max() ?? 0
    let options = command.options.map { option in
      let note = option.mayRepeat ? "; may be given several times" : ""
      return "  \(padded(option.usage, width))   \(option.help)\(note)"
    }
    let words =
      ["gifmodel", command.name] + command.operands
      + command.options.map { $0.isRequired ? $0.usage : "[\($0.usage)]" }
    var text = "Usage: \(words.joined(separator: " "))\n\n\(command.summary).\n"
    if !command.details.isEmpty { text += "\n\(command.details)\n" }
    return text + "\nOptions:\n" + options.joined(separator: "\n")
  }

  private static func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }
}
