/// Wrong use of the command line.
struct Misuse: Error {
  /// What is wrong, in one line.
  let message: String
  /// The command that was used wrongly, where it is known.
  let command: String?

  init(_ message: String, command: String? = nil) {
    self.message = message
    self.command = command
  }
}
