import Foundation
import Graphstore
import GraphstoreTestSupport
import Testing

/// A store's file with the Chinook data, loaded through contexts.
final class ChinookStore: Sendable {
  /// The store of the suite that runs.
  @TaskLocal static var current: ChinookStore?

  static var loaded: ChinookStore {
    get throws { try #require(current) }
  }

  /// The text of the data.
  let json: Data
  let container: PersistentContainer
  private let folder: TemporaryFolder

  init() throws {
    json = try SharedData.contents(of: "chinook/ChinookData.json")
    folder = try TemporaryFolder()
    container = try PersistentContainer(model: ChinookSchema.model, url: folder.file("Chinook.sqlite"))
    let context = container.newContext()
    var load = ChinookImport(try ChinookData.read(json), into: context)
    try load.run()
    try context.save()
  }

  var file: URL { folder.file("Chinook.sqlite") }

  /// What the `sqlite3` shell answers: a line a row, columns between bars.
  func shell(_ sql: String) throws -> [String] {
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["sqlite3", "-readonly", "-bail", file.path, sql]
    process.standardOutput = output
    try process.run()
    let answer = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    try #require(process.terminationStatus == 0, "the sqlite3 shell (Debian package sqlite3) failed")
    return String(decoding: answer, as: UTF8.self).split(separator: "\n").map(String.init)
  }
}

/// Loads the data once for a suite.
struct WithChinookStore: SuiteTrait, TestScoping {
  func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    let store = try ChinookStore()
    try await ChinookStore.$current.withValue(store, operation: function)
  }
}

extension Trait where Self == WithChinookStore {
  static var chinookStore: Self { Self() }
}
