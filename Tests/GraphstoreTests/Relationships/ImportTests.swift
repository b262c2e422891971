import Graphstore
import Testing

/// Records become a graph: found by unique keys, inserted where there is none, related as they are nested.
@Suite("Imports of graphs")
struct ImportTests {
  private func post(_ title: String, tags: [String] = []) -> GraphRecord {
    GraphRecord(
      entityName: "Post", values: ["title": .string(title)],
      toMany: ["tags": tags.map { GraphRecord(entityName: "Tag", values: ["name": .string($0)]) }])
  }

  private func author(_ name: String, _ posts: [GraphRecord]) -> GraphRecord {
    GraphRecord(entityName: "Author", values: ["name": .string(name)], toMany: ["posts": posts])
  }

  @Test func nestedRecordsBecomeAGraph() throws {
    let store = try StoreFixture(try GraphModels.blog())
    let container = try store.open()
    let context = container.newContext()
    let authors = try context.importRecords([
      author("Ann", [post("b", tags: ["x", "y"]), post("a", tags: ["x"])]), author("Ben", []),
    ])
    try context.save()
    #expect(try authors[0].labels("posts") == ["b", "a"])
    let fresh = container.newContext()
    #expect(try fresh.all("Tag").map(\.label) == ["x", "y"])
    #expect(try #require(try fresh.find("Tag", "x")).labels("posts") == ["b", "a"])
    #expect(try fresh.all("Author").count == 2)
  }

  @Test func whatIsThereIsFoundPendingOrStored() throws {
    let store = try StoreFixture(try GraphModels.blog())
    let container = try store.open()
    let context = container.newContext()
    try context.importRecords([author("Ann", [post("one", tags: ["x"])])])
    try context.save()
    let pending = try context.insert("Tag", ["name": "y"])
    let again = try context.importRecords([author("Ann", [post("two", tags: ["x", "y"])])])
    try context.save()
    #expect(try again[0].labels("posts") == ["one", "two"])
    #expect(try pending.labels("posts") == ["two"])
    #expect(try context.all("Author").count == 1)
    #expect(try context.all("Tag").count == 2)
    try context.importRecords(
      [author("Ann", [post("three")])], options: ImportOptions(members: .replace))
    try context.save()
    #expect(try again[0].labels("posts") == ["three"])
  }

  @Test func mistakesAreNamedWithTheirPlaceAndNothingChanges() throws {
    let store = try StoreFixture(try GraphModels.blog())
    let context = try store.open().newContext()
    var bad = post("one")
    bad.values["titel"] = .string("x")
    let unknown = expect(.unknownProperty) { try context.importRecords([author("Ann", [bad])]) }
    #expect(unknown?.message.contains("[0].posts[0]") == true)
    #expect(unknown?.message.contains("did you mean \"title\"?") == true)
    bad = post("one")
    bad.values["title"] = .int(3)
    expect(.invalidValue) { try context.importRecords([author("Ann", [bad])]) }
    expect(.wrongEntity) { try context.importRecords([author("Ann", [author("Ben", [])])]) }
    #expect(!context.hasChanges)
  }

  @Test func findOrInsertTellsWhichItWas() throws {
    let store = try StoreFixture(try GraphModels.blog())
    let context = try store.open().newContext()
    let first = try context.findOrInsert(entity: "Tag", ["name": "x"])
    let second = try context.findOrInsert(entity: "Tag", ["name": "x"])
    #expect(first.isNew && !second.isNew && first.object === second.object)
    expect(.invalidValue) { _ = try context.findOrInsert(entity: "Post", ["title": "x"]) }
  }

  @Test func batchesAreSavedOneByOne() throws {
    let store = try StoreFixture(try GraphModels.blog())
    let container = try store.open()
    var steps: [Int] = []
    let records = (0..<25).lazy.map { author("author \($0)", [post("post \($0)", tags: ["x"])]) }
    let count = try container.importRecords(records, batchSize: 10) { steps.append($0) }
    #expect(count == 25)
    #expect(steps == [10, 20, 25])
    #expect(try container.newContext().all("Tag").count == 1)
    try container.importRecords(records, batchSize: 7)
    #expect(try container.newContext().all("Author").count == 25)
  }

  @Test func deepNestingIsNoRecursion() throws {
    let store = try StoreFixture(try GraphModels.blog())
    let context = try store.open().newContext()
    var record = author("author 0", [])
    for depth in 1...5_000 {
      var next = author("author \(depth)", [])
      next.toMany["follows"] = [record]
      record = next
    }
    try context.importRecords([record])
    #expect(context.insertedObjects.count == 5_001)
    try context.save()
    withExtendedLifetime(record) {}
  }
}
