import Foundation
import Graphstore
import Testing

@Suite("Fetching through relationships")
struct RelationshipFetchTests {
  private func filled() throws -> Newsroom {
    let room = try Newsroom()
    let ann = room.writer("Ann", rank: 2)
    let ben = room.writer("Ben", rank: 5, mentor: ann)
    _ = room.writer("Cyd", mentor: ben)
    let birds = Topic(in: room.context, name: "birds")
    let cars = Topic(in: room.context, name: "cars")
    room.article("Herons", by: ann, likes: 7, topics: [birds])
    room.article("Storks", by: ann, likes: 1, topics: [birds, cars])
    room.article("Roads", by: ben, likes: 3, topics: [cars])
    room.article("Orphan", by: nil, likes: 9)
    return room
  }

  @Test func pathsThroughToOnes() throws {
    try filled().everywhere { (room) throws in
      #expect(try room.articles("writer.name == 'Ann'") == ["Herons", "Storks"])
      #expect(try room.articles("writer.name != 'Ann'") == ["Roads", "Orphan"])
      #expect(try room.articles("NOT (writer.name == 'Ann')") == ["Roads", "Orphan"])
      #expect(try room.articles("writer.name == nil") == ["Orphan"])
      #expect(try room.articles("writer == nil") == ["Orphan"])
      #expect(try room.articles("writer.mentor == nil") == ["Herons", "Storks", "Orphan"])
      #expect(try room.articles("writer.mentor.name == 'Ann'") == ["Roads"])
      #expect(try room.articles("writer.name IN {'Ben', nil}") == ["Roads", "Orphan"])
      #expect(try room.articles("likes > writer.rank") == ["Herons"])
      #expect(try room.writers("mentor.rank < rank") == ["Ben"])
      // Nothing contains anything where there is nobody.
      #expect(try room.articles("writer.name CONTAINS[cd] 'ÁN'") == ["Herons", "Storks"])
    }
  }

  @Test func objectsAndTheirIDsAreArguments() throws {
    try filled().everywhere { (room) throws in
      let ann = try #require(try room.context.first(FetchRequest<Writer>(format: "name == 'Ann'")))
      let ben = try #require(try room.context.first(FetchRequest<Writer>(format: "name == 'Ben'")))
      #expect(try room.articles("writer == %@", ann) == ["Herons", "Storks"])
      #expect(try room.articles("writer == %@", ann.object) == ["Herons", "Storks"])
      #expect(try room.articles("writer == %@", ann.id) == ["Herons", "Storks"])
      #expect(try room.articles("writer IN %@", [ann, ben]) == ["Herons", "Storks", "Roads"])
      #expect(try room.articles("NOT (writer IN %@)", [ann.id]) == ["Roads", "Orphan"])
      #expect(try room.articles("writer.mentor == %@", ann) == ["Roads"])
      #expect(try room.writers("NOT (%@ CONTAINS SELF)", [ann, ben]) == ["Cyd"])
      let herons = try #require(try room.context.first(FetchRequest<Article>(format: "title == 'Herons'")))
      for format in ["articles CONTAINS %@", "%@ IN articles", "ANY articles == %@"] {
        #expect(try room.writers(format, herons) == ["Ann"], "\(format)")
      }
      #expect(try room.writers("NONE articles == %@", herons.id) == ["Ben", "Cyd"])
    }
  }

