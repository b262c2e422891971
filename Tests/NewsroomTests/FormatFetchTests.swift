import Foundation
import Graphstore
import Testing

/// The format language against a store, with changes that are not saved, and without.
@Suite("Fetching by format")
struct FormatFetchTests {
  private func filled() throws -> Newsroom {
    let room = try Newsroom()
    let ann = room.writer("Ann", rank: 2)
    let ben = room.writer("Ben", rank: 5, mentor: ann)
    room.article("Herons", by: ann, likes: 7).tags = ["a", "B"]
    room.article("Storks", by: ann, likes: 1).tags = []
    room.article("Roads", by: ben, likes: 3).tags = ["b\0c", "a"]
    room.article("Orphan", by: nil, likes: 7)
    let topic = Topic(in: room.context, name: "best")
    for title in ["Roads", "Herons"] { topic.ranking.append(try #require(try room.article(title))) }
    _ = Topic(in: room.context, name: "none")
    return room
  }

  @Test func valuesAreWorkedOut() throws {
    try filled().everywhere { (room) throws in
      #expect(try room.articles("likes * 2 > 10") == ["Herons", "Orphan"])
      #expect(try room.articles("likes & 2 == 2") == ["Herons", "Roads", "Orphan"])
      #expect(try room.articles("writer.rank + likes == 8") == ["Roads"])
      #expect(try room.articles("(writer.rank ?? 0) + likes == 7") == ["Orphan"])
      #expect(try room.articles("TERNARY(writer == nil, 0, likes) > 2") == ["Herons", "Roads"])
      #expect(try room.articles("likes BETWEEN {writer.rank - 2, writer.rank}") == ["Storks", "Roads"])
      #expect(
        try room.articles("lowercase:(title) BEGINSWITH 'o' OR title.length == 5") == ["Roads", "Orphan"])
      #expect(try room.articles("(likes > 3) == (writer == nil)") == ["Storks", "Roads", "Orphan"])
      #expect(try room.writers("sum:(articles.likes) == 8 AND max(articles.likes) == 7") == ["Ann"])
      #expect(try room.writers("articles.@distinctUnionOfObjects.likes.@count == 2") == ["Ann"])
      #expect(try room.writers("ANY SUBQUERY(articles, $a, $a.likes < 5).title LIKE '*s'") == ["Ann", "Ben"])
      #expect(try room.writers("'Roads' IN articles.title") == ["Ben"])
      let herons = try room.article("Herons")
      #expect(try room.writers("{%@} IN articles", herons) == ["Ann"])
      #expect(try room.writers("articles.title CONTAINS {'Herons', 'Storks'}") == ["Ann"])
      #expect(try room.writers("{'Herons', 'Roads'} IN articles.title") == [])
    }
  }

  @Test func elementsOfArrays() throws {
    try filled().everywhere { (room) throws in
      #expect(try room.articles("tags CONTAINS 'a'") == ["Herons", "Roads"])
      #expect(try room.articles("'B' IN tags") == ["Herons"])
      #expect(try room.articles("ANY tags ==[c] 'b'") == ["Herons"])
      #expect(try room.articles("'b\0c' IN tags") == ["Roads"])
      #expect(try room.articles("tags.@count == 2 AND tags[0] == 'a'") == ["Herons"])
      #expect(try room.articles("tags[LAST] == 'a'") == ["Roads"])
      #expect(try room.articles("tags == nil") == ["Orphan"])
      #expect(try room.articles("tags.@count == 0") == ["Storks", "Orphan"])
      #expect(try room.articles("ALL tags == 'x'") == ["Storks", "Orphan"])
      #expect(try room.writers("ANY articles.tags == 'a'") == ["Ann", "Ben"])
      #expect(try room.writers("articles.tags.@count == 2") == ["Ann", "Ben"])
    }
  }

  @Test func placesOfOrderedRelationships() throws {
    try filled().everywhere { (room) throws in
      let roads = try room.article("Roads")
      #expect(try room.topics("ranking[FIRST] == %@", roads) == ["best"])
      #expect(try room.topics("ranking[0].title == 'Roads' AND ranking[LAST].title == 'Herons'") == ["best"])
      #expect(try room.topics("ranking[1].writer.name == 'Ann'") == ["best"])
      #expect(try room.topics("ranking[2] == nil AND ranking[SIZE] == 2") == ["best"])
      #expect(try room.topics("ranking[0] == nil") == ["none"])
      #expect(try room.topics("ranking[0].title != 'Roads'") == ["none"])
      #expect(throws: QueryError.self) { _ = try room.topics("articles[0].title == 'Roads'") }
    }
  }

  @Test func variablesBeginPaths() throws {
    let room = try filled()
    try room.everywhere { (room) throws in
      let ann = try #require(try room.context.first(FetchRequest<Writer>(format: "name == 'Ann'")))
      var request = try FetchRequest<Article>(
        format: "writer == $FETCH_SOURCE AND likes > $FETCH_SOURCE.rank")
      request.variables = ["FETCH_SOURCE": ann.id]
      #expect(try room.context.fetch(request).map(\.title) == ["Herons"])
      #expect(try room.articles("likes == %@.articles.@sum.likes - 1", ann) == ["Herons", "Orphan"])
      #expect(try room.articles("writer.mentor.name == %@.name", ann) == ["Roads"])
    }
    // What decides is the object as it is in memory, saved or not.
    let ann = try #require(try room.context.first(FetchRequest<Writer>(format: "name == 'Ann'")))
    ann.rank = 6
    #expect(try room.articles("likes > %@.rank", ann) == ["Herons", "Orphan"])
    let other = room.container.newContext()
    let same = try other.object(with: ann.id, as: Writer.self)
    #expect(
      try other.fetch(FetchRequest<Article>(format: "likes > %@.rank", same)).map(\.title)
        == ["Herons", "Roads", "Orphan"])
  }

  @Test func nilIsNoTextThatIsSearched() throws {
    try filled().everywhere { (room) throws in
      #expect(try room.articles("writer.name CONTAINS[cdl] 'ÁN'") == ["Herons", "Storks"])
      #expect(try room.articles("TERNARY(text != nil, text, '') CONTAINS[cdl] 'x'") == [])
      #expect(try room.articles("TERNARY(text != nil, text, '').length == 0").count == 4)
    }
  }
}

extension Newsroom {
  fileprivate func article(_ title: String) throws -> Article? {
    try context.first(FetchRequest<Article>(format: "title == %@", title))
  }

  fileprivate func topics(_ format: String, _ arguments: (any PredicateArgument)?...) throws -> [String] {
    try context.fetch(FetchRequest<Topic>(where: QueryPredicate(format: format, arguments: arguments)))
      .map(\.name)
  }
}
