import Foundation
import Graphstore
import GraphstoreTestSupport
import Testing

@Suite("Graph changes and SQL in one transaction")
struct WriteTests {
  let library: LibraryStore

  init() throws { library = try LibraryStore() }

  private struct Stop: Error {}

  @Test func bothComeToBeTogether() throws {
    let pages = try library.container.write { context, sql in
      let book = try context.insert("Book", ["title": "written", "isbn": 50])
      try context.save()
      let count = try sql.execute(
        "UPDATE \(entity: "Book") SET \(property: "pages", entity: "Book") = \(99) WHERE \(keyOf: nil) = \(book)"
      )
      #expect(count == 1)
      return try book.value(forKey: "pages", as: Int.self)
    }
    #expect(pages == 99, "the transaction's objects show what SQL has done")
    #expect(try library.book(50).value(forKey: "pages", as: Int.self) == 99)
    #expect(try library.texts(#"SELECT "_version" FROM "Book" WHERE "isbn" = 50"#) == ["2"])
  }

  @Test func neitherComesToBeWhereTheBodyThrows() throws {
    var escaped: ObjectID?
    #expect(throws: Stop.self) {
      try library.container.write { context, sql in
        escaped = try context.insert("Book", ["title": "gone", "isbn": 50]).id
        try context.save()
        try sql.execute(#"DELETE FROM "Review""#)
        #expect(try context.all("Review").isEmpty)
        throw Stop()
      }
    }
    #expect(try library.texts(#"SELECT count(*) FROM "Review""#) == ["6"])
    #expect(try library.texts(#"SELECT count(*) FROM "Book""#) == ["6"])
    let next = library.container.newContext()
    let keys = try (0..<500).map { try next.insert("Book", ["title": "\($0)"]).id.key }
    #expect(try !keys.contains(#require(escaped?.key)), "an ID that was known outside is not used again")
  }

