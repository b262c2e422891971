import Foundation
import GraphCodegen

/// What the command was asked to do.
struct Arguments {
  enum Action: String {
    case generate
    case check
  }

  /// Wrong use of the command.
  struct Misuse: Error {
    let message: String
  }

  let action: Action
  let models: [URL]
  let output: URL
  let options: GeneratorOptions

  /// - Parameter arguments: those after the command's name.
  /// - Returns: nil where help was asked for.
  init?(_ arguments: [String]) throws {
    if arguments.contains("--help") || arguments.contains("-h") { return nil }
    guard let word = arguments.first else {
      throw Misuse(message: "what to do is missing: generate or check")
    }
    guard let action = Action(rawValue: word) else {
      throw Misuse(message: "\"\(word)\" is nothing the command does; it does generate and check")
    }
    var rest = arguments.dropFirst()
    var models: [URL] = []
    var values: [String: String] = [:]
    var imports: [String] = []
    var takesOptions = true
    while let argument = rest.popFirst() {
      guard takesOptions, argument.hasPrefix("-"), argument != "-" else {
        models.append(URL(filePath: argument))
        continue
      }
      if argument == "--" {
        takesOptions = false
        continue
      }
      let (name, value) = try Self.option(argument, &rest)
      if name == "--import" {
        imports.append(value)
      } else if values.updateValue(value, forKey: name) != nil {
        throw Misuse(message: "\(name) is given twice")
      }
    }
    if models.isEmpty { throw Misuse(message: "no model file is given") }
    guard let output = values["--output"] else { throw Misuse(message: "--output is missing") }
    self.action = action
    self.models = models
    self.output = URL(filePath: output)
    self.options = try Self.options(values, imports: imports, output: output)
  }

  private static func option(
    _ argument: String, _ rest: inout ArraySlice<String>
  ) throws(Misuse) -> (name: String, value: String) {
    let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = String(parts.first ?? "")
    guard ["--output", "--access", "--config", "--import"].contains(name) else {
      throw Misuse(message: "there is no option \(name)")
    }
    guard let value = parts.count == 2 ? String(parts[1]) : rest.popFirst(), !value.isEmpty else {
      throw Misuse(message: "\(name) needs a value")
    }
    return (name, value)
  }

  private static func options(
    _ values: [String: String], imports: [String], output: String
  ) throws -> GeneratorOptions {
    var options = GeneratorOptions()
    if let path = values["--config"] {
      let configuration = try GeneratorConfiguration(contentsOf: URL(filePath: path))
      options.access = configuration.access ?? options.access
      options.imports = configuration.imports
    }
    if let text = values["--access"] {
      guard let access = AccessLevel(rawValue: text) else {
        throw Misuse(message: "--access is public, package or internal, not \"\(text)\"")
      }
      options.access = access
    }
    for module in imports {
      guard GeneratorOptions.isModuleName(module) else {
        throw Misuse(message: "--import takes a module's name, not \"\(module)\"")
      }
    }
    options.imports += imports
    if output.hasSuffix(".swift") { options.singleFile = URL(filePath: output).lastPathComponent }
    return options
  }
}
