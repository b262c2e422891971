import Foundation
import Graphstore
import GraphstoreTestSupport
import Testing

@Suite("Batch deletions")
struct BatchDeleteTests {
  let library: LibraryStore

  init() throws { library = try LibraryStore() }

  @Test func cascadesNullificationsAndCountsAreTheStores() throws {
    let container = library.container
    var request = try library.delete("Shelf", "name == 'top'")
    request.resultType = .objectIDs
    var result: BatchResult?
    let statements = try container.statementsRun { result = try container.execute(request) }
    #expect(result?.count == 1)
    #expect(result?.objectIDs.count == 1)
    #expect(statements < 40)
    #expect(try library.texts(#"SELECT "isbn" FROM "Book""#) == ["4", "5", "6"])
    #expect(try library.texts(#"SELECT "text" FROM "Review""#) == ["of 4", "of 5", "of 6"])
    #expect(try container.execute(try library.delete("Book", "isbn == 5")).count == 1)
    #expect(try library.texts(#"SELECT "bookCount" || ' ' || "pageSum" FROM "Shelf""#) == ["2 100"])
    #expect(try library.fixture.raw.integrity() == ["ok"])
  }

  @Test("B01: objects of the context that are gone are deleted, others are told by the result")
  func registeredObjectsGo() throws {
    let other = library.container.newContext()
    let theirs = try other.all("Book")
    let shelf = try library.shelf("top")
    let books = try shelf.relatedObjects(forKey: "books")
    let review = try #require(try books.first?.relatedObjects(forKey: "reviews").first)
    try books[0].setValue("edited", forKey: "title")
    library.context.delete(books[1])
    try library.context.insert("Shelf", ["name": "new"])
    let request = try library.delete("Book", "isbn <= 2")
    let result = try library.context.execute(request)
    #expect(result.count == 2)
    #expect(books.map(\.isDeleted) == [true, true, false])
    #expect(review.isDeleted)
    #expect(try shelf.relatedObjects(forKey: "books").map(\.label) == ["Book 3"])
    #expect(try shelf.value(forKey: "bookCount", as: Int.self) == 1)
    try library.context.save()
    #expect(try library.texts(#"SELECT "name" FROM "Shelf" ORDER BY 1"#) == ["low", "new", "top"])
    #expect(theirs.allSatisfy { !$0.isDeleted }, "other contexts show them until they are told")
    try other.mergeChanges(from: result)
    #expect(theirs.map(\.isDeleted) == [true, true, false, false, false, false])
  }

  @Test func denyingObjectsAreNamedAndNothingIsDeleted() throws {
    let tag = try library.context.insert("Tag", ["name": "good"])
    let book = try library.book(6)
    try book.setRelatedObjects([tag], forKey: "tags")
    try library.context.insert("Tag", ["name": "idle"])
    try library.context.save()
    let error = expect(.deletionDenied) {
      try library.context.execute(try library.delete("Tag", "TRUEPREDICATE"))
    }
    #expect(error?.objectID == tag.id)
    #expect(error?.objectIDs == [book.id])
    #expect(try library.texts(#"SELECT count(*) FROM "Tag""#) == ["2"])
    #expect(try library.context.execute(try library.delete("Tag", "books.@count == 0")).count == 1)
    #expect(try library.context.execute(try library.delete("Book", "isbn == 6")).count == 1)
    #expect(try library.context.execute(try library.delete("Tag", "TRUEPREDICATE")).count == 1)
  }

  @Test("B02: only objects of the entity itself where subentities are excluded")
  func subentities() throws {
    var request = try library.delete("Book", "TRUEPREDICATE")
    request.includesSubentities = false
    #expect(try library.context.execute(request).count == 4)
    #expect(try library.texts(#"SELECT "isbn" FROM "Book" ORDER BY 1"#) == ["3", "6"])
    #expect(try library.context.execute(try library.delete("Comic", "isbn == 3")).count == 1)
    request.includesSubentities = true
    #expect(try library.context.execute(request).count == 1)
    #expect(try library.texts(#"SELECT count(*) FROM "Review""#) == ["0"])
  }

  @Test("P08: the newest stay")
  func aWindowIsDeleted() throws {
    var request = BatchDeleteRequest<ManagedObject>(
      entityName: "Book", sortKeys: [SortKey("isbn", ascending: false)])
    request.fetchOffset = 4
    #expect(try library.context.execute(request).count == 2)
    #expect(try library.texts(#"SELECT "isbn" FROM "Book" ORDER BY 1"#) == ["3", "4", "5", "6"])
    request.fetchOffset = 0
    request.fetchLimit = 1
    request.resultType = .objectIDs
    let six = try library.book(6).id
    #expect(try library.context.execute(request).objectIDs == [six])
  }

  @Test func unsavedChangesDoNotCount() throws {
    try library.book(1).setValue(999, forKey: "isbn")
    try library.context.insert("Book", ["title": "new", "isbn": 1000])
    #expect(try library.context.execute(try library.delete("Book", "isbn >= 999")).count == 0)
    #expect(try library.context.execute(try library.delete("Book", "isbn == 1")).count == 1)
    try library.context.save()
    #expect(try library.texts(#"SELECT "isbn" FROM "Book" ORDER BY 1"#) == ["2", "3", "4", "5", "6", "1000"])
  }

  @Test func entitiesWithoutRelationshipsAreOneStatement() throws {
    let container = try PersistentContainer(model: GifSchema.model, location: .inMemory)
    let context = container.newContext()
    for number in 1...500 { _ = GifModel(in: context, newsid: Int64(number), userid: 7) }
    try context.save()
    let kept = try #require(
      try context.first(FetchRequest<GifModel>(where: GifModel.Properties.newsid == 500)))
    let gone = try #require(try context.first(FetchRequest<GifModel>(where: GifModel.Properties.newsid == 1)))
    var deleted = 0
    let statements = try container.statementsRun {
      let request = BatchDeleteRequest<GifModel>(where: GifModel.Properties.newsid <= 100)
      deleted = try container.execute(request).count
    }
    #expect(deleted == 100)
    #expect(statements <= 4)
    #expect(!gone.isDeleted)
    let request = BatchDeleteRequest<GifModel>(predicate: #Predicate { $0.newsid < 500 })
    #expect(try context.execute(request).count == 399)
    #expect(!kept.isDeleted)
    #expect(try context.execute(BatchDeleteRequest<GifModel>()).count == 1)
    #expect(kept.isDeleted)
    #expect(try context.count(FetchRequest<GifModel>()) == 0)
  }
}
