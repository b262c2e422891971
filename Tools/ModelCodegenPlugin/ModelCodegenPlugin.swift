import Foundation
import PackagePlugin

/// Generates typed Swift code of the models of a target while it is built.
///
/// The models are the JSON files in the folder `Models` of the target; together they are one model. A file
/// `model-codegen.json` beside that folder may say who may use the code: `{"access": "package"}`; without it the
/// code is internal.
@main
struct ModelCodegenPlugin: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    let folder = target.directoryURL.appending(path: "Models", directoryHint: .isDirectory)
    let models = try modelFiles(in: folder)
    if models.isEmpty {
      Diagnostics.error(
        "The target \(target.name) uses ModelCodegenPlugin, but there is no model file in \(folder.path).")
      return []
    }
    let output = context.pluginWorkDirectoryURL.appending(path: "\(target.name)Models.swift")
    var arguments = ["generate", "--output", output.path]
    var inputs = models
    let configuration = target.directoryURL.appending(path: Self.configurationName)
    if FileManager.default.fileExists(atPath: configuration.path) {
      arguments += ["--config", configuration.path]
      inputs.append(configuration)
    }
    return [
      .buildCommand(
        displayName: "Generating Swift code of the models of \(target.name)",
        executable: try context.tool(named: "model-codegen").url,
        arguments: arguments + ["--"] + models.map(\.path), inputFiles: inputs, outputFiles: [output])
    ]
  }

  private static let configurationName = "model-codegen.json"

  /// The model files of a folder, which may be a symbolic link as they may be, in the order of their names.
  private func modelFiles(in folder: URL) throws -> [URL] {
    guard FileManager.default.fileExists(atPath: folder.path) else { return [] }
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    if names.contains(Self.configurationName) {
      Diagnostics.error("\(Self.configurationName) belongs beside the folder Models, not into it.")
    }
    return names.sorted().filter {
      $0.hasSuffix(".json") && !$0.hasSuffix(".schema.json") && !$0.hasPrefix(".")
    }
    .map { folder.appending(path: $0) }
    .filter(looksLikeModel)
  }

  /// Whether a file has to do with entities: a folder of this name may hold other JSON files, but a model with a
  /// mistake in it has to be reported.
  private func looksLikeModel(_ file: URL) -> Bool {
    guard let data = try? Data(contentsOf: file) else { return true }
    return data.range(of: Data("\"entities\"".utf8)) != nil
  }
}
