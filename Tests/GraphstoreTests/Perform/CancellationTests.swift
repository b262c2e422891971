import Foundation
import Graphstore
import GraphstoreTestSupport
import Testing

@Suite("Cancelling a task stops what it reads", .timeLimit(.minutes(2)))
struct CancellationTests {
  let container: PersistentContainer

  init() throws {
    container = try PersistentContainer(model: GifSchema.model, location: .inMemory)
    let context = container.newContext()
    for number in 0..<20_000 {
      let gif = GifModel(in: context, newsid: Int64(number), userid: Int64(number % 7))
      gif.text = String(repeating: "e", count: 60)
    }
    try context.save()
  }

  /// A request that would keep SQLite busy far beyond the test's time.
  private static var endless: SQLText {
    """
    WITH RECURSIVE endless(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM endless) SELECT count(*) AS n FROM endless
    """
  }

  @Test func aStatementThatRunsIsStopped() async throws {
    let begun = AsyncStream.makeStream(of: Void.self)
    let task = Task {
      try await container.perform { context in
        begun.continuation.yield()
        return try context.rows(sql: Self.endless).count
      }
    }
    for await _ in begun.stream { break }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    // The connection is as before.
    #expect(try container.newContext().count(FetchRequest<GifModel>()) == 20_000)
  }

  @Test func whatWouldBeginIsNotBegun() async throws {
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await container.perform { _ in true }
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    let background = BackgroundContext(container)
    let other = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await background.perform { _ in true }
    }
    await #expect(throws: CancellationError.self) { try await other.value }
  }

  @Test func everyKindOfReadingIsTold() async throws {
    let errors = try await container.perform { context in
      withUnsafeCurrentTask { $0?.cancel() }
      var errors: [Bool] = []
      func note(_ body: () throws -> Void) {
        do {
          try body()
          errors.append(false)
        } catch {
          errors.append(error is CancellationError)
        }
      }
      let request = try FetchRequest<GifModel>(format: "text CONTAINS 'e'")
      note { _ = try context.fetch(request) }
      note { _ = try context.count(request) }
      note { _ = try context.exists(request) }
      note { _ = try context.fetchIDs(request) }
      note { _ = try context.first(request) }
      note { _ = try context.rows(sql: "SELECT 1 AS one") }
      return errors
    }
    #expect(errors == Array(repeating: true, count: 6))
  }

  @Test func savingAndFaultsGoOn() async throws {
    let id = try container.newContext().first(FetchRequest<GifModel>())?.id
    let known = try #require(id)
    try await container.perform { context in
      let gif = try context.object(with: known, as: GifModel.self)
      withUnsafeCurrentTask { $0?.cancel() }
      // A fault that was not filled would be a wrong value.
      #expect(gif.text?.count == 60)
      gif.text = "saved"
      try context.save()
    }
    #expect(try container.newContext().object(with: known, as: GifModel.self).text == "saved")
  }

  @Test func outsideOfTasksNothingStops() throws {
    #expect(try container.newContext().count(FetchRequest<GifModel>(format: "text CONTAINS 'e'")) == 20_000)
  }
}
