import Graphstore
import GraphstoreTestSupport
import Testing

@Suite("Every way to fetch works in a child context")
struct ChildFetchTests {
  private let container: PersistentContainer
  private let parent: ObjectContext
  private let child: ObjectContext

  /// Authors 0 to 9 are stored; 3 is renamed, 5 is deleted, and 10 to 12 are unsaved.
  init() throws {
    container = try PersistentContainer(model: Models.authors(), location: .inMemory)
    parent = container.newContext()
    for number in 0..<10 { try parent.make("Author", "\(number)") }
    try parent.save()
    try parent.named("3", "Author").setValue("x", forKey: "name")
    try parent.delete(parent.named("5", "Author"))
    for number in 10..<13 { try parent.make("Author", "\(number)") }
    child = parent.newChild()
    try child.named("1", "Author").setValue("y", forKey: "name")
    try child.make("Author", "99")
    try child.delete(child.named("11", "Author"))
  }

  private let expected = ["0", "10", "12", "2", "4", "6", "7", "8", "9", "99", "x", "y"]

  private var request: FetchRequest<ManagedObject> {
    FetchRequest(entityName: "Author", sortKeys: [SortKey("name")])
  }

  @Test func sortedWindows() throws {
    #expect(try child.fetch(request).compactMap(\.name) == expected)
    for offset in 0..<expected.count {
      var window = request
      (window.fetchOffset, window.fetchLimit) = (offset, 3)
      #expect(try child.fetch(window).compactMap(\.name) == Array(expected.dropFirst(offset).prefix(3)))
      #expect(try child.count(window) == min(3, expected.count - offset))
    }
  }

  @Test func batchesAndLazyResultsWhileTheParentHasUnsavedObjects() throws {
    var batched = request
    batched.fetchBatchSize = 2
    #expect(try child.fetch(batched).compactMap(\.name) == expected)
    #expect(try child.fetchLazily(batched).compactMap(\.name) == expected)
    #expect(try child.newChild().fetch(batched).compactMap(\.name) == expected)
  }

  @Test func streamsAndLoops() async throws {
    var names: [String?] = []
    for try await author in child.stream(request) { names.append(author.name) }
    #expect(names == expected)
    names = []
    try child.forEach(request) { names.append($0.name) }
    #expect(names == expected)
    names = []
    try child.newChild().forEach(request) { names.append($0.name) }
    #expect(names == expected)
  }

  @Test func pagesSectionsAndProjections() throws {
    var page = request
    page.fetchLimit = 5
    let first = try child.fetchPage(page)
    page.startCursor = first.next
    let second = try child.fetchPage(page)
    #expect((first.objects + second.objects).compactMap(\.name) == Array(expected.prefix(10)))
    let grandchild = child.newChild()
    let rows = try grandchild.fetch(try request.select(["name"])).map {
      try $0.value(forKey: "name", as: String.self)
    }
    #expect(rows == expected)
  }

  @Test func conditionsThroughRelationships() throws {
    let post = try parent.make("Post", "post")
    try post.setRelatedObject(parent.named("12", "Author"), forKey: "author")
    let byPost = try FetchRequest<ManagedObject>(entityName: "Author", format: "ANY posts.name == 'post'")
    #expect(try child.fetch(byPost).map(\.name) == ["12"])
    let byAuthor = try FetchRequest<ManagedObject>(entityName: "Post", format: "author.name == '12'")
    #expect(try child.fetch(byAuthor).map(\.name) == ["post"])
    #expect(try child.count(byAuthor) == 1)
  }

  @Test func batchRequestsAreAboutWhatIsStored() throws {
    let two = try child.named("2", "Author")
    let inParent = try parent.named("2", "Author")
    let request = try FetchRequest<ManagedObject>(entityName: "Author", format: "name == '2'")
    #expect(try child.count(request) == 1)
    var batch = BatchUpdateRequest<ManagedObject>(entityName: "Author", where: request.predicate)
    batch.set("name", to: "two")
    #expect(try child.execute(batch).count == 1)
    #expect(inParent.name == "two")
    #expect(two.name == "two")
    try two.setValue("again", forKey: "name")
    try child.save()
    try parent.save()
    #expect(try container.reading { try $0.named("again", "Author").id } == two.id)
  }

  @Test func boundSQLReadsTheStoreAndGivesTheChildsObjects() throws {
    let found = try child.fetch(
      entity: "Author", sql: "SELECT _id FROM \(entity: "Author") WHERE name = \("3")")
    #expect(found.map(\.name) == ["x"])
    #expect(found.allSatisfy { $0.context === child })
  }
}
