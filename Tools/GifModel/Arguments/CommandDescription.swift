/// What a command is called, what it takes and what it is for.
struct CommandDescription {
  let name: String
  /// What it does, in a few words.
  let summary: String
  /// What stands for its operands in the help; all of them are required.
  let operands: [String]
  let options: [CommandOption]
  /// More to know, a sentence a line.
  let details: String

  init(
    _ name: String, summary: String, operands: [String] = [], options: [CommandOption], details: String = ""
  ) {
    self.name = name
    self.summary = summary
    self.operands = operands
    self.options = options
    self.details = details
  }
}
