import Foundation
import GraphstoreTestSupport
import Testing

@testable import Graphstore
@testable import SQLiteStore

@Suite("A process that is killed while it keeps files loses none and leaves none behind")
struct ExternalProcessTests {
  let store: PictureStore

  init() throws { store = try PictureStore() }

  /// Runs the worker until it ends itself at a step.
  ///
  /// - Returns: the saves that it began and ended.
  private func run(_ seed: Int, _ step: ExternalStep, _ count: Int) throws -> (begun: Int, ended: Int) {
    let program = try Program(
      Program.product("store-worker"), ["external", store.url.path, "\(seed)", step.rawValue, "\(count)"],
      in: store.fixture.folder.url)
    program.process.waitUntilExit()
    #expect(try program.errorText().isEmpty)
    let lines = try program.outputText().split(separator: "\n")
    return (
      lines.count { $0.hasPrefix("begin") }, lines.count { $0.hasPrefix("end") }
    )
  }

  /// Expects every value to be whole, and no file too many.
  private func check(_ place: String) throws -> Int {
    let container = try store.open()
    let pictures = try container.newContext().pictures()
    for picture in pictures {
      let data = try picture.data()
      #expect(data?.count == 5000 || data?.count == 2000, "\(place)")
      #expect(data?.allSatisfy { $0 == data?.first } == true, "\(place)")
      #expect(try picture.text() == String(repeating: "ü", count: 3000), "\(place)")
    }
    try store.expectNoLeaks(closing: container)
    return pictures.count
  }

  @Test(arguments: ExternalStep.allCases) func killedAtAStep(_ step: ExternalStep) throws {
    var random = SeededGenerator(for: "ExternalProcessTests \(step)")
    for round in 0..<4 {
      let count = round == 0 ? 1 : Int.random(in: 1...30, using: &random)
      let (begun, ended) = try run(round * 40, step, count)
      // One more where the row of a save was committed and not reported any more.
      #expect(begun - ended <= 1)
      _ = try check("\(step) \(count)")
    }
  }

  @Test func killedAgainAndAgainBeforeAnyoneTidiesUp() throws {
    var random = SeededGenerator(for: "ExternalProcessTests again")
    var least = 0
    for round in 0..<12 {
      let step = ExternalStep.allCases.randomElement(using: &random) ?? .committed
      let (_, ended) = try run(round * 20, step, .random(in: 1...8, using: &random))
      least += ended
      if round % 4 == 3 { #expect(try check("round \(round)") >= min(least, 4)) }
    }
  }

  @Test func processesThatKeepFilesAtOnce() throws {
    let container = try store.open()
    let programs = try (0..<3).map { index in
      try Program(
        Program.product("store-worker"), ["external", store.url.path, "\(index * 50)", "none", "1"],
        in: store.fixture.folder.url)
    }
    let context = container.newContext()
    for index in 0..<20 {
      let picture = try context.picture(
        "mine", data: Data(repeating: UInt8(index), count: 5000), text: String(repeating: "ü", count: 3000))
      try context.save()
      #expect(try picture.data()?.count == 5000)
    }
    for program in programs {
      program.process.waitUntilExit()
      let said = try program.errorText()
      // They change one another's pictures, and say so.
      #expect(said.isEmpty || said.contains("another writer"), "\(said)")
    }
    container.close()
    #expect(try check("at once") >= 20)
  }
}
