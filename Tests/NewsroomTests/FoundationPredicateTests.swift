import Foundation
import Graphstore
import Testing

@Suite("#Predicate over generated structs")
struct FoundationPredicateTests {
  private func filled() throws -> Newsroom {
    let room = try Newsroom()
    let ann = room.writer("Ann", rank: 2)
    let ben = room.writer("Ben", rank: 5, mentor: ann)
    _ = room.writer("Cyd", mentor: ben)
    let press = Company(in: room.context)
    press.name = "Press"
    press.vatNumber = "V1"
    ann.employer = press
    let dan = Person(in: room.context)
    dan.name = "Dan"
    dan.age = 40
    let birds = Topic(in: room.context, name: "birds")
    let cars = Topic(in: room.context, name: "cars")
    room.article("Herons", by: ann, likes: 7, topics: [birds])
    room.article("Storks", by: ann, likes: 1, topics: [birds, cars])
    room.article("Roads", by: ben, likes: 3, topics: [cars])
    room.article("Orphan", by: nil, likes: 9)
    for (article, owner) in zip(
      try room.context.fetch(FetchRequest<Article>(sortBy: [SortDescriptor(\.title)])),
      [Party(press), Party(dan), Party(press)])
    {
      article.owner = owner
    }
    return room
  }

  /// Fetches by predicates, and asks Foundation about every object.
  private func check<Root: Entity>(_ predicates: [Foundation.Predicate<Root>]) throws {
    try filled().everywhere { (room) throws in
      let all = try room.context.fetch(FetchRequest<Root>())
      var answers = 0
      for predicate in predicates {
        let expected = Set(try all.filter { try predicate.evaluate($0) }.map(\.id))
        let fetched = Set(try room.context.fetch(FetchRequest<Root>(predicate: predicate)).map(\.id))
        let lowered = try QueryPredicate(predicate)
        #expect(fetched == expected, "\(lowered)")
        answers += expected.count
      }
      #expect(answers > 0)
    }
  }

