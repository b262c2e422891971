import Foundation
import Graphstore
import GraphstoreTestSupport
import Testing

@Suite("Fetches through relationships see what is not saved")
struct StaleStoreTests {
  @Test func unsavedChangesOfOtherObjectsCount() throws {
    let room = try Newsroom()
    let ann = room.writer("Ann")
    let ben = room.writer("Ben")
    room.article("One", by: ann, likes: 1)
    room.article("Two", by: ben, likes: 2)
    try room.context.save()
    ann.name = "Zoe"
    #expect(try room.articles("writer.name == 'Zoe'") == ["One"])
    #expect(try room.articles("writer.name == 'Ann'") == [])
    #expect(try room.articles("likes > 1 AND writer.name != 'Zoe'") == ["Two"])
    #expect(
      try room.context.fetch(FetchRequest<Article>(sortKeys: try SortKey.parse("writer.name desc"))).map(
        \.title)
        == ["One", "Two"])
    room.article("Three", by: ben, likes: 3)
    #expect(try room.writers("articles.@count == 2") == ["Ben"])
    #expect(try room.context.count(FetchRequest<Writer>(format: "ANY articles.likes > 2")) == 1)
    let topic = Topic(in: room.context, name: "t")
    #expect(try room.articles("topics.@count > 0") == [])
    ann.articles.first?.topics.append(topic)
    #expect(try room.articles("ANY topics.name == 't'") == ["One"])
    var stored = try FetchRequest<Article>(format: "writer.name == 'Ann'")
    stored.includesPendingChanges = false
    #expect(try room.context.fetch(stored).map(\.title) == ["One"])
    room.context.delete(ben)
    #expect(try room.writers("ANY articles.likes > 1") == [])
    #expect(try room.articles("writer == nil OR writer.name != nil") == ["One"])
  }

  @Test func whatIsDeletedByRuleLeadsNowhere() throws {
    let room = try Newsroom()
    let ann = room.writer("Ann")
    let topic = Topic(in: room.context, name: "t")
    room.article("One", by: ann, topics: [topic])
    room.article("Two", by: nil, topics: [topic])
    try room.context.save()
    let fresh = room.container.newContext()
    let writer = try #require(try fresh.first(FetchRequest<Writer>(format: "name == 'Ann'")))
    fresh.delete(writer)
    #expect(try fresh.count(FetchRequest<Topic>(format: "articles.@count == 1")) == 1)
    #expect(try fresh.count(FetchRequest<Topic>(format: "ANY articles.title == 'One'")) == 0)
  }

  @Test func withoutSuchChangesTheStoreJudges() throws {
    let room = try Newsroom()
    let ann = room.writer("Ann")
    for number in 0..<50 { room.article("\(number)", by: number == 7 ? ann : nil) }
    try room.context.save()
    let context = room.container.newContext()
    // A change of an article decides nothing about other articles' writers.
    try context.fetch(FetchRequest<Article>(format: "title == '3'")).first?.likes = 5
    let request = try FetchRequest<Article>(format: "writer.name == 'Ann'")
    #expect(try context.fetch(request).map(\.title) == ["7"])
    #expect(try room.container.statementsRun { _ = try context.fetch(request) } <= 2)
  }

  @Test func randomChangesAndRequests() throws {
    var random = SeededGenerator(for: "fetches through relationships with unsaved changes")
    let room = try Newsroom()
    for number in 0..<12 { _ = room.writer("w\(number % 5)", rank: Int64(number % 4)) }
    for number in 0..<40 { room.article("a\(number % 7)", by: nil, likes: Int64(number % 5)) }
    for number in 0..<5 { _ = Topic(in: room.context, name: "t\(number)") }
    try room.context.save()
    var checks = 0
    for _ in 0..<40 {
      try change(room.context, &random)
      let requests = try (0..<12).map { _ in try request(&random) }
      let found = try requests.map { (try room.context.fetch($0).map(\.id.key), try room.context.count($0)) }
      try room.context.save()
      let reference = room.container.newContext()
      for (request, (keys, count)) in zip(requests, found) {
        let expected = try reference.fetch(request).map(\.id.key)
        let what =
          "seed \(random.seed): \(request.entityName) \(request.predicate.map { "\($0)" } ?? "") \(request.sortKeys)"
        #expect(keys == expected, "\(what)")
        #expect(count == expected.count, "\(what)")
        checks += 1
      }
    }
    #expect(checks == 480)
  }

  private func change(_ context: ObjectContext, _ random: inout SeededGenerator) throws {
    func any<T>(_ all: [T]) -> T? { all.isEmpty ? nil : all[Int.random(in: 0..<all.count, using: &random)] }
    for _ in 0..<Int.random(in: 1...6, using: &random) {
      let writer = any(try context.fetch(FetchRequest<Writer>()))
      let article = any(try context.fetch(FetchRequest<Article>()))
      let topic = any(try context.fetch(FetchRequest<Topic>()))
      switch Int.random(in: 0..<9, using: &random) {
      case 0: writer?.name = "w\(Int.random(in: 0..<5, using: &random))"
      case 1: article?.likes = Int64.random(in: 0..<5, using: &random)
      case 2: article?.writer = random.oneIn(3) ? nil : writer
      case 3: if let topic { article?.topics.append(topic) }
      case 4: if let topic { article?.topics.remove(topic) }
      case 5: writer?.mentor = any(try context.fetch(FetchRequest<Writer>()))
      case 6: Article(in: context, title: "new").writer = writer
      case 7: if random.oneIn(3), let article { context.delete(article) }
      default:
        if random.oneIn(4), let writer { context.delete(writer) } else { _ = Writer(in: context, name: "w9") }
      }
    }
  }

  private func request(_ random: inout SeededGenerator) throws -> FetchRequest<ManagedObject> {
    let n = Int.random(in: 0..<5, using: &random)
    let articles = [
      "writer.name == 'w\(n)'", "writer.name != 'w\(n)' AND likes > 1", "writer.mentor.rank < \(n)",
      "ANY topics.name == 't\(n)'", "topics.@count > \(n / 2)", "NONE writer.pupils.name == 'w\(n)'",
      "likes > writer.rank", "writer.articles.@count == \(n)", "writer == nil OR writer.rank == \(n)",
    ]
    let writers = [
      "ANY articles.likes > \(n)", "ALL articles.topics.name != 't\(n)'", "articles.@sum.likes > \(n * 2)",
      "SUBQUERY(articles, $a, $a.likes == rank).@count > 0", "mentor.articles.@count == pupils.@count",
      "NOT (ANY pupils.mentor.name == 'w\(n)')",
    ]
    let topics = [
      "articles.@count > \(n)", "ANY articles.writer.name == 'w\(n)'", "articles.@max.likes < \(n)",
    ]
    let (entity, formats, sorts) =
      switch Int.random(in: 0..<3, using: &random) {
      case 0: ("Article", articles, ["writer.name", "likes desc, writer.mentor.name desc", "title"])
      case 1: ("Writer", writers, ["mentor.name desc", "name, mentor.rank"])
      default: ("Topic", topics, ["name desc"])
      }
    var request = FetchRequest<ManagedObject>(
      entityName: entity,
      where: random.oneIn(6)
        ? nil : try QueryPredicate(format: formats[Int.random(in: 0..<formats.count, using: &random)]),
      sortKeys: random.oneIn(3)
        ? [] : try SortKey.parse(sorts[Int.random(in: 0..<sorts.count, using: &random)]))
    if random.oneIn(2) { request.fetchLimit = Int.random(in: 1...8, using: &random) }
    if random.oneIn(3) { request.fetchOffset = Int.random(in: 0...4, using: &random) }
    return request
  }
}