  @Test func membersOfCollections() throws {
    try filled().everywhere { (room) throws in
      #expect(try room.writers("ANY articles.title CONTAINS 'r'") == ["Ann"])
      #expect(try room.writers("ANY articles.title CONTAINS[c] 'r'") == ["Ann", "Ben"])
      #expect(try room.writers("ALL articles.likes > 1") == ["Ben", "Cyd"])
      #expect(try room.writers("NONE articles.likes > 5") == ["Ben", "Cyd"])
      #expect(try room.writers("ANY articles.topics.name == 'cars'") == ["Ann", "Ben"])
      #expect(try room.writers("NONE articles.topics.name == 'birds'") == ["Ben", "Cyd"])
      #expect(try room.writers("articles.@count == 2") == ["Ann"])
      #expect(try room.writers("0 < articles.@count") == ["Ann", "Ben"])
      #expect(try room.writers("articles.@count == rank") == ["Ann"])
      #expect(try room.writers("articles.@sum.likes == 8") == ["Ann"])
      #expect(try room.writers("articles.@sum.likes == 0") == ["Cyd"])
      #expect(try room.writers("articles.@max.likes == nil") == ["Cyd"])
      #expect(try room.writers("articles.@avg.likes > 3.5") == ["Ann"])
      #expect(try room.writers("articles.@min.likes < rank") == ["Ann", "Ben"])
      #expect(try room.articles("ANY writer.pupils.name == 'Ben'") == ["Herons", "Storks"])
      #expect(try room.articles("topics.@count == writer.articles.@count") == ["Storks", "Roads", "Orphan"])
    }
  }