  @Test func articlesAreFoundByTheirWriters() throws {
    let least: Int64 = 2
    var predicates: [Foundation.Predicate<Article>] = []
    predicates.append(#Predicate { $0.writer == nil })
    predicates.append(#Predicate { $0.writer != nil })
    predicates.append(#Predicate { $0.writer?.name == "Ann" })
    predicates.append(#Predicate { $0.writer?.name != "Ann" })
    predicates.append(#Predicate { $0.writer?.name.count ?? 0 > 2 })
    predicates.append(#Predicate { $0.writer?.name.count == nil })
    predicates.append(#Predicate { $0.writer?.mentor?.name == "Ann" })
    predicates.append(#Predicate { $0.writer?.mentor == nil })
    predicates.append(#Predicate { $0.likes > $0.writer?.rank ?? least })
    predicates.append(#Predicate { $0.likes * 2 - 1 > least })
    predicates.append(#Predicate { ($0.writer?.rank ?? 0) + $0.likes == 9 })
    predicates.append(#Predicate { $0.writer?.articles.count == 2 })
    predicates.append(#Predicate { $0.writer?.articles.isEmpty ?? true })
    predicates.append(#Predicate { $0.writer?.articles.contains { $0.likes > 5 } ?? false })
    predicates.append(#Predicate { $0.writer?.articles.allSatisfy { $0.likes > 5 } ?? true })
    predicates.append(#Predicate { ($0.writer?.articles.filter { $0.likes > least }.count ?? 0) == 1 })
    predicates.append(
      #Predicate { article in article.writer?.articles.contains { $0.likes > article.likes } == true })
    predicates.append(#Predicate { $0.topics.contains { $0.name == "cars" } })
    predicates.append(#Predicate { $0.topics.isEmpty })
    predicates.append(
      #Predicate { article in article.topics.contains { $0.articles.count > article.topics.count } })
    predicates.append(
      #Predicate { if let writer = $0.writer { writer.name.contains("n") } else { $0.likes > 8 } })
    predicates.append(#Predicate { $0.text == nil && ($0.text ?? $0.title).contains("r") })
    predicates.append(#Predicate { $0.writer == $0.writer?.mentor })
    try check(predicates)
  }

  @Test func writersAreFoundByTheirArticles() throws {
    let likes: [Int64] = [1, 3]
    var predicates: [Foundation.Predicate<Writer>] = []
    predicates.append(#Predicate { $0.articles.count > 1 })
    predicates.append(#Predicate { $0.articles.isEmpty })
    predicates.append(#Predicate { $0.articles.contains { $0.title.starts(with: "R") } })
    predicates.append(#Predicate { $0.articles.allSatisfy { likes.contains($0.likes) } })
    predicates.append(#Predicate { writer in writer.pupils.contains { $0.rank ?? 0 > writer.rank ?? 0 } })
    predicates.append(
      #Predicate { $0.articles.filter { $0.topics.contains { $0.name == "cars" } }.count == 1 })
    predicates.append(#Predicate { $0.employer == nil })
    predicates.append(#Predicate { $0.employer?.vatNumber == "V1" })
    try check(predicates)
  }

  @Test func identifiersAreCaptured() throws {
    try filled().everywhere { (room) throws in
      let ann = try #require(try room.context.first(FetchRequest<Writer>(format: "name == 'Ann'"))).id
      let ids = [ann]
      func titles(_ predicate: Foundation.Predicate<Article>) throws -> [String] {
        try room.context.fetch(FetchRequest<Article>(predicate: predicate)).map(\.title)
      }
      #expect(try titles(#Predicate { $0.writer?.id == ann }) == ["Herons", "Storks"])
      #expect(try titles(#Predicate { $0.writer?.mentor?.id == ann }) == ["Roads"])
      #expect(
        try titles(#Predicate { $0.writer.flatMap { ids.contains($0.id) } ?? true }) == [
          "Herons", "Storks", "Orphan",
        ])
    }
  }

  @Test func castsAskForTheEntity() throws {
    typealias Build = PredicateExpressions
    try filled().everywhere { (room) throws in
      func names(_ predicate: Foundation.Predicate<Party>) throws -> [String?] {
        try room.context.fetch(FetchRequest<Party>(predicate: predicate)).map(\.name)
      }
      func titles(_ predicate: Foundation.Predicate<Article>) throws -> [String] {
        try room.context.fetch(FetchRequest<Article>(predicate: predicate)).map(\.title)
      }
      // The compiler warns of these spellings with `is` and `as?`.
      #expect(try names(Predicate { Build.TypeCheck<_, Company>($0) }) == ["Press"])
      #expect(try names(Predicate { Build.build_Negation(Build.TypeCheck<_, Company>($0)) }) == ["Dan"])
      #expect(try names(Predicate { Build.TypeCheck<_, Party>($0) }) == ["Press", "Dan"])
      #expect(
        try names(
          Predicate {
            Build.build_Equal(
              lhs: Build.build_flatMap(Build.ConditionalCast<_, Person>($0)) {
                Build.build_KeyPath(root: $0, keyPath: \.age)
              }, rhs: Build.build_Arg(40 as Int64?))
          }) == ["Dan"])
      #expect(
        try titles(
          Predicate {
            Build.build_Equal(
              lhs: Build.build_flatMap(
                Build.build_flatMap(Build.build_KeyPath(root: $0, keyPath: \.owner)) {
                  Build.ConditionalCast<_, Company>($0)
                }
              ) { Build.build_KeyPath(root: $0, keyPath: \.vatNumber) },
              rhs: Build.build_Arg("V1" as String?))
          }) == ["Herons", "Roads"])
    }
  }

  @Test func ordersThroughToOnesAreKeyPaths() throws {
    try filled().everywhere { (room) throws in
      let articles = try room.context.fetch(
        FetchRequest<Article>(sortBy: [
          SortDescriptor(\.writer?.mentor?.name), SortDescriptor(\.writer?.name, order: .reverse),
          SortDescriptor(\.title),
        ]))
      #expect(articles.map(\.title) == ["Herons", "Storks", "Orphan", "Roads"])
    }
  }
}