  @Test func whatIsNotSavedAtTheEndIsSaved() throws {
    try library.container.write { context, _ in try context.insert("Shelf", ["name": "third"]) }
    #expect(try library.texts(#"SELECT count(*) FROM "Shelf""#) == ["3"])
    expect(.validation) {
      try library.container.write { context, sql in
        try sql.execute(#"DELETE FROM "Review""#)
        try context.insert("Book", ["title": ""])
      }
    }
    #expect(try library.texts(#"SELECT count(*) FROM "Review""#) == ["6"])
  }

  @Test func aFailedSaveOrStatementLeavesTheTransactionOpen() throws {
    try library.container.write { context, sql in
      let twice = try context.insert("Book", ["title": "twice", "isbn": 1])
      expect(.uniqueness) { try context.save() }
      context.delete(twice)
      expect(.invalidStatement) { try sql.execute(#"UPDATE "Book" SET "isbn" = 4"#) }
      expect(.invalidStatement) { try sql.execute(#"UPDATE "Book" SET "title" = NULL"#) }
      try sql.execute(#"UPDATE "Book" SET "pages" = 1 WHERE "isbn" = 1"#)
      try context.insert("Shelf", ["name": "after"])
    }
    #expect(try library.texts(#"SELECT "pages" FROM "Book" WHERE "isbn" < 3"#) == ["1", "20"])
    #expect(try library.texts(#"SELECT count(*) FROM "Shelf""#) == ["3"])
  }

  @Test func otherWritersWithinTheBodyAreRefusedAndReadersSeeThePast() throws {
    let outside = library.context
    try library.container.write { context, sql in
      try sql.execute(#"DELETE FROM "Review""#)
      #expect(try outside.all("Review").count == 6)
      try outside.insert("Shelf", ["name": "outside"])
      expect(.writingAlready) { try outside.save() }
      expect(.writingAlready) { try library.container.write { _, _ in } }
      expect(.writingAlready) { try library.container.execute(try library.delete("Book", "TRUEPREDICATE")) }
      let inner = try context.execute(try library.delete("Book", "isbn == 1"))
      #expect(inner.count == 1)
    }
    try outside.save()
    #expect(try library.texts(#"SELECT count(*) FROM "Shelf""#) == ["3"])
    #expect(try library.texts(#"SELECT count(*) FROM "Book""#) == ["5"])
  }

  @Test func contextAndSessionEndWithTheTransaction() throws {
    var kept: (ObjectContext, SQLSession)?
    try library.container.write { kept = ($0, $1) }
    let (context, sql) = try #require(kept)
    expect(.closed) { _ = try context.all("Book") }
    expect(.closed) { try sql.execute(#"DELETE FROM "Review""#) }
    expect(.closed) {
      try context.insert("Shelf", ["name": "late"])
      try context.save()
    }
  }

  @Test func aContainerThatIsClosedWithinIsClosedAtTheEnd() throws {
    try library.container.write { context, _ in
      try context.insert("Shelf", ["name": "last"])
      library.container.close()
    }
    #expect(try library.texts(#"SELECT count(*) FROM "Shelf""#) == ["3"])
    expect(.closed) { try library.container.write { _, _ in } }
  }

  @Test func sqlIsNoticedByRegisteredObjects() throws {
    try library.container.write { context, sql in
      let books = try context.all("Book")
      let shelf = try context.named("top", "Shelf")
      #expect(try shelf.relatedObjects(forKey: "books").count == 3)
      try books[0].setValue("mine", forKey: "title")
      try sql.execute(#"UPDATE "Book" SET "pages" = "pages" + 1, "title" = 'sql'"#)
      #expect(try books.map { try $0.value(forKey: "pages", as: Int.self) } == [11, 21, 31, 41, 51, 61])
      #expect(books.map(\.label) == ["mine", "sql", "sql", "sql", "sql", "sql"])
      #expect(
        try shelf.value(forKey: "pageSum", as: Int.self) == 63,
        "triggers run, and what they keep is read anew")
      try sql.execute(#"DELETE FROM "Review" WHERE "book" = \#(books[1])"#)
      try sql.execute(#"DELETE FROM "Book" WHERE "_id" = \#(books[1])"#)
      #expect(books[1].isDeleted)
      #expect(try shelf.relatedObjects(forKey: "books").map(\.label) == ["mine", "sql"])
    }
    #expect(
      try library.texts(#"SELECT "title" FROM "Book" ORDER BY "_id""#) == [
        "mine", "sql", "sql", "sql", "sql",
      ])
  }

  @Test func otherContextsNoticeByTheVersion() throws {
    let book = try library.book(1)
    try library.container.write { _, sql in
      try sql.execute(#"UPDATE "Book" SET "pages" = 3 WHERE "isbn" = 1"#)
      try sql.execute(#"UPDATE "Book" SET "pages" = 4, "_version" = "_version" + 1 WHERE "isbn" = 2"#)
    }
    #expect(try library.texts(#"SELECT "_version" FROM "Book" WHERE "isbn" <= 2"#) == ["2", "2"])
    #expect(try library.book(1).value(forKey: "pages", as: Int.self) == 3)
    #expect(try book.value(forKey: "pages", as: Int.self) == 3)
    try book.setValue(5, forKey: "pages")
    try library.container.write { _, sql in
      try sql.execute(#"UPDATE "Book" SET "pages" = 6 WHERE "isbn" = 1"#)
    }
    expect(.conflict) { try library.context.save() }
  }

  @Test func rowsAreInsertedWithKeysFromTheSession() throws {
    try library.container.write { context, sql in
      expect(.invalidStatement) {
        try sql.execute(#"INSERT INTO "Review" ("_version", "text") VALUES (1, 'no key')"#)
      }
      let keys = try sql.newKeys(ofEntity: "Review", count: 3)
      for key in keys {
        try sql.execute(#"INSERT INTO "Review" ("_id", "_version", "text") VALUES (\#(key), 1, 'by SQL')"#)
      }
      #expect(try context.all("Review").count == 9)
      expect(.invalidStatement) {
        try sql.execute(
          #"INSERT INTO "Review" ("_id", "_version", "text") VALUES (\#(keys.upperBound), 1, 'beyond')"#)
      }
    }
    let review = try library.context.insert("Review", ["text": "object"])
    try library.context.save()
    #expect(try library.texts(#"SELECT count(*) FROM "Review""#) == ["10"])
    #expect(!review.isInserted)
  }

  @Test func danglingReferencesAreFoundAtTheEnd() throws {
    let error = expect(.missingObject) {
      try library.container.write { _, sql in
        let count = try sql.execute(#"DELETE FROM "Shelf" WHERE "name" = 'top'"#)
        #expect(count == 1)
      }
    }
    #expect(error?.properties == ["shelf"])
    #expect(try library.texts(#"SELECT count(*) FROM "Shelf""#) == ["2"])
  }

  @Test func asynchronously() async throws {
    let container = library.container
    let count = try await container.write { context, sql in
      try context.insert("Shelf", ["name": "async"])
      try context.save()
      return try sql.rows(#"SELECT count(*) AS n FROM "Shelf""#)[0].value("n", as: Int.self)
    }
    #expect(count == 3)
    try await container.write { context, _ in _ = try context.insert("Shelf", ["name": "fourth"]) }
    #expect(try library.texts(#"SELECT count(*) FROM "Shelf""#) == ["4"])
  }

  @Test func largeValuesOfATransactionThatIsRolledBackLeaveNoFile() throws {
    let store = try PictureStore()
    let container = try store.open()
    #expect(throws: Stop.self) {
      try container.write { context, _ in
        try context.insert("Picture", ["data": Data(repeating: 1, count: 5_000)])
        try context.save()
        throw Stop()
      }
    }
    try container.write { context, _ in
      _ = try context.insert("Picture", ["data": Data(repeating: 2, count: 5_000)])
    }
    container.close()
    #expect(store.files.count == 1)
    let again = try store.open()
    #expect(
      try again.newContext().all("Picture").map { try $0.value(forKey: "data", as: Data.self)?.first } == [2])
  }
}
