import Foundation
import GraphCodegen
import GraphModel
import GraphstoreTestSupport
import Testing

/// Generated code is compared with what is kept in `Goldens`, which is compiled and run by other tests of this
/// target and by `GeneratedGraphTests`. To take over what the generator makes now, run the tests with `UPDATE_GOLDENS=1` in the environment
/// and read the difference before committing it.
@Suite("Golden files")
struct GoldenTests {
  /// A model with the options that its golden files were generated with.
  struct Golden: Sendable, CustomTestStringConvertible {
    let folder: String
    let model: String
    let options: GeneratorOptions

    var testDescription: String { folder }

    /// The model's name, with which the folder's begins.
    var modelName: String { folder.split(separator: "-").first.map(String.init) ?? folder }
  }

  static let goldens = [
    Golden(
      folder: "AllTypes", model: "Tests/GraphCodegenTests/Models/AllTypes.json",
      options: GeneratorOptions(access: .public)),
    Golden(
      folder: "Gif-public", model: "Models/GifModel.json", options: GeneratorOptions(access: .public)),
    Golden(
      folder: "Gif-package", model: "Models/GifModel.json",
      options: GeneratorOptions(access: .package, singleFile: "Gif.swift")),
    Golden(
      folder: "Gif-internal", model: "Models/GifModel.json",
      options: GeneratorOptions(access: .internal, singleFile: "Gif.swift")),
    Golden(
      folder: "Blog-public", model: "Tests/GraphCodegenTests/Models/Blog.json",
      options: GeneratorOptions(access: .public)),
    Golden(
      folder: "Blog-internal", model: "Tests/GraphCodegenTests/Models/Blog.json",
      options: GeneratorOptions(access: .internal, singleFile: "Blog.swift")),
    Golden(
      folder: "Organisation-package", model: "Tests/GraphCodegenTests/Models/Organisation.json",
      options: GeneratorOptions(access: .package)),
    Golden(
      folder: "Organisation-public", model: "Tests/GraphCodegenTests/Models/Organisation.json",
      options: GeneratorOptions(access: .public, singleFile: "Organisation.swift")),
  ]

  @Test("Generated code is what is kept", arguments: goldens)
  func matches(golden: Golden) throws {
    let files = try GeneratorPipeline().run(
      [Repository.root.appending(path: golden.model)], options: golden.options)
    let folder = Repository.root.appending(path: "Tests/GraphCodegenTests/Goldens/\(golden.folder)")
    let generated = GeneratedFiles(
      folder: folder, files: files, model: golden.modelName, isWholeFolder: true)
    if ProcessInfo.processInfo.environment["UPDATE_GOLDENS"] == "1" { try generated.write() }
    let differences = try generated.differences()
    #expect(differences.isEmpty, Comment(rawValue: differences))
  }

  @Test("Generating twice gives the same text", arguments: goldens)
  func isStable(golden: Golden) throws {
    let model = [Repository.root.appending(path: golden.model)]
    let first = try GeneratorPipeline().run(model, options: golden.options)
    let second = try GeneratorPipeline().run(model, options: golden.options)
    #expect(first == second)
  }

  @Test("Generated code is formatted as hand-written code is", arguments: goldens)
  func passesLint(golden: Golden) throws {
    let files = try GeneratorPipeline().run(
      [Repository.root.appending(path: golden.model)], options: golden.options)
    let folder = try TemporaryFolder()
    for file in files {
      let text = file.text.replacing("// swift-format-ignore-file\n", with: "")
      try Data(text.utf8).write(to: folder.url.appending(path: file.name))
    }
    let configuration = Repository.root.appending(path: ".swift-format").path
    let result = try Tool.run(
      "/usr/bin/env",
      [
        "swift", "format", "lint", "--strict", "--recursive", "--configuration", configuration,
        folder.url.path,
      ])
    #expect(result.status == 0, Comment(rawValue: result.output + result.errors))
  }
}
