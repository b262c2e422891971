import Foundation

/// Checks Swift sources against the package's modules as they were just built, without making anything of them.
struct Compiler {
  /// The compiler's complaint.
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// Where the modules lie: beside the running tests.
  private static let modules: URL = {
    let executable = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    let beside = URL(filePath: executable ?? CommandLine.arguments[0]).deletingLastPathComponent()
      .appending(path: "Modules")
    if FileManager.default.fileExists(atPath: beside.path) { return beside }
    return Repository.root.appending(path: ".build/debug/Modules")
  }()

  /// Checks files as one module of a user's, with the package's public interface.
  ///
  /// - Throws: ``Failure`` with the compiler's errors.
  static func check(_ files: [URL]) throws {
    try run(
      [
        "-swift-version", "6", "-module-name", "Documentation", "-I", modules.path, "-Xcc",
        "-fmodule-map-file=\(Repository.root.path)/Sources/CSQLite/module.modulemap",
      ], files)
  }

  /// Checks a package's manifest.
  ///
  /// - Throws: ``Failure`` with the compiler's errors.
  static func checkManifest(_ file: URL, toolsVersion: String) throws {
    let information = try Subprocess.run("swiftc", ["-print-target-info"])
    guard
      let object = try JSONSerialization.jsonObject(with: Data(information.text.utf8)) as? [String: Any],
      let resources = (object["paths"] as? [String: Any])?["runtimeResourcePath"] as? String
    else { throw Failure(description: "swiftc does not say where its files are: \(information.text)") }
    try run(
      ["-I", "\(resources)/pm/ManifestAPI", "-package-description-version", toolsVersion], [file])
  }

  private static func run(_ arguments: [String], _ files: [URL]) throws {
    let output = try Subprocess.run(
      "swiftc",
      ["-typecheck", "-whole-module-optimization", "-suppress-warnings"] + arguments + files.map(\.path))
    if output.status != 0 { throw Failure(description: output.text) }
  }
}
