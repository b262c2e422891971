/// An option that a command takes.
struct CommandOption: Hashable {
  /// The option as it is written: `--store`.
  let name: String
  /// What stands for its value in the help; nil for an option without one.
  let placeholder: String?
  /// What it is for.
  let help: String
  /// Whether the command cannot do without it.
  let isRequired: Bool
  /// Whether it may be given several times.
  let mayRepeat: Bool

  init(
    _ name: String, _ placeholder: String? = nil, isRequired: Bool = false, mayRepeat: Bool = false,
    help: String
  ) {
    self.name = name
    self.placeholder = placeholder
    self.help = help
    self.isRequired = isRequired
    self.mayRepeat = mayRepeat
  }

  /// The option with its placeholder.
  var usage: String { name + (placeholder.map { " \($0)" } ?? "") }
}

extension CommandOption {
  static let store = CommandOption("--store", "FILE", isRequired: true, help: "the file of the store")
  static let condition = CommandOption(
    "--where", "FORMAT", help: "only posts that meet a predicate: \"newsid > 10 AND text CONTAINS[cd] 'cat'\""
  )
}
