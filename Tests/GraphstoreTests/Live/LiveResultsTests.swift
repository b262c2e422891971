import Foundation
import GraphstoreTestSupport
import Observation
import Testing

@testable import Graphstore

@Suite("Live results follow a store")
struct LiveResultsTests {
  let container: PersistentContainer

  init() throws {
    container = try PersistentContainer(model: GifSchema.model, location: .inMemory)
  }

  private func add(_ numbers: some Sequence<Int>) throws {
    let context = container.newContext()
    for number in numbers { _ = GifModel(in: context, newsid: Int64(number), userid: 0) }
    try context.save()
  }

  private var request: FetchRequest<GifModel> {
    FetchRequest<GifModel>(sortBy: [SortDescriptor(\.newsid)])
  }

  @Test func snapshotsComeAsCommitsDo() async throws {
    try add([1, 3])
    var iterator = container.results(of: request, \.newsid).makeAsyncIterator()
    let first = try #require(try await iterator.next())
    #expect(first.map(\.value) == [1, 3])
    try add([2])
    let second = try #require(try await iterator.next())
    #expect(second.map(\.value) == [1, 2, 3])
    #expect(second.difference.insertions == [ResultsIndex(section: 0, item: 1)])
    #expect(first.map(\.value) == [1, 3])
    let context = container.newContext()
    let gif = try #require(try context.fetch(request).first)
    gif.newsid = 9
    try context.save()
    let third = try #require(try await iterator.next())
    #expect(third.map(\.value) == [2, 3, 9])
    #expect(third.difference.moves.count == 1 && third.difference.insertions.isEmpty)
    context.delete(gif)
    try context.save()
    let fourth = try #require(try await iterator.next())
    #expect(fourth.difference.deletions == [ResultsIndex(section: 0, item: 2)])
  }

  @Test func aWindowIsNeverOverfull() async throws {
    var request = request
    request.fetchLimit = 5
    var iterator = container.results(of: request, \.newsid).makeAsyncIterator()
    let empty = try await iterator.next()
    #expect(empty?.isEmpty == true)
    try add([4, 5, 6, 7, 8, 9])
    let full = try await iterator.next()
    #expect(full?.map(\.value) == [4, 5, 6, 7, 8])
    try add([1])
    let snapshot = try #require(try await iterator.next())
    #expect(snapshot.map(\.value) == [1, 4, 5, 6, 7])
    #expect(snapshot.difference.deletions.count == 1)
    _ = try container.newContext().execute(
      BatchDeleteRequest<GifModel>(where: try QueryPredicate(format: "newsid < 6")))
    let rest = try await iterator.next()
    #expect(rest?.map(\.value) == [6, 7, 8, 9])
  }

  @Test func cancellationEndsTheSequence() async throws {
    try add([1])
    let task = Task { [container, request] in
      var counts: [Int] = []
      for try await snapshot in container.results(of: request, \.newsid) { counts.append(snapshot.count) }
      return counts
    }
    while container.liveWorker.entryCount == 0 { try await Task.sleep(for: .milliseconds(1)) }
    task.cancel()
    _ = try await task.value
    container.liveWorker.settle()
    #expect(container.liveWorker.entryCount == 0)
  }

  @Test func nothingIsKeptOfWhatNobodyFollows() async throws {
    final class Token: Sendable {}
    weak var token: Token?
    do {
      let held = Token()
      token = held
      var iterator = container.results(of: request) { [held] gif in
        _ = held
        return gif.newsid
      }.makeAsyncIterator()
      _ = try await iterator.next()
    }
    container.liveWorker.settle()
    container.liveWorker.settle()
    #expect(container.liveWorker.entryCount == 0 && token == nil)
  }

  @Test func mistakesAreThrownOnce() async throws {
    let request = try FetchRequest<GifModel>(format: "nosuch == 1")
    var iterator = container.results(of: request, \.newsid).makeAsyncIterator()
    var code: QueryError.Code?
    do {
      _ = try await iterator.next()
    } catch let error as QueryError {
      code = error.code
    }
    #expect(code == .unknownKey)
    let after = try await iterator.next()
    #expect(after == nil)
  }

  @Test @MainActor func aUserInterfaceObservesThem() async throws {
    let results = FetchedResults(container.results(of: request, \.newsid))
    try add([1, 2])
    while results.snapshot.count < 2 {
      await withCheckedContinuation { continuation in
        withObservationTracking {
          _ = results.snapshot
        } onChange: {
          continuation.resume()
        }
      }
      await Task.yield()
    }
    #expect(results.snapshot.map(\.value) == [1, 2] && results.error == nil)
  }

  @Test func aSnapshotReadsOneState() async throws {
    try add([1])
    let (container, request) = (container, request)
    let counts = try await container.snapshot { context in
      let before = try context.count(request)
      let other = container.newContext()
      _ = GifModel(in: other, newsid: 2, userid: 0)
      try other.save()
      return [before, try context.count(request), try container.newContext().count(request)]
    }
    #expect(counts == [1, 1, 2])
    await #expect(throws: (any Error).self) {
      try await container.snapshot { context in
        _ = GifModel(in: context, newsid: 3, userid: 0)
        try context.save()
      }
    }
    #expect(try container.newContext().count(request) == 2)
  }
}
