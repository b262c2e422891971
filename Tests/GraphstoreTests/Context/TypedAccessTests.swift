import Foundation
import Graphstore
import GraphstoreTestSupport
import Testing

@Suite("Generated entities are handles on managed objects")
struct TypedAccessTests {
  let container: PersistentContainer

  init() throws {
    container = try PersistentContainer(
      model: GifSchema.model, location: .inMemory, entities: [GifModel.self])
  }

  @Test func theInitializerSetsWhatIsRequiredAndTheRestHasItsDefault() throws {
    let context = container.newContext()
    let gif = GifModel(in: context, newsid: 42, userid: 7)
    #expect(gif.newsid == 42 && gif.userid == 7 && gif.commentsno == 0 && !gif.isZan)
    #expect(gif.text == nil && gif.nickname == nil)
    #expect(gif.object.isInserted && gif.hasChanges && !gif.isDeleted)
    #expect(context.insertedObjects == [gif.object])
    #expect(gif.context === context)
    try context.save()
    #expect(!gif.hasChanges && gif.newsid == 42)
  }

  @Test func valuesComeBackInAnotherContext() throws {
    let context = container.newContext()
    let gif = GifModel(in: context, newsid: .min, userid: .max)
    gif.text = "naïve 猫"
    gif.isZan = true
    gif.commentsno = -1
    try context.save()
    let found = try #require(try container.newContext().first(FetchRequest<GifModel>()))
    #expect(found.values == gif.values)
    #expect(found.id == gif.id && found != gif)
    #expect(found.newsid == .min && found.userid == .max && found.isZan && found.text == "naïve 猫")
  }

  @Test func handlesOnOneObjectAreEqual() throws {
    let context = container.newContext()
    let gif = GifModel(in: context, newsid: 1, userid: 1)
    let copy = try context.object(with: gif.id, as: GifModel.self)
    copy.text = "through the copy"
    #expect(copy == gif && gif.text == "through the copy")
    #expect(Set([gif, copy]).count == 1)
    #expect(gif.object.as(GifModel.self) == gif)
  }

  @Test func setIsNoChangeWhereTheValueIsTheSame() throws {
    let context = container.newContext()
    let gif = GifModel(in: context, newsid: 1, userid: 1)
    gif.text = "a"
    try context.save()
    gif.newsid = 1
    gif.text = "a"
    gif.isZan = false
    gif.nickname = nil
    #expect(!context.hasChanges)
    gif.nickname = "n"
    gif.text = nil
    #expect(context.updatedObjects == [gif.object])
    #expect(gif.object.changedValues == ["nickname": .string("n"), "text": .null])
    gif.text = "a"
    gif.nickname = nil
    #expect(!context.hasChanges && gif.object.changedValues.isEmpty)
  }

  @Test func valuesMakeAndChangeObjects() throws {
    let context = container.newContext()
    let gif = GifModel(in: context, newsid: 1, userid: 2)
    gif.text = "t"
    var values = gif.values
    #expect(values.id == gif.id)
    let decoded = try JSONDecoder().decode(GifModel.Values.self, from: JSONEncoder().encode(values))
    #expect(decoded == values)
    values.newsid = 2
    let other = GifModel(in: context, values: values)
    #expect(other.id != gif.id && other.text == "t")
    try context.save()
    gif.apply(values)
    #expect(gif.object.changedValues == ["newsid": .int(2)])
  }

  @Test func typedAndDynamicAccessAreTheSameObject() throws {
    let context = container.newContext()
    let object = try context.insert(entity: "GifModel")
    try object.setValue(5, forKey: "newsid")
    try object.setValue(6, forKey: "userid")
    let gif = try #require(object.as(GifModel.self))
    #expect(gif.newsid == 5 && gif.commentsno == 0)
    gif.isZan = true
    #expect(try object.value(forKey: "isZan", as: Bool.self) == true)
    #expect(object.entity.name == "GifModel" && object.entityName == "GifModel")
  }

  @Test func descriptionsNameIdentityAndStateWithoutValues() throws {
    let context = container.newContext()
    let gif = GifModel(in: context, newsid: 1, userid: 1)
    gif.text = "secret"
    let name = "GifModel/\(gif.id.key)"
    #expect(gif.description == "\(name) (inserted)")
    try context.save()
    #expect("\(gif.object)" == name)
    gif.text = "other secret"
    #expect(gif.description == "\(name) (updated)")
    context.delete(gif)
    #expect(gif.description == "\(name) (deleted)")
    #expect(try container.newContext().object(with: gif.id).description == "\(name) (fault)")
  }
}
