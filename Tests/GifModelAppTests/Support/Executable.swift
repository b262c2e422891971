import Foundation
import Testing

/// The built application, run as a user does.
enum Executable {
  struct Result {
    let status: Int32
    /// Whether a signal ended it: a crash, or a kill.
    let wasSignalled: Bool
    let output: String
    let errors: String

    var lines: [String] { output.split(separator: "\n").map(String.init) }
    var errorLines: [String] { errors.split(separator: "\n").map(String.init) }
  }

  /// The executable lies beside the bundle of the tests.
  static var gifmodel: String {
    get throws {
      let folders = [
        Bundle.main.bundleURL, Bundle.main.bundleURL.deletingLastPathComponent(),
        URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent(),
        Repository.root.appending(path: ".build/debug"),
      ]
      let paths = folders.map { $0.appending(path: "gifmodel").path }
      return try #require(
        paths.first { FileManager.default.isExecutableFile(atPath: $0) }, "gifmodel is not built")
    }
  }

  /// Runs the application to its end.
  static func run(
    _ arguments: String..., in sandbox: Sandbox, environment: [String: String] = [:]
  ) async throws -> Result {
    try await start(try gifmodel, arguments, in: sandbox, environment: environment).result()
  }

  /// Runs a shell script, in which `$gifmodel` is the application.
  static func shell(_ script: String, in sandbox: Sandbox) async throws -> Result {
    try await start(
      "/bin/sh", ["-c", script], in: sandbox, environment: ["gifmodel": try gifmodel]
    ).result()
  }

  /// Starts a program.
  static func start(
    _ program: String, _ arguments: [String], in sandbox: Sandbox, environment: [String: String] = [:]
  ) throws -> Run {
    try Run(program, arguments, in: sandbox, environment: environment)
  }
}

/// A program that runs; what it writes goes to files, which never make it wait.
final class Run {
  let process = Process()
  private let output: URL
  private let errors: URL
  private let ending: AsyncStream<Void>

  fileprivate init(
    _ program: String, _ arguments: [String], in sandbox: Sandbox, environment: [String: String]
  ) throws {
    let name = UUID().uuidString
    output = sandbox.folder.appending(path: "run-\(name)-output")
    errors = sandbox.folder.appending(path: "run-\(name)-errors")
    for file in [output, errors] { try Data().write(to: file) }
    process.executableURL = URL(filePath: program)
    process.arguments = arguments
    process.currentDirectoryURL = sandbox.folder
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = try FileHandle(forWritingTo: output)
    process.standardError = try FileHandle(forWritingTo: errors)
    let (ending, continuation) = AsyncStream<Void>.makeStream()
    self.ending = ending
    process.terminationHandler = { _ in continuation.finish() }
    try process.run()
  }

  /// Ends it at once, as `kill -9` does.
  func kill() {
    Foundation.kill(process.processIdentifier, SIGKILL)
  }

  /// Waits for its end.
  func result() async throws -> Executable.Result {
    for await _ in ending {}
    return Executable.Result(
      status: process.terminationStatus, wasSignalled: process.terminationReason == .uncaughtSignal,
      output: String(decoding: try Data(contentsOf: output), as: UTF8.self),
      errors: String(decoding: try Data(contentsOf: errors), as: UTF8.self))
  }
}
