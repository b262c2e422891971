import Foundation
import GraphstoreTestSupport
import Testing

@Suite("The compiler refuses what would take objects out of their isolation")
struct CompilerRefusalTests {
  /// The corpus, as it lies beside the tests.
  private static var corpus: URL {
    URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "MustNotCompile")
  }

  private static var sources: URL {
    corpus.deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "Sources")
  }

  @Test(arguments: [
    "PerformLeaks", "TaskAndActorLeaks", "ActorLeaks", "ContextLeaks", "ChildLeaks", "SendableTypes",
  ])
  func exactlyTheMarkedLinesAreRefused(_ name: String) throws {
    let compiler = try #require(Program.inPath("swiftc"), "the Swift compiler has to be in PATH")
    let folder = try TemporaryFolder()
    let file = Self.corpus.appending(path: "\(name).swift")
    let program = try Program(
      compiler,
      [
        // Isolation is checked on SIL, behind the type checker.
        "-emit-sil", "-o", "/dev/null", "-parse-as-library", "-swift-version", "6",
        "-diagnostic-style", "llvm", "-print-diagnostic-groups", "-module-cache-path", folder.url.path,
        "-I", Program.productsFolder.appending(path: "Modules").path,
        "-I", Self.sources.appending(path: "CSQLite").path, file.path,
      ], in: folder.url)
    program.process.waitUntilExit()
    let said = try program.errorText()
    var found: [Int: String] = [:]
    for line in said.split(separator: "\n") where line.contains(": error: ") {
      let parts = line.split(separator: ":", maxSplits: 4)
      guard parts.count == 5, parts[0].hasSuffix("\(name).swift"), let number = Int(parts[1]) else {
        Issue.record("\(line)")
        continue
      }
      found[number, default: ""] += parts[4]
    }
    let lines = try String(contentsOf: file, encoding: .utf8).split(
      separator: "\n", omittingEmptySubsequences: false)
    var expected = 0
    for (index, line) in lines.enumerated() {
      guard let mark = line.range(of: "// error: ") else {
        #expect(found[index + 1] == nil, "line \(index + 1) has to compile")
        continue
      }
      expected += 1
      // A part of the message, and the group of the diagnostic where it has one.
      let wanted = line[mark.upperBound...].split(separator: " [", maxSplits: 1)
      let said = found[index + 1]?.split(separator: " [", maxSplits: 1) ?? []
      #expect(
        said.first?.contains(wanted[0]) == true && said.dropFirst() == wanted.dropFirst(),
        "line \(index + 1): \(found[index + 1] ?? "it compiles")")
    }
    #expect(expected > 0 && found.count == expected, "\(said)")
  }
}
