import Foundation
import Graphstore
import GraphstoreTestSupport
import Testing

#if DEBUG
  @Suite("Two threads in one context are found in debug builds")
  struct OverlappingAccessTests {
    /// Code that tells the compiler to look away.
    private struct Smuggled: @unchecked Sendable {
      let context: ObjectContext
    }

    @Test func theProgramStopsThere() async {
      await #expect(processExitsWith: .failure) {
        let container = try PersistentContainer(model: GifSchema.model, location: .inMemory)
        let smuggled = Smuggled(context: container.newContext())
        let threads = (0..<4).map { _ in
          Thread {
            while true { _ = try? smuggled.context.count(FetchRequest<GifModel>()) }
          }
        }
        for thread in threads { thread.start() }
        try await Task.sleep(for: .seconds(60))
      }
    }

    @Test func manyThreadsOneAfterTheOtherAreWelcome() throws {
      let container = try PersistentContainer(model: GifSchema.model, location: .inMemory)
      let smuggled = Smuggled(context: container.newContext())
      for number in 0..<8 {
        let done = DispatchSemaphore(value: 0)
        Thread {
          _ = GifModel(in: smuggled.context, newsid: Int64(number), userid: 0)
          try? smuggled.context.save()
          done.signal()
        }.start()
        done.wait()
      }
      #expect(try smuggled.context.count(FetchRequest<GifModel>()) == 8)
    }
  }
#endif
