import Foundation

/// Runs commands and keeps what they print.
enum Subprocess {
  struct Output {
    let status: Int32
    /// Standard output and standard error as they came.
    let text: String
  }

  static func run(_ command: String, _ arguments: [String], in folder: URL? = nil) throws -> Output {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = [command] + arguments
    if let folder { process.currentDirectoryURL = folder }
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    process.standardInput = FileHandle.nullDevice
    try process.run()
    let data = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return Output(status: process.terminationStatus, text: String(decoding: data, as: UTF8.self))
  }
}
