/// The arguments of a command, sorted into operands and options.
struct ParsedArguments {
  private let description: CommandDescription
  private var values: [CommandOption: [String]] = [:]
  private(set) var operands: [String] = []
  /// Whether `--help` stood among them; then nothing else was looked at.
  private(set) var asksForHelp = false

  /// - Parameter arguments: those after the command's name.
  init(_ arguments: ArraySlice<String>, of description: CommandDescription) throws(Misuse) {
    self.description = description
    var rest = arguments
    var takesOptions = true
    while let argument = rest.popFirst() {
      if takesOptions, argument == "--" {
        takesOptions = false
      } else if takesOptions, argument == "--help" || argument == "-h" {
        asksForHelp = true
        return
      } else if takesOptions, argument.hasPrefix("-"), argument != "-" {
        try takeOption(argument, &rest)
      } else {
        operands.append(argument)
      }
    }
    try checkCompleteness()
  }

  func has(_ option: CommandOption) -> Bool { values[option] != nil }

  func value(_ option: CommandOption) -> String? { values[option]?.last }

  func values(_ option: CommandOption) -> [String] { values[option] ?? [] }

  /// The value of an option that the parser has found to be there.
  func required(_ option: CommandOption) throws(Misuse) -> String {
    guard let value = value(option) else { throw misuse("\(option.usage) is missing") }
    return value
  }

  /// The value of an option as a number.
  func number(_ option: CommandOption, atLeast minimum: Int) throws(Misuse) -> Int? {
    guard let text = value(option) else { return nil }
    guard let number = Int(text), number >= minimum else {
      throw misuse("\(option.name) takes a whole number, \(minimum) or more, not \"\(text)\"")
    }
    return number
  }

  func misuse(_ message: String) -> Misuse { Misuse(message, command: description.name) }

  private mutating func takeOption(_ argument: String, _ rest: inout ArraySlice<String>) throws(Misuse) {
    let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard let option = option(named: parts[0]) else { throw misuse("there is no option \(parts[0])") }
    var value = ""
    if option.placeholder == nil {
      if parts.count == 2 { throw misuse("\(option.name) takes no value") }
    } else if parts.count == 2 {
      value = String(parts[1])
    } else if let next = rest.first, self.option(named: next) == nil {
      value = next
      rest.removeFirst()
    } else {
      throw misuse("\(option.usage): the value is missing")
    }
    if has(option), !option.mayRepeat { throw misuse("\(option.name) is given twice") }
    values[option, default: []].append(value)
  }

  private func option(named name: some StringProtocol) -> CommandOption? {
    description.options.first { $0.name == name }
  }

  private func checkCompleteness() throws(Misuse) {
    if operands.count < description.operands.count {
      throw misuse("\(description.operands[operands.count]) is missing")
    }
    if operands.count > description.operands.count {
      throw misuse("\"\(operands[description.operands.count])\" is more than the command takes")
    }
    if let missing = description.options.first(where: { $0.isRequired && !has($0) }) {
      throw misuse("\(missing.usage) is missing")
    }
  }
}
