import Foundation
import Graphstore
import GraphstoreTestSupport
import Testing

@Suite("Values that are worked out, in fetches")
struct ExpressionFetchTests {
  private typealias Properties = GifModel.Properties

  private func container(_ ids: [Int64]) throws -> PersistentContainer {
    let container = try PersistentContainer(model: GifSchema.model, location: .inMemory)
    let context = container.newContext()
    for id in ids {
      let gif = GifModel(in: context, newsid: id, userid: id % 10)
      gif.commentsno = id / 2
      gif.text = "Gif \(id)"
    }
    try context.save()
    return container
  }

  @Test func unsavedObjectsAndRowsAgree() throws {
    let container = try container(Array(1...40))
    let context = container.newContext()
    let condition =
      Properties.newsid - Properties.commentsno * 2 == 1
      && ((Properties.text ?? "") + "!").lowercased.hasSuffix("7!")
    for gif in try context.fetch(FetchRequest<GifModel>()) where gif.newsid == 17 { gif.commentsno = 0 }
    let pending = try context.fetch(FetchRequest<GifModel>(where: condition)).map(\.newsid)
    #expect(pending == [7, 27, 37])
    try context.save()
    #expect(
      try container.newContext().fetch(FetchRequest<GifModel>(where: condition)).map(\.newsid) == pending)
  }

  @Test func whatOverflowsIsAnErrorOfTheQuery() throws {
    let container = try container([1, .max])
    let request = FetchRequest<GifModel>(where: Properties.newsid + 1 > 0)
    let context = container.newContext()
    #expect(throws: QueryError.self) { try context.fetch(request) }
    #expect(throws: QueryError.self) { try context.count(request) }
    let unsaved = GifModel(in: context, newsid: .max - 1, userid: 1)
    #expect(throws: QueryError.self) {
      unsaved.newsid = .max
      _ = try context.fetch(request)
    }
    context.rollback()
    #expect(
      try context.fetch(FetchRequest<GifModel>(where: Properties.newsid - 1 >= 0)).count == 2,
      "the connection serves on")
  }

  @Test func divisionByZeroIsAnErrorOfTheQuery() throws {
    let container = try container([10, 11])
    let context = container.newContext()
    #expect(throws: QueryError.self) {
      try context.fetch(FetchRequest<GifModel>(where: 100 / Properties.userid == 1))
    }
  }
}
