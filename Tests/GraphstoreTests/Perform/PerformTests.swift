import Foundation
import Graphstore
import GraphstoreTestSupport
import Testing

@Suite("perform runs a body with a fresh context, off the caller")
struct PerformTests {
  let container: PersistentContainer

  init() throws {
    container = try PersistentContainer(model: GifSchema.model, location: .inMemory)
  }

  @Test func plainValuesComeBack() async throws {
    let id = try await container.perform { context in
      let gif = GifModel(in: context, newsid: 42, userid: 7)
      gif.text = "from afar"
      try context.save()
      return gif.id
    }
    let values: [GifModel.Values] = try await container.perform { context in
      try context.fetch(FetchRequest<GifModel>()).map(\.values)
    }
    #expect(values.map(\.id) == [id] && values.first?.text == "from afar")
    let context = container.newContext()
    #expect(try context.object(with: id, as: GifModel.self).newsid == 42)
  }

  @Test @MainActor func theBodyRunsOffTheMainThread() async throws {
    let onMain = try await container.perform { _ in Thread.isMainThread }
    #expect(!onMain)
  }

  @Test func errorsPass() async throws {
    struct Mine: Error, Equatable { let number: Int }
    await #expect(throws: Mine(number: 3)) {
      try await container.perform { _ in throw Mine(number: 3) }
    }
    let error = await #expect(throws: GraphError.self) {
      try await container.perform { context in
        _ = GifModel(in: context, newsid: 1, userid: 1)
        _ = GifModel(in: context, newsid: 1, userid: 1)
        try context.save()
      }
    }
    #expect(error?.code == .uniqueness)
  }

  @Test func whatIsNotSavedIsLost() async throws {
    try await container.perform { context in _ = GifModel(in: context, newsid: 1, userid: 1) }
    #expect(try container.newContext().count(FetchRequest<GifModel>()) == 0)
  }

  @Test func eachHasAContextOfItsOwn() async throws {
    let counts = try await withThrowingTaskGroup(of: Int.self) { group in
      for number in 0..<40 {
        group.addTask { [container] in
          try await container.perform { context in
            _ = GifModel(in: context, newsid: Int64(number), userid: 0)
            let pending = context.insertedObjects.count
            try context.save()
            return pending
          }
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(counts == Array(repeating: 1, count: 40))
    #expect(try container.newContext().count(FetchRequest<GifModel>()) == 40)
  }

  @Test func manyWaitingBodiesBlockNobody() async throws {
    // More bodies that wait at once than there are threads for tasks.
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<30 {
        group.addTask { [container] in
          try await container.perform { context in
            _ = try context.fetch(FetchRequest<GifModel>())
            usleep(20_000)
          }
        }
      }
      group.addTask { await Task.yield() }
      try await group.waitForAll()
    }
  }

  @Test func aContextMayBeSentOnAndUsedThere() async throws {
    let context = container.newContext()
    let worker = Worker()
    let count = try await worker.use(context)
    #expect(count == 1)
  }

  private actor Worker {
    private var context: ObjectContext?

    func use(_ context: sending ObjectContext) throws -> Int {
      _ = GifModel(in: context, newsid: 5, userid: 5)
      try context.save()
      let count = try context.count(FetchRequest<GifModel>())
      self.context = context
      return count
    }
  }

  @Test @MainActor func aContextMayStayOnTheMainActor() async throws {
    let context = container.newContext()
    let gif = GifModel(in: context, newsid: 1, userid: 1)
    await Task.yield()
    gif.text = "still here"
    try context.save()
    #expect(try context.count(FetchRequest<GifModel>()) == 1)
  }
}
