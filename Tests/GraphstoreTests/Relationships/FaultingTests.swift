import Graphstore
import GraphstoreTestSupport
import Testing

@Suite("Relationships that nobody has read")
struct FaultingTests {
  private let container: PersistentContainer

  init() throws {
    container = try PersistentContainer(model: try Models.authors(), location: .inMemory)
    let context = container.newContext()
    for author in 0..<20 {
      let author = try context.make("Author", "author \(author)")
      for post in 0..<3 {
        let post = try context.make("Post", "post \(post)", ["author": author])
        try context.make("Comment", "comment", ["post": post])
        try post.add(try context.make("Tag", "tag"), toRelationship: "tags")
      }
    }
    try context.save()
  }

  private func walk(_ authors: [ManagedObject]) throws -> Int {
    var count = 0
    for author in authors {
      for post in try author.relatedObjects(forKey: "posts") {
        for comment in try post.relatedObjects(forKey: "comments") where comment.name == "comment" {
          count += 1
        }
        #expect(post.name?.isEmpty == false)
      }
    }
    return count
  }

  @Test("walking a graph costs a query a level, not one an object")
  func aWalkCostsAQueryALevel() throws {
    let context = container.newContext()
    _ = try context.first(FetchRequest<ManagedObject>(entityName: "Tag"))
    var count = 0
    let statements = try container.statementsRun { count = try walk(context.all("Author")) }
    #expect(count == 60)
    // Three levels; the end of an idle reader's snapshot may be one more.
    #expect(statements <= 4)
  }

  @Test("a walk up, over to-ones, costs a query a level too")
  func aWalkUpCostsAQueryALevel() throws {
    let context = container.newContext()
    _ = try context.first(FetchRequest<ManagedObject>(entityName: "Tag"))
    let statements = try container.statementsRun {
      for comment in try context.all("Comment") {
        let post = try #require(try comment.relatedObject(forKey: "post"))
        let author = try #require(try post.relatedObject(forKey: "author"))
        #expect(author.name?.hasPrefix("author") == true)
      }
    }
    #expect(statements <= 4)
  }

  @Test("prefetching reads the paths with the fetch, and the walk then asks nothing")
  func prefetchingReadsPaths() throws {
    let context = container.newContext()
    _ = try context.first(FetchRequest<ManagedObject>(entityName: "Tag"))
    var request = FetchRequest<ManagedObject>(entityName: "Author")
    request.relationshipKeyPathsForPrefetching = ["posts.comments"]
    var authors: [ManagedObject] = []
    let fetching = try container.statementsRun { authors = try context.fetch(request) }
    #expect(fetching <= 4)
    var count = 0
    let walking = try container.statementsRun { count = try walk(authors) }
    #expect(count == 60)
    #expect(walking == 0)
  }

  @Test("several to-manys of an object do not multiply each other's rows")
  func severalToManysDoNotMultiply() throws {
    let context = container.newContext()
    var request = FetchRequest<ManagedObject>(entityName: "Post")
    request.relationshipKeyPathsForPrefetching = ["comments", "tags", "author"]
    let posts = try context.fetch(request)
    #expect(posts.count == 60)
    for post in posts {
      #expect(try post.relatedObjects(forKey: "comments").count == 1)
      #expect(try post.relatedObjects(forKey: "tags").count == 1)
    }
  }

  @Test("a prefetched path that the model does not have is an error that names it")
  func unknownPathsAreErrors() throws {
    var request = FetchRequest<ManagedObject>(entityName: "Post")
    request.relationshipKeyPathsForPrefetching = ["coments"]
    let error = #expect(throws: (any Error).self) { _ = try container.newContext().fetch(request) }
    #expect("\(error.map { "\($0)" } ?? "")".contains("coments"))
  }

  @Test("a reference whose row another context has deleted reads as missing, and nothing crashes")
  func missingTargetsDoNotCrash() throws {
    let context = container.newContext()
    let author = try context.named("author 0", "Author")
    let posts = try author.relatedObjects(forKey: "posts")
    let comment = try #require(try posts[0].relatedObjects(forKey: "comments").first)
    context.refreshAllObjects()
    let other = container.newContext()
    other.delete(try other.object(with: author.id))
    try other.save()
    #expect(posts[0].name == nil)
    expect(.objectMissing) { try posts[0].fulfill() }
    #expect((try? comment.relatedObject(forKey: "post")) == nil)
    #expect((try? author.relatedObjects(forKey: "posts"))?.isEmpty != false)
    context.rollback()
    #expect(try context.all("Post").count == 57)
  }

  @Test("members read together are the very objects that are registered")
  func membersAreUnique() throws {
    let context = container.newContext()
    let post = try #require(try context.all("Post").first)
    let author = try #require(try post.relatedObject(forKey: "author"))
    #expect(try author.relatedObjects(forKey: "posts").first === post)
    #expect(try post.relatedObject(forKey: "author") === author)
  }
}
