import Foundation
import Graphstore
import GraphstoreTestSupport
import Testing

@Suite("Undoing deletions and what their rules did")
struct UndoneDeletionTests {
  private static func model() throws -> EntityModel {
    try EntityModel(
      json: """
        { "model": "Library", "entities": [
          { "name": "Person", "abstract": true,
            "attributes": [ { "name": "name", "type": "string", "optional": true } ],
            "relationships": [
              { "name": "books", "to": "Book", "many": true, "ordered": true, "optional": true,
                "inverse": "author", "onDelete": "cascade" },
              { "name": "reviews", "to": "Review", "many": true, "optional": true, "inverse": "person" } ] },
          { "name": "Author", "parent": "Person",
            "attributes": [ { "name": "prize", "type": "string", "optional": true } ],
            "relationships": [
              { "name": "agent", "to": "Agent", "optional": true, "inverse": "author", "onDelete": "cascade" } ] },
          { "name": "Agent", "attributes": [ { "name": "name", "type": "string", "optional": true } ],
            "relationships": [ { "name": "author", "to": "Author", "optional": true, "inverse": "agent" } ] },
          { "name": "Book",
            "attributes": [ { "name": "title", "type": "string", "optional": true } ],
            "relationships": [
              { "name": "author", "to": "Person", "optional": true, "inverse": "books" },
              { "name": "readers", "to": "Person", "many": true, "ordered": true, "optional": true, "inverse": null },
              { "name": "editor", "to": "Person", "optional": true, "inverse": null },
              { "name": "reviews", "to": "Review", "many": true, "optional": true, "inverse": "book",
                "onDelete": "cascade" } ] },
          { "name": "Review",
            "attributes": [ { "name": "text", "type": "string", "optional": true } ],
            "relationships": [
              { "name": "book", "to": "Book", "optional": true, "inverse": "reviews" },
              { "name": "person", "to": "Person", "optional": true, "inverse": "reviews" } ] } ] }
        """)
  }

  let fixture: StoreFixture

  init() throws {
    fixture = try StoreFixture(Self.model())
    try fixture.make { context in
      let author = try context.insert("Author", ["name": "author", "prize": "gold"])
      let other = try context.insert("Author", ["name": "other"])
      try author.setRelatedObject(context.insert("Agent", ["name": "agent"]), forKey: "agent")
      for title in ["c", "a", "b"] {
        let book = try context.insert("Book", ["title": title])
        try author.add(book, toRelationship: "books")
        try book.setRelatedObject(other, forKey: "editor")
        try book.setRelatedObjects([other, author], forKey: "readers")
        for text in ["1", "2"] {
          let review = try context.insert("Review", ["text": title + text])
          try review.setRelatedObject(book, forKey: "book")
          try review.setRelatedObject(other, forKey: "person")
        }
      }
      let foreign = try context.insert("Book", ["title": "foreign"])
      try foreign.setRelatedObject(author, forKey: "editor")
      try foreign.setRelatedObjects([author, other], forKey: "readers")
      try context.insert("Review", ["text": "own"]).setRelatedObject(author, forKey: "person")
    }
  }

  /// The whole graph as text.
  private func graph(_ context: ObjectContext) throws -> [String] {
    var lines: [String] = []
    func name(_ object: ManagedObject?) throws -> String {
      guard let object else { return "-" }
      for key in ["name", "title", "text"] {
        if let name = try? object.value(forKey: key, as: String.self) { return name }
      }
      return "?"
    }
    func names(_ object: ManagedObject, _ key: String) throws -> String {
      try object.relatedObjects(forKey: key).map(name).joined(separator: " ")
    }
    for author in try context.all("Author") {
      let prize = try author.value(forKey: "prize", as: String.self) ?? "-"
      lines.append(
        "\(author.id.key) \(try name(author)) \(prize): \(try names(author, "books")); "
          + "\(try names(author, "reviews")); \(try name(author.relatedObject(forKey: "agent")))")
    }
    for book in try context.all("Book") {
      lines.append(
        "\(book.id.key) \(try name(book)): \(try name(book.relatedObject(forKey: "author"))); "
          + "\(try name(book.relatedObject(forKey: "editor"))); \(try names(book, "readers")); "
          + "\(try names(book, "reviews"))")
    }
    for review in try context.all("Review") {
      lines.append(
        "\(review.id.key) \(try name(review)): \(try name(review.relatedObject(forKey: "book"))); "
          + "\(try name(review.relatedObject(forKey: "person")))")
    }
    for agent in try context.all("Agent") {
      lines.append(
        "\(agent.id.key) \(try name(agent)): \(try name(agent.relatedObject(forKey: "author")))")
    }
    return lines
  }

