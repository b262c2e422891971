import Foundation
import GraphstoreTestSupport
import Testing

@testable import Graphstore

@Suite("Large values take memory while somebody has them, and not with their objects")
struct ExternalMemoryTests {
  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/proc/self/status")))
  func fetchingManyObjectsKeepsMemoryFlat() throws {
    let store = try PictureStore()
    let container = try store.open()
    for batch in 0..<20 {
      let context = container.newContext()
      for index in 0..<20 {
        try context.picture("\(batch) \(index)", data: Data(repeating: UInt8(index), count: 100_000))
      }
      try context.save()
    }
    container.close()
    let program = try Program(
      Program.product("store-worker"), ["memory", store.url.path], in: store.fixture.folder.url)
    let numbers = try program.finish().split(whereSeparator: { !$0.isNumber }).compactMap { Int($0) }
    try #require(numbers.count == 4)
    #expect(numbers[0] == 400 && numbers[1] == 40_000_000)
    // All values together are 39,000 kilobytes.
    #expect(numbers[2] < 8_000, "fetching took \(numbers[2]) kB")
    #expect(numbers[3] < 16_000, "reading took \(numbers[3]) kB")
  }
}
