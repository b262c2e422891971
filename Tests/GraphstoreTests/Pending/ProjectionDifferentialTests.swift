import Foundation
import Graphstore
import GraphstoreTestSupport
import Testing

@Suite("Rows of values with unsaved changes are those once they are saved")
struct ProjectionDifferentialTests {
  private func model() throws -> EntityModel {
    try EntityModel(
      json: """
        { "model": "Mixed", "entities": [
          { "name": "Author",
            "attributes": [ { "name": "name", "type": "string", "optional": true },
                            { "name": "rank", "type": "int32", "optional": true } ],
            "relationships": [ { "name": "posts", "to": "Post", "many": true, "inverse": "author" } ] },
          { "name": "Post", "attributes": [
              { "name": "title", "type": "string", "optional": true },
              { "name": "likes", "type": "int64", "default": 0 },
              { "name": "score", "type": "double", "optional": true },
              { "name": "price", "type": "decimal", "scale": 2, "optional": true },
              { "name": "exact", "type": "decimal", "optional": true },
              { "name": "isOn", "type": "bool", "default": false },
              { "name": "day", "type": "date", "optional": true } ],
            "relationships": [
              { "name": "author", "to": "Author", "optional": true, "inverse": "posts" } ] } ] }
        """)
  }

  @Test func randomChangesAndProjections() throws {
    var random = RandomProjections()
    let container = try PersistentContainer(model: model(), location: .inMemory)
    let context = container.newContext()
    for _ in 0..<6 { _ = try random.author(in: context) }
    for _ in 0..<40 { try random.post(in: context) }
    try context.save()
    var (rows, refused) = (0, 0)
    for _ in 0..<40 {
      try random.change(context)
      let requests = try (0..<30).map { _ in try random.request() }
      let found = requests.map { request in Result { try context.fetch(request.projection) } }
      try context.save()
      let reference = container.newContext()
      for (request, found) in zip(requests, found) {
        let expected = Result { try reference.fetch(request.projection) }
        switch (found, expected) {
        case (.success(let found), .success(let expected)):
          #expect(found == expected, "seed \(random.generator.seed): \(request.text)")
          rows += expected.count
        case (.failure, .failure): refused += 1
        case (.failure(let error), .success), (.success, .failure(let error)):
          Issue.record("seed \(random.generator.seed): \(request.text): \(error)")
        }
      }
    }
    #expect(rows > 2000)
    #expect(refused < 60)
  }
}

/// Random rows, changes and projections.
private struct RandomProjections {
  struct Request {
    let projection: ProjectionRequest<ManagedObject, ProjectedRow>
    let text: String
  }

  var generator = SeededGenerator(for: "ProjectionDifferentialTests")
  private static let values = [
    "title", "likes", "score", "price", "isOn", "day", "author.name", "author.rank", "likes + 1", "author",
    "author.posts.@count",
  ]
  private static let aggregates = [
    "count()", "sum(likes)", "average(likes)", "min(score)", "max(day)", "sum(price)", "average(price)",
    "count(title)", "count(distinct isOn)", "count(distinct author)", "sum(author.rank)", "max(author.name)",
    "sum(score)", "min(price)", "max(likes * 2)", "sum(exact)", "average(exact)", "max(exact)",
  ]

  private mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[Int.random(in: elements.indices, using: &generator)]
  }

  mutating func author(in context: ObjectContext) throws -> ManagedObject {
    let author = try context.insert(entity: "Author")
    if !generator.oneIn(4) {
      try author.setValue(pick(["ann", "Ann", "ben", "ä", "a\u{308}"]), forKey: "name")
    }
    if !generator.oneIn(4) { try author.setValue(Int.random(in: 0...3, using: &generator), forKey: "rank") }
    return author
  }

  private mutating func set(_ key: String, of post: ManagedObject) throws {
    let small = Int.random(in: -2...3, using: &generator)
    let value: (any AttributeConvertible)? =
      switch key {
      case "title": pick(["", "a", "A", "b", "猫"])
      case "likes": small
      case "score": Double(small) / 4
      case "price": Decimal(small) / 4
      case "exact": Decimal(small) / 8
      case "isOn": small > 0
      default: Date(timeIntervalSinceReferenceDate: Double(small) * 86_400)
      }
    try post.setValue(value, forKey: key)
  }

  mutating func post(in context: ObjectContext) throws {
    let post = try context.insert(entity: "Post")
    for key in ["title", "likes", "score", "price", "exact", "isOn", "day"] where !generator.oneIn(4) {
      try set(key, of: post)
    }
    let authors = try context.fetch(FetchRequest<ManagedObject>(entityName: "Author"))
    if !generator.oneIn(5), !authors.isEmpty { try post.setRelatedObject(pick(authors), forKey: "author") }
  }

  mutating func change(_ context: ObjectContext) throws {
    let kinds = Int.random(in: 0..<8, using: &generator)
    if kinds & 1 != 0 { for _ in 0..<3 { try post(in: context) } }
    for post in try context.fetch(FetchRequest<ManagedObject>(entityName: "Post")) {
      if kinds & 2 != 0, generator.oneIn(20) {
        context.delete(post)
      } else if generator.oneIn(8) {
        try set(pick(["title", "likes", "score", "price", "exact", "isOn", "day"]), of: post)
      }
    }
    if kinds & 4 != 0 {
      for author in try context.fetch(FetchRequest<ManagedObject>(entityName: "Author"))
      where generator.oneIn(4) {
        try author.setValue(pick(["ann", "zoe", "ben"]), forKey: "name")
      }
    }
  }

  mutating func request() throws -> Request {
    var request = FetchRequest<ManagedObject>(entityName: "Post")
    let condition = pick([nil, nil, "likes > 0", "author.name != 'ann'", "title != nil OR isOn == YES"])
    request.predicate = try condition.map { try QueryPredicate(format: $0) }
    let isGrouped = generator.oneIn(2)
    var groups: [String] = []
    var columns: [String] = []
    if isGrouped {
      for _ in 0..<Int.random(in: 0...2, using: &generator) { groups.append(pick(Self.values)) }
      columns = groups.filter { _ in !generator.oneIn(4) }
      for _ in 0..<Int.random(in: 1...3, using: &generator) { columns.append(pick(Self.aggregates)) }
    } else {
      for _ in 0..<Int.random(in: 1...3, using: &generator) { columns.append(pick(Self.values)) }
    }
    let isDistinct = generator.oneIn(4)
    var having: QueryPredicate?
    if isGrouped, generator.oneIn(3) {
      columns.append("count() AS n")
      having = try QueryPredicate(format: pick(["n > 1", "n == 1 OR n > 3", "NOT (n < 2)"]))
    }
    if generator.oneIn(2) {
      let key =
        isGrouped || isDistinct
        ? pick(columns.map { $0.hasSuffix(" AS n") ? "n" : $0 }) : pick(["likes", "title", "author.name"])
      if key != "author" {
        request.sortKeys = [SortKey(key, ascending: generator.oneIn(2))]
      }
    }
    if generator.oneIn(3) { request.fetchLimit = Int.random(in: 1...6, using: &generator) }
    if generator.oneIn(4) { request.fetchOffset = Int.random(in: 1...3, using: &generator) }
    let text =
      "\(columns) by \(groups) distinct \(isDistinct) having \(having.map { "\($0)" } ?? "-") where "
      + "\(condition ?? "-") sorted \(request.sortKeys) limit \(request.fetchLimit) offset \(request.fetchOffset)"
    return Request(
      projection: try request.select(columns, groupedBy: groups, having: having, distinct: isDistinct),
      text: text)
  }
}
