import Foundation
import GraphValues
import Synchronization
import Graphstore
import GraphstoreTestSupport
import Testing

@Suite("Batch insertions")
struct BatchInsertTests {
  private func gifs(_ numbers: some Sequence<Int>) -> [GifModel.Values] {
    numbers.map { GifModel.Values(newsid: Int64($0), userid: 7, isZan: $0 % 2 == 0, text: "no. \($0)") }
  }

  private func container() throws -> PersistentContainer {
    try PersistentContainer(model: GifSchema.model, location: .inMemory)
  }

  private func numbers(_ container: PersistentContainer) throws -> [Int64] {
    try container.newContext().fetch(
      FetchRequest<GifModel>(sortKeys: [GifModel.Properties.newsid.ascending])
    ).map(\.newsid)
  }

  @Test func valuesComeBackAsTheyWere() throws {
    let container = try self.container()
    let values = gifs(1...10_000)
    var request = BatchInsertRequest(values.lazy.map { $0 })
    request.resultType = .objectIDs
    request.batchSize = 3_000
    let progress = Progress()
    request.progress = { progress.note($0) }
    let result = try container.execute(request)
    #expect(result.count == 10_000)
    #expect(progress.all == [3_000, 6_000, 9_000, 10_000])
    let context = container.newContext()
    let stored = try context.fetch(FetchRequest<GifModel>(sortKeys: [GifModel.Properties.newsid.ascending]))
    #expect(stored.map(\.id) == result.objectIDs)
    #expect(Set(result.objectIDs).count == 10_000)
    let back = stored.map { gif -> GifModel.Values in
      var values = gif.values
      values.id = nil
      return values
    }
    #expect(back == values)
    let next = GifModel(in: context, newsid: 0, userid: 0)
    #expect(!result.objectIDs.contains(next.id))
    try context.save()
  }

  private final class Progress: Sendable {
    private let counts = Guarded<[Int]>([])
    func note(_ count: Int) { counts.withLock { $0.append(count) } }
    var all: [Int] { counts.withLock { $0 } }
  }

  @Test func aConflictIsAnErrorAndTheBatchesBeforeStay() throws {
    let container = try container()
    var request = BatchInsertRequest(gifs([1, 2, 3, 4, 5, 2]))
    request.batchSize = 2
    let error = expect(.uniqueness) { try container.execute(request) }
    #expect(error?.properties == ["newsid"])
    #expect(try numbers(container) == [1, 2, 3, 4])
    request = BatchInsertRequest(gifs([10, 11, 12, 11]))
    request.batchSize = 2
    request.transaction = .whole
    expect(.uniqueness) { try container.execute(request) }
    #expect(try numbers(container) == [1, 2, 3, 4], "nothing of a whole transaction stays")
  }

