/// What is wrong with a model: every mistake found, not just the first.
public struct ModelError: Error, Sendable, Hashable, CustomStringConvertible {
  /// One mistake.
  public struct Mistake: Sendable, Hashable, CustomStringConvertible {
    /// The file, as it was given; nil for a model from text.
    public let file: String?
    /// Where in the file: `entities[1].attributes[0].type`; empty for the file as a whole.
    public let path: String
    /// What is wrong, with a suggestion where one is near.
    public let message: String

    package init(file: String?, path: String, message: String) {
      self.file = file
      self.path = path
      self.message = message
    }

    /// `FILE: PATH: MESSAGE`.
    public var description: String {
      [file, path.isEmpty ? nil : path, message].compactMap { $0 }.joined(separator: ": ")
    }
  }

  /// The mistakes in the order of the files and of the places in them.
  public let mistakes: [Mistake]

  package init(mistakes: [Mistake]) {
    self.mistakes = mistakes
  }

  /// The mistakes, a line each.
  public var description: String {
    mistakes.map(\.description).joined(separator: "\n")
  }
}
