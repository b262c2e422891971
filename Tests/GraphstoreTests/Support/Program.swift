import Foundation

/// A program run in a process of its own.
struct Program {
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// The folder of what the build made: the test bundle lies in it.
  static var productsFolder: URL {
    // The test runner's own path is the toolchain's; the bundle's is among the arguments.
    for argument in CommandLine.arguments where argument.hasSuffix(".xctest") {
      return URL(filePath: argument).deletingLastPathComponent()
    }
    return URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
  }

  /// A program that the build made.
  static func product(_ name: String) throws -> URL {
    let url = productsFolder.appending(path: name)
    guard FileManager.default.isExecutableFile(atPath: url.path) else {
      throw Failure(description: "there is no program \(url.path)")
    }
    return url
  }

  /// The program of a name in PATH.
  static func inPath(_ name: String) -> URL? {
    let folders = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":") ?? []
    return folders.map { URL(filePath: String($0)).appending(path: name) }
      .first { FileManager.default.isExecutableFile(atPath: $0.path) }
  }

  let process: Process
  private let output: URL
  private let errors: URL

  /// Starts a program; its output goes to files in a folder.
  init(_ program: URL, _ arguments: [String], in folder: URL) throws {
    process = Process()
    process.executableURL = program
    process.arguments = arguments
    let name = UUID().uuidString
    output = folder.appending(path: name + ".out")
    errors = folder.appending(path: name + ".err")
    try Data().write(to: output)
    try Data().write(to: errors)
    process.standardOutput = try FileHandle(forWritingTo: output)
    process.standardError = try FileHandle(forWritingTo: errors)
    try process.run()
  }

  func outputText() throws -> String { try String(contentsOf: output, encoding: .utf8) }

  func errorText() throws -> String { try String(contentsOf: errors, encoding: .utf8) }

  /// Waits for its end, which has to be a good one, and gives what it printed.
  func finish() throws -> String {
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw Failure(description: "status \(process.terminationStatus): \(try errorText())")
    }
    return try outputText()
  }
}