  @Test func conflictsAreIgnoredOrUpdatedWhereAsked() throws {
    let container = try container()
    let context = container.newContext()
    try context.execute(BatchInsertRequest(gifs(1...3)))
    let second = try #require(
      try context.first(FetchRequest<GifModel>(where: GifModel.Properties.newsid == 2)))
    var again = [GifModel.Values(newsid: 2, userid: 99, text: "new"), GifModel.Values(newsid: 4, userid: 99)]
    var request = BatchInsertRequest(again)
    request.conflicts = .ignore
    request.resultType = .objectIDs
    let ignored = try context.execute(request)
    #expect(ignored.count == 1 && ignored.objectIDs.count == 1)
    #expect(second.userid == 7)
    again.append(GifModel.Values(newsid: 5, userid: 1))
    request = BatchInsertRequest(again)
    request.conflicts = .update()
    request.resultType = .objectIDs
    let upserted = try context.execute(request)
    #expect(upserted.count == 2, "what has the values already is not touched")
    #expect(upserted.updatedCount == 1)
    #expect(upserted.objectIDs.contains(second.id))
    #expect(second.userid == 99 && second.text == "new")
    #expect(second.isZan == false, "all values are taken")
    #expect(try context.execute(request).count == 0)
    request.conflicts = .update(by: ["userid"])
    expect(.invalidRequest) { try context.execute(request) }
  }

  @Test func rulesHoldAndFailuresNameTheValue() throws {
    let library = try LibraryStore()
    func insert(_ values: [String: AttributeValue], _ entity: String = "Book") -> GraphError? {
      #expect(throws: GraphError.self) {
        try library.context.execute(
          BatchInsertRequest(records: [GraphRecord(entityName: entity, values: values)]))
      }
    }
    #expect(insert([:])?.failures.map(\.property) == ["title"])
    #expect(
      insert(["title": .string(""), "pages": .int(-1)])?.failures.map(\.rule).map(\.rawValue).sorted()
        == ["minimum", "minimumLength"])
    #expect(insert(["titel": .string("x")])?.message.contains("did you mean \"title\"") == true)
    #expect(insert(["title": .int(1)])?.code == .invalidValue)
    #expect(insert(["title": .string("x")], "Magazine")?.code == .unknownEntity)
    #expect(insert(["title": .string("x"), "price": .decimal(.nan)])?.failures.map(\.rule) == [.type])
    #expect(insert(["title": .string("x"), "isbn": .int(1)])?.code == .uniqueness)
    var nested = GraphRecord(entityName: "Review")
    nested.toOne["book"] = GraphRecord(entityName: "Book")
    expect(.invalidRequest) { try library.context.execute(BatchInsertRequest(records: [nested])) }
    #expect(try library.texts(#"SELECT count(*) FROM "Book""#) == ["6"])
  }

  @Test func recordsGetDefaultsDerivedValuesAndPlaces() throws {
    let library = try LibraryStore()
    let shelf = try library.shelf("top")
    #expect(try shelf.relatedObjects(forKey: "books").count == 3)
    let records = (10...12).map { number in
      GraphRecord(
        entityName: number == 12 ? "Comic" : "Book",
        values: [
          "title": .string("Ü \(number)"), "isbn": .int(Int64(number)), "shelf": .reference(shelf.id),
        ])
    }
    #expect(try library.context.execute(BatchInsertRequest(records: records)).count == 3)
    #expect(
      try shelf.labels("books") == ["Book 1", "Book 2", "Book 3", "Ü 10", "Ü 11", "Ü 12"],
      "new members stand at the end")
    #expect(try shelf.value(forKey: "bookCount", as: Int.self) == 6)
    #expect(try shelf.value(forKey: "pageSum", as: Int.self) == 90)
    let comic = try library.book(12)
    #expect(comic.entityName == "Comic")
    #expect(try comic.value(forKey: "folded", as: String.self) == "u 12")
    #expect(try comic.value(forKey: "shout", as: String.self) == "ü 12")
    #expect(try comic.value(forKey: "colours", as: Int.self) == 4)
    #expect(try comic.value(forKey: "changed", as: Date.self) != nil)
    #expect(try library.fixture.raw.integrity() == ["ok"])
  }

  @Test func anUpsertOfRecordsLeavesOutWhatTheyLeaveOutAndKeepsPlaces() throws {
    let library = try LibraryStore()
    let (top, low) = (try library.shelf("top"), try library.shelf("low"))
    func upsert(_ values: [String: AttributeValue], _ entity: String = "Book") throws -> BatchResult {
      var request = BatchInsertRequest(records: [GraphRecord(entityName: entity, values: values)])
      request.conflicts = .update(by: ["isbn"])
      return try library.context.execute(request)
    }
    let book = try library.book(2)
    let first = try upsert(["isbn": .int(2), "title": .string("again"), "shelf": .reference(top.id)])
    #expect(first.updatedCount == 1)
    #expect(try book.value(forKey: "title", as: String.self) == "again")
    #expect(try book.value(forKey: "pages", as: Int.self) == 20, "not set to the default")
    #expect(try top.labels("books") == ["Book 1", "again", "Book 3"])
    _ = try upsert(["isbn": .int(2), "title": .string("again"), "shelf": .reference(low.id)])
    #expect(try low.labels("books") == ["Book 4", "Book 5", "Book 6", "again"])
    expect(.wrongEntity) { _ = try upsert(["isbn": .int(3), "title": .string("no comic")]) }
    #expect(try upsert(["isbn": .int(3), "title": .string("a comic")], "Comic").updatedCount == 1)
  }

  @Test func idsThatARelationshipCannotLeadToAreRefused() throws {
    let library = try LibraryStore()
    func insert(_ id: ObjectID, _ property: String = "book", _ entity: String = "Review") throws {
      try library.context.execute(
        BatchInsertRequest(records: [GraphRecord(entityName: entity, values: [property: .reference(id)])]))
    }
    expect(.wrongEntity) { try insert(try library.shelf("top").id) }
    let gone = try library.book(1)
    library.context.delete(gone)
    try library.context.save()
    let error = expect(.missingObject) { try insert(gone.id) }
    #expect(error?.objectID == gone.id)
    expect(.invalidRequest) { try insert(try library.book(2).id, "book", "Cover") }
    try insert(try library.book(2).id)
    #expect(try library.book(2).relatedObjects(forKey: "reviews").count == 2)
  }

  @Test func asynchronousSequencesAreTakenOneByOne() async throws {
    let container = try container()
    let stream = AsyncStream<GifModel.Values> { continuation in
      for value in gifs(1...2_500) { continuation.yield(value) }
      continuation.finish()
    }
    var request = BatchInsertRequest(stream)
    request.batchSize = 1_000
    #expect(try await container.execute(request).count == 2_500)
    #expect(try numbers(container).count == 2_500)
    let failing = AsyncThrowingStream<GifModel.Values, any Error> { continuation in
      for value in gifs(3_000...3_100) { continuation.yield(value) }
      continuation.finish(throwing: Broken())
    }
    var whole = BatchInsertRequest(failing)
    whole.transaction = .whole
    whole.batchSize = 10
    let context = container.newContext()
    await #expect(throws: Broken.self) { try await context.execute(whole) }
    #expect(try numbers(container).count == 2_500)
  }

  private struct Broken: Error {}

  @Test func aSequenceMayReadTheStoreThatItFills() throws {
    let container = try container()
    try container.execute(BatchInsertRequest(gifs(1...100)))
    let reader = container.newContext()
    let copies = try reader.fetch(FetchRequest<GifModel>()).lazy.map { gif in
      GifModel.Values(newsid: gif.newsid + 1_000, userid: gif.userid)
    }
    var request = BatchInsertRequest(copies)
    request.transaction = .whole
    request.batchSize = 10
    #expect(try container.execute(request).count == 100)
    #expect(try numbers(container).count == 200)
  }

  @Test func largeValuesGoToFiles() throws {
    let store = try PictureStore()
    let container = try store.open()
    let large = Data(repeating: 7, count: 5_000)
    let records = (1...3).map { number in
      GraphRecord(
        entityName: "Picture",
        values: ["title": .string("\(number)"), "data": .data(number == 2 ? large : Data([1]))])
    }
    try container.execute(BatchInsertRequest(records: records))
    let stored = try container.newContext().all("Picture").map { try $0.value(forKey: "data", as: Data.self) }
    #expect(stored == [Data([1]), large, Data([1])])
    #expect(try store.fixture.raw.texts(#"SELECT length("data") FROM "Picture""#) == ["2", "29", "2"])
  }
}
