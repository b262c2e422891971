import Foundation
import GraphCodegen
import GraphModel
import GraphValues
import GraphstoreTestSupport

/// Where the tests are.
enum Repository {
  static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()
}

extension TemporaryFolder {
  func write(_ text: String, to name: String) throws -> URL {
    let file = url.appending(path: name)
    try Data(text.utf8).write(to: file)
    return file
  }

  func read(_ name: String) throws -> String {
    try String(contentsOf: url.appending(path: name), encoding: .utf8)
  }

  var names: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: url.path).sorted() }
  }
}

/// Runs programs.
enum Tool {
  struct Result {
    let status: Int32
    let output: String
    let errors: String
  }

  static func run(_ path: String, _ arguments: [String]) throws -> Result {
    let folder = try TemporaryFolder()
    let process = Process()
    process.executableURL = URL(filePath: path)
    process.arguments = arguments
    // Files instead of pipes, which a program that writes much would fill.
    let (output, errors) = (try folder.write("", to: "output"), try folder.write("", to: "errors"))
    process.standardOutput = try FileHandle(forWritingTo: output)
    process.standardError = try FileHandle(forWritingTo: errors)
    process.standardInput = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    return Result(
      status: process.terminationStatus, output: try folder.read("output"), errors: try folder.read("errors"))
  }

  /// The command that was built with the tests; it lies beside them.
  static var modelCodegenPath: String {
    let tests = URL(filePath: CommandLine.arguments.first ?? "").resolvingSymlinksInPath()
    return tests.deletingLastPathComponent().appending(path: "model-codegen").path
  }

  static func modelCodegen(_ arguments: String...) throws -> Result {
    try run(modelCodegenPath, arguments)
  }
}

extension ParsedModel {
  /// A model of entities made in code.
  init(_ name: String = "Test", _ entities: EntityDescription...) {
    let model = EntityModel(name: name, entities: entities)
    self.init(model: model, json: model.canonicalJSON)
  }

  /// The generated text, all in one file.
  func text(access: AccessLevel = .internal, imports: [String] = []) throws -> String {
    let options = GeneratorOptions(access: access, imports: imports, singleFile: "Test.swift")
    let files = try ModelTranslator(self, options: options).translate()
    return files.map { SourceRenderer().render($0).text }.joined()
  }
}

extension AttributeDescription {
  /// A required string, or what else is said.
  static func string(_ name: String, values: [String] = [], isOptional: Bool = false) -> AttributeDescription
  {
    AttributeDescription(
      name: name, type: .string, isOptional: isOptional, values: values.map { .string($0) })
  }
}
