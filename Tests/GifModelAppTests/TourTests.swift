import Foundation
import Testing

@Suite("The tour")
struct TourTests {
  let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  @Test("It goes through everything, adds up, and leaves nothing behind", arguments: [[], ["tour"]])
  func tour(arguments: [String]) async throws {
    let temporary = sandbox.path("tmp")
    try FileManager.default.createDirectory(atPath: temporary, withIntermediateDirectories: false)
    let result = try await Executable.start(
      try Executable.gifmodel, arguments, in: sandbox, environment: ["TMPDIR": temporary]
    ).result()
    expectSuccess(result)
    let steps = [
      "insert", "save", "find all", "find", "update", "rollback", "delete", "reopen", "delete all", "total",
    ]
    for step in steps { #expect(result.output.contains("  \(step) "), "\(result.output)") }
    let numbers = result.lines.compactMap { line -> (step: String, objects: Int)? in
      guard let match = line.firstMatch(of: /^ *\d* +([a-z ]+?) +(\d+) +[\d.]+ ms/) else { return nil }
      return Int(match.2).map { (String(match.1), $0) }
    }
    let total = try #require(numbers.last)
    #expect(total.step == "total")
    #expect(total.objects == numbers.dropLast().reduce(0) { $0 + $1.objects })
    #expect(numbers.first?.objects ?? 0 >= 1000)
    #expect(result.output.contains("The store was \(temporary)/"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: temporary) == [])
  }
}
