import Foundation
import Graphstore
import GraphstoreTestSupport
import Testing

@Suite("Batch updates")
struct BatchUpdateTests {
  let library: LibraryStore

  init() throws { library = try LibraryStore() }

  @Test func allThatMeetThePredicateAreUpdatedAndNothingIsLoaded() throws {
    var request = try library.update("isbn > %@", 3)
    request.set("pages", to: 7)
    request.set("state", to: "lent")
    let container = library.container
    var updated = 0
    let statements = try container.statementsRun { updated = try container.execute(request).count }
    #expect(updated == 3)
    #expect(statements <= 6, "a few statements, however many objects")
    #expect(
      try library.texts(#"SELECT "pages" FROM "Book" ORDER BY "_id""#) == ["10", "20", "30", "7", "7", "7"])
    #expect(
      try library.texts(#"SELECT "_version" FROM "Book" ORDER BY "_id""#) == ["1", "1", "1", "2", "2", "2"])
  }

  @Test func objectsThatHaveTheValuesAlreadyAreNotTouched() throws {
    var request = try library.update("isbn <= %@", 2)
    request.set("pages", to: 20)
    request.resultType = .objectIDs
    let result = try library.context.execute(request)
    #expect(result.count == 1)
    #expect(result.objectIDs == [try library.book(1).id])
    #expect(try library.texts(#"SELECT "_version" FROM "Book" WHERE "isbn" = 2"#) == ["1"])
    #expect(try library.context.execute(request).count == 0)
  }

  @Test func derivedAttributesFollow() throws {
    let before = Date()
    var request = try library.update("isbn IN {1, 3}")
    request.set("title", to: "ÄRGER")
    request.set("pages", to: 100)
    try library.context.execute(request)
    #expect(try library.texts(#"SELECT "folded" FROM "Book" WHERE "isbn" IN (1, 3)"#) == ["arger", "arger"])
    #expect(
      try library.texts(#"SELECT "shout" FROM "Book" WHERE "isbn" IN (1, 2, 3) ORDER BY "isbn""#)
        == ["NULL", "NULL", "ärger"])
    let changed = try #require(try library.book(1).value(forKey: "changed", as: Date.self))
    #expect(changed >= before)
    #expect(try library.shelf("top").value(forKey: "pageSum", as: Int.self) == 220)
    #expect(try library.texts(#"SELECT "pageSum" FROM "Shelf" ORDER BY "_id""#) == ["220", "150"])
  }

  @Test("includesSubentities")
  func subentitiesCountUnlessToldOtherwise() throws {
    var request = try library.update("isbn > %@", 0)
    request.set("pages", to: 1)
    request.includesSubentities = false
    #expect(try library.context.execute(request).count == 4)
    request.includesSubentities = true
    #expect(try library.context.execute(request).count == 2)
    var comics = BatchUpdateRequest<ManagedObject>(entityName: "Comic")
    comics.set("colours", to: 2)
    #expect(try library.context.execute(comics).count == 2)
  }

  // MARK: Relationships

  @Test func membersMoveToTheEndOfAnOrderedListAndCountsFollow() throws {
    let (top, low) = (try library.shelf("top"), try library.shelf("low"))
    #expect(try top.relatedObjects(forKey: "books").count == 3)
    var request = try library.update("isbn IN {1, 2, 5}")
    request.set("shelf", to: low.id)
    #expect(try library.context.execute(request).count == 2)
    #expect(try low.labels("books") == ["Book 4", "Book 5", "Book 6", "Book 1", "Book 2"])
    #expect(try top.labels("books") == ["Book 3"])
    #expect(try low.value(forKey: "bookCount", as: Int.self) == 5)
    #expect(try library.book(1).relatedObject(forKey: "shelf") === low)
    request = try library.update("isbn == %@", 3)
    request.set("shelf", to: nil)
    try library.context.execute(request)
    #expect(try top.relatedObjects(forKey: "books").isEmpty)
    #expect(try library.texts(#"SELECT "_shelf_order" FROM "Book" WHERE "isbn" = 3"#) == ["NULL"])
    #expect(try library.fixture.raw.integrity() == ["ok"])
  }

  @Test func aReferenceToNothingIsRefused() throws {
    let shelf = try library.shelf("top")
    let id = shelf.id
    library.context.delete(shelf)
    try library.context.save()
    var request = try library.update("isbn > %@", 0)
    request.set("shelf", to: id)
    let error = expect(.missingObject) { try library.context.execute(request) }
    #expect(error?.objectID == id)
    #expect(try library.texts(#"SELECT count(*) FROM "Book" WHERE "shelf" IS NOT NULL"#) == ["3"])
  }

  @Test func aReferenceToAnotherEntityOrStoreIsRefused() throws {
    var request = try library.update("isbn > %@", 0)
    request.set("shelf", to: try library.book(1).id)
    expect(.wrongEntity) { try library.context.execute(request) }
    let other = try LibraryStore()
    request.set("shelf", to: try other.shelf("top").id)
    expect(.invalidValue) { try library.context.execute(request) }
  }

  @Test func oneToOneIsRefused() throws {
    var request = try library.update("isbn > %@", 0)
    request.set("cover", to: nil)
    expect(.invalidRequest) { try library.context.execute(request) }
  }

  @Test func tooManyMembersAreRefused() throws {
    for number in 100..<150 {
      try library.context.insert("Book", ["title": "more", "isbn": number])
    }
    try library.context.save()
    var request = try library.update("isbn > %@", 0)
    request.set("shelf", to: try library.shelf("low").id)
    let error = expect(.validation) { try library.context.execute(request) }
    #expect(error?.failures.map(\.rule) == [.maximumCount])
    #expect(try library.texts(#"SELECT count(*) FROM "Book" WHERE "shelf" IS NULL"#) == ["50"])
  }

  // MARK: Rules

  @Test(arguments: [
    ("title", AttributeValue.null, ValidationFailure.Rule.required), ("title", .string(""), .minimumLength),
    ("title", .string(String(repeating: "x", count: 21)), .maximumLength), ("title", .string("a!"), .pattern),
    ("state", .string("gone"), .values), ("pages", .int(-1), .minimum), ("pages", .int(5001), .maximum),
    ("price", .decimal(Decimal(string: "1.234") ?? 0), .type),
  ])
  func constantsAreValidated(property: String, value: AttributeValue, rule: ValidationFailure.Rule) throws {
    var request = try library.update("isbn > %@", 0)
    request.set(property, to: value)
    let error = expect(.validation) { try library.context.execute(request) }
    #expect(error?.failures.map(\.rule) == [rule])
    #expect(error?.failures.map(\.property) == [property])
    #expect(try library.texts(#"SELECT max("_version") FROM "Book""#) == ["1"])
  }

  @Test func whatDoesNotFitTheModelIsRefusedByName() throws {
    func refused(_ property: String, _ value: AttributeValue) throws -> GraphError? {
      var request = try library.update("isbn > %@", 0)
      request.set(property, to: value)
      return #expect(throws: GraphError.self) { try library.context.execute(request) }
    }
    #expect(try refused("pagse", .int(1))?.message.contains("did you mean \"pages\"") == true)
    #expect(try refused("pages", .string("1"))?.code == .invalidValue)
    #expect(try refused("folded", .string("x"))?.code == .invalidValue)
    #expect(try refused("mood", .string("x"))?.code == .invalidRequest)
    #expect(try refused("reviews", .int(1))?.code == .unknownProperty)
    #expect(try refused("_version", .int(1))?.code == .unknownProperty)
    #expect(try refused("\"; DROP TABLE Book; --", .int(1))?.code == .unknownProperty)
    expect(.invalidRequest) { try library.context.execute(try library.update("isbn > %@", 0)) }
    var unknown = BatchUpdateRequest<ManagedObject>(entityName: "Bok")
    unknown.set("pages", to: 1)
    expect(.unknownEntity) { try library.context.execute(unknown) }
    var wrong = try library.update("pages > %@", 0)
    wrong.set("pages", to: 1)
    wrong.variables["never"] = 1
    #expect(try library.context.execute(wrong).count == 6)
  }

  @Test func aUniquenessConflictNamesBothObjects() throws {
    var request = try library.update("isbn == %@", 1)
    request.set("isbn", to: 2)
    let error = expect(.uniqueness) { try library.context.execute(request) }
    #expect(error?.properties == ["isbn"])
    #expect(error?.objectID == (try library.book(1).id))
    #expect(error?.otherObjectID == (try library.book(2).id))
    request = try library.update("isbn > %@", 3)
    request.set("isbn", to: 100)
    expect(.uniqueness) { try library.context.execute(request) }
    #expect(
      try library.texts(#"SELECT "isbn" FROM "Book" ORDER BY "_id""#) == ["1", "2", "3", "4", "5", "6"])
  }

  // MARK: The context

  @Test func registeredObjectsShowTheNewValuesAndKeepUnsavedOnes() throws {
    let (clean, edited) = (try library.book(1), try library.book(2))
    try edited.setValue("mine", forKey: "title")
    try clean.setValue("fair", forKey: "mood")
    try library.context.save()
    try edited.setValue("unsaved", forKey: "title")
    let new = try library.context.insert("Book", ["title": "new", "pages": 3])
    var request = try library.update("isbn <= %@", 2)
    request.set("pages", to: 77)
    request.set("title", to: "theirs")
    #expect(try library.context.execute(request).count == 2)
    #expect(try clean.value(forKey: "pages", as: Int.self) == 77)
    #expect(try clean.value(forKey: "mood", as: String.self) == "fair", "transient values stay")
    #expect(try edited.value(forKey: "pages", as: Int.self) == 77)
    #expect(try edited.value(forKey: "title", as: String.self) == "unsaved")
    #expect(try new.value(forKey: "pages", as: Int.self) == 3, "what is not stored is not updated")
    try library.context.save()
    #expect(
      try library.texts(#"SELECT "title" FROM "Book" WHERE "isbn" <= 2 ORDER BY 1"#) == ["theirs", "unsaved"])
  }

  @Test func otherContextsHearOfItWhenTheyAreTold() throws {
    let other = library.container.newContext()
    let request = try FetchRequest<ManagedObject>(entityName: "Book", format: "isbn == 1")
    let theirs = try #require(try other.first(request))
    #expect(try theirs.value(forKey: "pages", as: Int.self) == 10)
    var update = try library.update("isbn == %@", 1)
    update.set("pages", to: 5)
    let counted = try library.container.execute(update)
    #expect(try theirs.value(forKey: "pages", as: Int.self) == 10)
    try counted.merge(into: [other])
    #expect(
      try theirs.value(forKey: "pages", as: Int.self) == 5, "IDs are not known: everything is read anew")
    update.set("pages", to: 6)
    update.resultType = .objectIDs
    try other.mergeChanges(from: try library.container.execute(update))
    #expect(try theirs.value(forKey: "pages", as: Int.self) == 6)
    try theirs.setValue(8, forKey: "pages")
    update.set("pages", to: 9)
    try other.mergeChanges(updated: try library.container.execute(update).objectIDs)
    #expect(try theirs.value(forKey: "pages", as: Int.self) == 8)
    try other.save()
    #expect(try library.texts(#"SELECT "pages" FROM "Book" WHERE "isbn" = 1"#) == ["8"])
  }

  @Test func aStaleEditElsewhereIsAConflict() throws {
    let other = library.container.newContext()
    let theirs = try #require(
      try other.first(try FetchRequest<ManagedObject>(entityName: "Book", format: "isbn == 1")))
    try theirs.setValue("theirs", forKey: "title")
    var update = try library.update("isbn == %@", 1)
    update.set("pages", to: 5)
    try library.context.execute(update)
    expect(.conflict) { try other.save() }
  }

  @Test func typedRequests() throws {
    let container = try PersistentContainer(model: GifSchema.model, location: .inMemory)
    let context = container.newContext()
    for number in 1...4 { _ = GifModel(in: context, newsid: Int64(number), userid: 7) }
    try context.save()
    let p = GifModel.Properties.self
    var request = BatchUpdateRequest<GifModel>(where: p.newsid > 2)
    request.set(p.isZan, to: true)
    request.set(p.text, to: "a cat")
    request.set(p.nickname, to: nil)
    request.resultType = .objectIDs
    let ids = try context.execute(request).objectIDs
    #expect(try ids.map { try context.object(with: $0, as: GifModel.self).newsid } == [3, 4])
    let least: Int64 = 3
    var foundation = BatchUpdateRequest<GifModel>(predicate: #Predicate { $0.newsid < least && !$0.isZan })
    foundation.set(p.commentsno, to: 9)
    #expect(try context.execute(foundation).count == 2)
    #expect(try context.count(FetchRequest<GifModel>(where: p.commentsno == 9)) == 2)
  }

  @Test func externalValuesGoToFilesAndOldOnesGo() throws {
    let store = try PictureStore()
    let container = try store.open()
    let context = container.newContext()
    for title in ["a", "b", "c"] { try context.insert("Picture", ["title": title, "text": "short"]) }
    try context.save()
    let large = Data((0..<5000).map { UInt8(truncatingIfNeeded: $0) })
    var request = BatchUpdateRequest<ManagedObject>(
      entityName: "Picture", where: try QueryPredicate(format: "title != 'c'"))
    request.set("data", to: large)
    request.set("text", to: "small")
    #expect(try context.execute(request).count == 2)
    #expect(try context.execute(request).count == 0, "the same content is no change")
    let pictures = try container.newContext().all("Picture")
    #expect(try pictures.map { try $0.value(forKey: "data", as: Data.self) } == [large, large, nil])
    #expect(
      try pictures.map { try $0.value(forKey: "text", as: String.self) } == ["small", "small", "short"])
    #expect(
      try store.fixture.raw.texts(#"SELECT DISTINCT length("data") FROM "Picture" ORDER BY 1"#) == [
        "NULL", "29",
      ])
  }
}
