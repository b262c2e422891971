import Foundation
import GraphCodegen
import GraphModel

/// The command: exit code 0 where all is well, 1 where models have mistakes or generated code is out of date, 2
/// for wrong use.
enum Command {
  static let usage = """
    Usage: model-codegen generate MODEL... --output OUTPUT [options]
           model-codegen check MODEL... --output OUTPUT [options]

    Makes typed Swift code of an entity model.

      generate   writes the code; files that are up to date are left alone, and files that were
                 generated from the model and are no longer needed are removed
      check      writes nothing; says what generate would change and exits with 1 if anything

      MODEL      a model file (JSON) or a folder of them; all together are one model

    Options:
      --output OUTPUT   a folder, which gets a file for each entity and one for the model,
                        or a file whose name ends in .swift, which gets everything
      --access LEVEL    who may use the code: public, package or internal (the default)
      --import MODULE   a module to import for the Swift types of codable attributes that are
                        written with it (Badges.Badge); may be given several times
      --config FILE     a file that gives access and imports: {"access": "package"}
      --help            this text
    """

  /// - Returns: the exit code.
  static func run(_ arguments: [String]) -> Int32 {
    do {
      guard let arguments = try Arguments(arguments) else {
        print(usage)
        return 0
      }
      return try run(arguments)
    } catch let misuse as Arguments.Misuse {
      printError("model-codegen: \(misuse.message) (--help shows the use)")
      return 2
    } catch let error as any CustomStringConvertible & Error {
      // Errors about models name the file themselves, a line for each mistake.
      printError(error.description)
      return 1
    } catch {
      printError("model-codegen: \(error)")
      return 1
    }
  }

  private static func run(_ arguments: Arguments) throws -> Int32 {
    let pipeline = GeneratorPipeline()
    let parsed = try pipeline.parse(arguments.models)
    let files = try pipeline.translate(parsed, arguments.options).map(pipeline.render)
    let isSingleFile = arguments.options.singleFile != nil
    let generated = GeneratedFiles(
      folder: isSingleFile ? arguments.output.deletingLastPathComponent() : arguments.output, files: files,
      model: parsed.model.name, isWholeFolder: !isSingleFile)
    switch arguments.action {
    case .generate:
      try generated.write()
      return 0
    case .check:
      let differences = try generated.differences()
      print(differences, terminator: "")
      return differences.isEmpty ? 0 : 1
    }
  }

  private static func printError(_ text: String) {
    FileHandle.standardError.write(Data((text + "\n").utf8))
  }
}
