import Foundation
import GraphstoreTestSupport
import Testing

@Suite("Threads and processes on one store, killed at random")
struct StressTests {
  /// `store-stress run SECONDS` goes on for longer.
  @Test func whatWasReportedAsSavedIsThereAndWhole() throws {
    let folder = try TemporaryFolder()
    var random = SeededGenerator(for: "StressTests")
    let program = try Program(
      Program.product("store-stress"), ["run", "4", "\(random.next() >> 32)", "2"], in: folder.url)
    let said = try program.finish()
    #expect(said.contains("all is right"), "\(said)")
  }
}
