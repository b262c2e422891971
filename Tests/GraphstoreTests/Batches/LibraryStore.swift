import Foundation
import Graphstore
import GraphstoreTestSupport
import SQLSyntax

/// Shelves, books, comics, reviews and tags: everything that a batch has to respect occurs.
struct LibraryStore {
  let fixture: StoreFixture
  let container: PersistentContainer
  let context: ObjectContext

  static func model() throws -> EntityModel {
    try EntityModel(
      json: """
        { "model": "Library", "entities": [
          { "name": "Shelf", "unique": [["name"]],
            "attributes": [
              { "name": "name", "type": "string" },
              { "name": "bookCount", "type": "int64", "derived": "books.@count" },
              { "name": "pageSum", "type": "int64", "derived": "books.@sum.pages" } ],
            "relationships": [
              { "name": "books", "to": "Book", "many": true, "ordered": true, "inverse": "shelf", "onDelete": "cascade",
                "maxCount": 50 } ] },
          { "name": "Book", "unique": [["isbn"]],
            "attributes": [
              { "name": "title", "type": "string", "minLength": 1, "maxLength": 20, "pattern": "[^!]*" },
              { "name": "folded", "type": "string", "derived": "canonical:(title)" },
              { "name": "changed", "type": "date", "derived": "now()" },
              { "name": "state", "type": "string", "values": ["lent", "there"], "default": "there" },
              { "name": "pages", "type": "int64", "min": 0, "max": 5000, "default": 10 },
              { "name": "price", "type": "decimal", "scale": 2, "optional": true },
              { "name": "isbn", "type": "int64", "optional": true },
              { "name": "mood", "type": "string", "optional": true, "transient": true } ],
            "relationships": [
              { "name": "shelf", "to": "Shelf", "optional": true, "inverse": "books" },
              { "name": "reviews", "to": "Review", "many": true, "inverse": "book", "onDelete": "cascade" },
              { "name": "tags", "to": "Tag", "many": true, "inverse": "books" },
              { "name": "cover", "to": "Cover", "optional": true, "inverse": "book" } ] },
          { "name": "Comic", "parent": "Book",
            "attributes": [
              { "name": "colours", "type": "int16", "default": 4 },
              { "name": "shout", "type": "string", "derived": "lowercase:(title)" } ] },
          { "name": "Review",
            "attributes": [ { "name": "text", "type": "string", "optional": true } ],
            "relationships": [ { "name": "book", "to": "Book", "optional": true, "inverse": "reviews" } ] },
          { "name": "Cover",
            "relationships": [ { "name": "book", "to": "Book", "optional": true, "inverse": "cover" } ] },
          { "name": "Tag",
            "attributes": [ { "name": "name", "type": "string" } ],
            "relationships": [
              { "name": "books", "to": "Book", "many": true, "inverse": "tags", "onDelete": "deny" } ] } ] }
        """)
  }

  /// Two shelves with three books each, the last of which is a comic.
  init() throws {
    fixture = try StoreFixture(Self.model())
    container = try fixture.open()
    context = container.newContext()
    for (name, first) in [("top", 1), ("low", 4)] {
      let shelf = try context.insert("Shelf", ["name": name])
      for number in first...first + 2 {
        let book = try context.insert(
          number % 3 == 0 ? "Comic" : "Book",
          ["title": "Book \(number)", "pages": number * 10, "isbn": number])
        try book.setRelatedObject(shelf, forKey: "shelf")
        let review = try context.insert("Review", ["text": "of \(number)"])
        try review.setRelatedObject(book, forKey: "book")
      }
    }
    try context.save()
  }

  func book(_ number: Int) throws -> ManagedObject {
    let request = try FetchRequest<ManagedObject>(entityName: "Book", format: "isbn == %@", number)
    guard let book = try context.first(request) else { throw MissingFixture(name: "book \(number)") }
    return book
  }

  func shelf(_ name: String) throws -> ManagedObject { try context.named(name, "Shelf") }

  func update(_ format: String, _ arguments: Int...) throws -> BatchUpdateRequest<ManagedObject> {
    BatchUpdateRequest(
      entityName: "Book", where: try QueryPredicate(format: format, arguments: arguments.map { $0 }))
  }

  func delete(_ entity: String, _ format: String) throws -> BatchDeleteRequest<ManagedObject> {
    BatchDeleteRequest(entityName: entity, where: try QueryPredicate(format: format))
  }

  /// The first column of a query on the file.
  func texts(_ sql: String) throws -> [String] { try fixture.raw.texts(sql) }
}