  @Test func subqueriesJoinConditionsOnOneMember() throws {
    try filled().everywhere { (room) throws in
      #expect(try room.writers("ANY articles.likes > 5 AND ANY articles.title == 'Storks'") == ["Ann"])
      #expect(
        try room.writers("SUBQUERY(articles, $a, $a.likes > 5 AND $a.title == 'Storks').@count > 0") == [])
      #expect(try room.writers("SUBQUERY(articles, $a, $a.likes > rank).@count == 1") == ["Ann"])
      #expect(
        try room.writers(
          "SUBQUERY(articles, $a, SUBQUERY($a.topics, $t, $t.name == 'cars' AND $a.likes < 2).@count > 0).@count > 0"
        ) == ["Ann"])
    }
  }

  @Test func whatNeedsACollectionRefusesOthers() throws {
    let room = try filled()
    for format in ["ANY writer IN %@", "writer.articles.title == %@", "topics == %@", "title.@count == %@"] {
      #expect(throws: QueryError.self, "\(format)") { _ = try room.articles(format, "x") }
    }
  }

  @Test func sortsThroughToOnesKeepAllObjects() throws {
    try filled().everywhere { (room) throws in
      var request = FetchRequest<Article>(sortKeys: try SortKey.parse("writer.name desc, title"))
      #expect(try room.context.fetch(request).map(\.title) == ["Roads", "Herons", "Storks", "Orphan"])
      request.sortKeys = [Article.Properties.writer.to(Writer.Properties.name).ascending]
      request.fetchLimit = 2
      #expect(try room.context.fetch(request).map(\.title) == ["Orphan", "Herons"])
    }
  }

  @Test func foundationsPredicates() throws {
    try filled().everywhere { (room) throws in
      func titles(_ predicate: Predicate<Article>) throws -> [String] {
        try room.context.fetch(FetchRequest(predicate: predicate)).map(\.title)
      }
      func names(_ predicate: Predicate<Writer>) throws -> [String] {
        try room.context.fetch(FetchRequest(predicate: predicate)).map(\.name)
      }
      let ann = try #require(try room.context.first(FetchRequest<Writer>(format: "name == 'Ann'"))).id
      let herons = try #require(try room.context.first(FetchRequest<Article>(format: "title == 'Herons'"))).id
      #expect(try titles(#Predicate { $0.writer?.name == "Ann" }) == ["Herons", "Storks"])
      #expect(try titles(#Predicate { $0.writer == nil }) == ["Orphan"])
      #expect(try titles(#Predicate { $0.writer?.id == ann }) == ["Herons", "Storks"])
      #expect(try titles(#Predicate { $0.writer?.mentor?.name == "Ann" }) == ["Roads"])
      #expect(try titles(#Predicate { $0.topics.contains { $0.name == "cars" } }) == ["Storks", "Roads"])
      #expect(try names(#Predicate { $0.articles.count > 1 }) == ["Ann"])
      #expect(try names(#Predicate { $0.articles.isEmpty }) == ["Cyd"])
      #expect(try names(#Predicate { $0.articles.allSatisfy { $0.likes > 1 } }) == ["Ben", "Cyd"])
      #expect(try names(#Predicate { $0.articles.filter { $0.likes > 1 }.count == 1 }) == ["Ann", "Ben"])
      #expect(try names(#Predicate { $0.articles.contains { $0.id == herons } }) == ["Ann"])
      #expect(try names(#Predicate { ($0.mentor?.articles.count ?? 0) == 1 }) == ["Cyd"])
    }
  }

  @Test func tokens() throws {
    try filled().everywhere { (room) throws in
      let (a, w) = (Article.Properties.self, Writer.Properties.self)
      func titles(_ predicate: QueryPredicate) throws -> [String] {
        try room.context.fetch(FetchRequest<Article>(where: predicate)).map(\.title)
      }
      func names(_ predicate: QueryPredicate) throws -> [String] {
        try room.context.fetch(FetchRequest<Writer>(where: predicate)).map(\.name)
      }
      let ann = try #require(try room.context.first(FetchRequest<Writer>(where: w.name == "Ann")))
      #expect(try titles(a.writer == ann) == ["Herons", "Storks"])
      #expect(try titles(a.writer == nil) == ["Orphan"])
      #expect(try titles(a.writer.to(w.name) == "Ben") == ["Roads"])
      #expect(try titles(a.writer.to(w.mentor).to(w.name) == "Ann") == ["Roads"])
      #expect(try names(w.articles.count > 1) == ["Ann"])
      #expect(try names(w.articles.any(a.likes > 5)) == ["Ann"])
      #expect(try names(w.articles.all(a.likes > 1)) == ["Ben", "Cyd"])
      #expect(try names(w.articles.any(a.topics.any(Topic.Properties.name == "cars"))) == ["Ann", "Ben"])
      let first = try #require(ann.articles.first)
      #expect(try names(w.articles.contains(first)) == ["Ann"])
      #expect(try names(w.articles.maximum(a.likes) == nil) == ["Cyd"])
    }
  }

  @Test func entitiesAndPropertiesOfSubentities() throws {
    let room = try Newsroom()
    let ada = Person(in: room.context)
    ada.name = "Ada"
    ada.age = 36
    let acme = Company(in: room.context)
    acme.name = "Acme"
    acme.vatNumber = "X1"
    let writer = room.writer("Ann")
    writer.employer = acme
    room.article("Owned", by: writer).owner = Party(acme)
    room.article("Private", by: nil).owner = Party(ada)
    room.article("Free", by: nil)
    try room.everywhere { (room) throws in
      func names(_ format: String) throws -> [String?] {
        try room.context.fetch(FetchRequest<Party>(format: format)).map(\.name)
      }
      #expect(try names("entity.name == 'Company'") == ["Acme"])
      #expect(try names("entity.name != 'Company'") == ["Ada"])
      #expect(try names("entity == 'Person'") == ["Ada"])
      #expect(try names("entity.name IN {'Person', 'Company'}") == ["Ada", "Acme"])
      #expect(try names("entity.name == 'Company' AND vatNumber == 'X1'") == ["Acme"])
      #expect(try names("vatNumber == nil") == ["Ada"])
      #expect(try names("age > 30") == ["Ada"])
      #expect(try names("ANY staff.name == 'Ann'") == ["Acme"])
      #expect(try names("staff.@count == 0") == ["Ada"])
      #expect(try room.articles("owner.entity.name == 'Company'") == ["Owned"])
      #expect(try room.articles("owner.entity.name != 'Company'") == ["Private", "Free"])
      #expect(try room.articles("owner.vatNumber == 'X1'") == ["Owned"])
      #expect(throws: QueryError.self) { _ = try names("vatNumbr == 'X1'") }
      var request = FetchRequest<ManagedObject>(entityName: "Party")
      request.includesSubentities = false
      #expect(try room.context.count(request) == 0)
    }
  }
}
