import Foundation
import Graphstore
import GraphstoreTestSupport
import Testing

@Suite("Access by name throws clear errors")
struct DynamicAccessTests {
  let context: ObjectContext

  init() throws {
    context = try PersistentContainer(model: GifSchema.model, location: .inMemory).newContext()
  }

  @Test func anUnknownEntitySuggestsTheNearOne() throws {
    let error = expect(.unknownEntity) { _ = try context.insert(entity: "GifModle") }
    #expect(error?.message.contains("did you mean \"GifModel\"") == true)
    expect(.unknownEntity) { _ = try context.insert(entity: "") }
    expect(.unknownEntity) { _ = try context.insert(entity: "gifmodel") }
    expect(.unknownEntity) { _ = try context.fetch(FetchRequest<ManagedObject>(entityName: "Nope")) }
    expect(.unknownEntity) { _ = try context.count(FetchRequest<ManagedObject>(entityName: "Nope")) }
  }

  @Test func anUnknownKeySuggestsTheNearOne() throws {
    let object = try context.insert(entity: "GifModel")
    let error = expect(.unknownProperty) { try object.setValue(1, forKey: "newsId") }
    #expect(error?.message.contains("did you mean \"newsid\"") == true)
    #expect(error?.entity == "GifModel" && error?.properties == ["newsId"])
    expect(.unknownProperty) { _ = try object.value(forKey: "") }
    expect(.unknownProperty) { _ = try object.value(forKey: "_id") }
    expect(.unknownProperty) { _ = try object.value(forKey: "text; DROP TABLE GifModel", as: String.self) }
    #expect(object.changedValues.keys.sorted() == ["commentsno", "isZan"])
  }

  @Test func aWrongTypeNamesBoth() throws {
    let object = try context.insert(entity: "GifModel")
    let error = expect(.invalidValue) { try object.setValue("42", forKey: "newsid") }
    #expect(error?.message == "GifModel.newsid is int64 and cannot hold a string")
    #expect(error?.objectID == object.id)
    expect(.invalidValue) { try object.setValue(1, forKey: "isZan") }
    expect(.invalidValue) { try object.setValue(1, forKey: "text") }
    expect(.invalidValue) { try object.setValue(1.5, forKey: "newsid") }
    expect(.invalidValue) { try object.setValue(object.id, forKey: "newsid") }
    expect(.invalidValue) { _ = try object.value(forKey: "commentsno", as: String.self) }
    try object.setValue(300, forKey: "commentsno")
    expect(.invalidValue) { _ = try object.value(forKey: "commentsno", as: Int8.self) }
    #expect(try object.value(forKey: "text", as: String.self) == nil)
  }

  @Test func aRequestThatCannotBeIsRefused() throws {
    var request = FetchRequest<GifModel>()
    request.fetchLimit = -1
    expect(.invalidRequest) { _ = try context.fetch(request) }
    request.fetchLimit = 0
    request.fetchOffset = -1
    expect(.invalidRequest) { _ = try context.count(request) }
    request.fetchOffset = 0
    request.fetchBatchSize = .min
    expect(.invalidRequest) { _ = try context.fetch(request) }
  }
}