  private func author(_ context: ObjectContext) throws -> ManagedObject {
    try #require(
      try context.fetch(FetchRequest<ManagedObject>(entityName: "Author", format: "name == 'author'")).first)
  }

  @Test(arguments: [false, true])
  func aCascadeThroughObjectsThatNobodyHasReadIsTakenBack(isSaved: Bool) throws {
    let container = try fixture.open()
    let before = try graph(container.newContext())
    #expect(before.count == 2 + 4 + 7 + 1)
    let context = container.newContext()
    context.undoManager = GraphUndoManager()
    let author = try author(context)
    context.delete(author)
    if isSaved { try context.save() }
    let after = try graph(context)
    #expect(after.count == 1 + 1 + 1)
    for _ in 0..<2 {
      context.undo()
      #expect(try graph(context) == before)
      #expect(!author.isDeleted && author.context === context)
      if isSaved {
        try context.save()
        #expect(try graph(container.newContext()) == before)
      } else {
        #expect(!context.hasChanges)
      }
      context.redo()
      #expect(try graph(context) == after)
      if isSaved {
        try context.save()
        #expect(try graph(container.newContext()) == after)
      }
    }
    try context.save()
    context.undo()
    try context.save()
    container.close()
    #expect(try graph(fixture.open().newContext()) == before)
  }

  @Test func withoutAManagerADeletionReadsNothing() throws {
    let container = try fixture.open()
    let context = container.newContext()
    let author = try author(context)
    context.delete(author)
    let read = context.registeredObjects.filter { !$0.isFault }.map(\.entityName)
    #expect(!read.contains("Book") && !read.contains("Review"), "\(read)")
  }

  @Test func ofAnUndoneInsertionNothingStays() throws {
    let container = try fixture.open()
    let before = try graph(container.newContext())
    let context = container.newContext()
    context.undoManager = GraphUndoManager()
    let author = try author(context)
    let book = try context.insert("Book", ["title": "new"])
    try author.insert(book, toRelationship: "books", at: 1)
    try book.setRelatedObjects([author], forKey: "readers")
    try context.insert("Review", ["text": "n"]).setRelatedObject(book, forKey: "book")
    try context.save()
    let after = try graph(context)
    context.undo()
    #expect(try graph(context) == before)
    try context.save()
    #expect(try graph(container.newContext()) == before)
    context.redo()
    #expect(try graph(context) == after)
    try context.save()
    #expect(try graph(container.newContext()) == after)
  }

  @Test func aRuleDenyOfAJoinTableStillStandsInTheWay() throws {
    let model = try EntityModel(
      json: """
        { "model": "Clubs", "entities": [
          { "name": "Club", "attributes": [ { "name": "name", "type": "string", "optional": true } ],
            "relationships": [
              { "name": "members", "to": "Fan", "many": true, "ordered": true, "optional": true,
                "inverse": "clubs", "onDelete": "deny" } ] },
          { "name": "Fan", "attributes": [ { "name": "name", "type": "string", "optional": true } ],
            "relationships": [
              { "name": "clubs", "to": "Club", "many": true, "optional": true, "inverse": "members" } ] } ] }
        """)
    let container = try PersistentContainer(model: model, location: .inMemory)
    let context = container.newContext()
    let club = try context.insert("Club", ["name": "club"])
    let fans = try ["b", "a"].map { try context.insert("Fan", ["name": $0]) }
    try club.setRelatedObjects(fans, forKey: "members")
    try context.save()
    context.undoManager = GraphUndoManager()
    context.delete(club)
    let error = expect(.deletionDenied) { try context.save() }
    #expect(error?.otherObjectID == fans[0].id)
    context.undo()
    #expect(!context.hasChanges)
    #expect(try club.relatedObjects(forKey: "members") == fans)
    context.delete(club)
    for fan in fans { context.delete(fan) }
    try context.save()
    #expect(try container.newContext().all("Fan").isEmpty)
    context.undo()
    #expect(try club.relatedObjects(forKey: "members") == fans)
    #expect(try fans[0].relatedObjects(forKey: "clubs") == [club])
    try context.save()
    let reader = container.newContext()
    let stored = try #require(try reader.all("Club").first)
    #expect(try stored.relatedObjects(forKey: "members").map(\.name) == ["b", "a"])
  }
}
