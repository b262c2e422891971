import GraphModel
import GraphQuery
import GraphstoreTestSupport
import ObjectGraph
import Testing

@testable import Graphstore

@Suite("Live results are what a fetch gives after each commit, and differences lead from one to the next")
struct LiveDifferentialTests {
  /// A request as text: an entity, a predicate, an order, a window and a section.
  struct Wanted {
    var entity: String
    var format = "TRUEPREDICATE"
    var sort = ""
    var limit = 0
    var offset = 0
    var section: String?
    var value = "name"
  }

  static let authors = [
    Wanted(entity: "Author"), Wanted(entity: "Author", sort: "name desc", limit: 3),
    Wanted(entity: "Author", format: "name != nil", sort: "name[cd]", limit: 2, offset: 1),
    Wanted(entity: "Author", format: "ANY posts.name > 'm'", sort: "name"),
    Wanted(entity: "Author", format: "friends.@count > 0", sort: "posts.@count desc", limit: 4),
    Wanted(entity: "Post", sort: "author.name, name"),
    Wanted(entity: "Post", format: "name > 'c'", sort: "author.name", limit: 3),
    Wanted(entity: "Post", format: "author != nil", sort: "name", section: "author.name"),
    Wanted(entity: "Post", format: "NONE comments.name > 'h'", section: "name"),
    Wanted(entity: "Post", format: "tags.@count > 0", sort: "name desc", limit: 5),
    Wanted(entity: "Comment", format: "post.author.name != nil", sort: "post.name"),
  ]

  static let library = [
    Wanted(entity: "Book", sort: "title", value: "title"),
    Wanted(entity: "Book", sort: "pages desc", limit: 3, value: "pages"),
    Wanted(entity: "Book", format: "pages > 10", sort: "title", section: "state", value: "title"),
    Wanted(entity: "Book", sort: "title", section: "shelf.name", value: "title"),
    Wanted(entity: "Book", format: "ANY tags.name > 'a'", sort: "folded", limit: 2, value: "folded"),
    Wanted(entity: "Comic", sort: "title desc", value: "title"),
    Wanted(entity: "Shelf", sort: "bookCount desc", limit: 2, value: "bookCount"),
    Wanted(entity: "Shelf", format: "pageSum > 5", value: "pageSum"),
  ]

  static let people = [
    Wanted(entity: "Party", sort: "name"), Wanted(entity: "Party", sort: "code desc", limit: 2),
    Wanted(entity: "Person", format: "age != nil", sort: "age", section: "age"),
    Wanted(entity: "Person", sort: "employer.name", limit: 3),
    Wanted(entity: "Company", format: "staff.@count > 0", sort: "name"),
    Wanted(entity: "Party", format: "house.name != nil", sort: "name", section: "house.name"),
  ]

  @Test func ofRandomWrites() throws {
    var random = SeededGenerator(for: "LiveDifferentialTests")
    try run(try Models.authors(), Self.authors, using: &random)
    try run(try LibraryStore.model(), Self.library, using: &random)
    try run(try Models.people(), Self.people, using: &random)
  }

  private func run(
    _ model: EntityModel, _ requests: [Wanted], using random: inout SeededGenerator
  ) throws {
    for _ in 0..<3 {
      let fixture = try StoreFixture(model)
      let container = try fixture.open()
      let followers = try requests.map { try follower($0, container) }
      let writes = RandomWrites(container)
      for step in 0..<40 {
        let done = try writes.step(using: &random)
        // A slow reader misses states.
        if random.oneIn(3) { container.liveWorker.settle() }
        if random.oneIn(3) { continue }
        container.liveWorker.settle()
        for (follower, wanted) in zip(followers, requests) {
          try follower.check(container, "\(wanted), step \(step), \(done), seed \(random.seed)")
        }
      }
      #expect(followers.contains { $0.snapshots > 3 })
      for follower in followers { follower.end() }
      container.liveWorker.settle()
      #expect(container.liveWorker.entryCount == 0)
      container.close()
      withExtendedLifetime(fixture) {}
    }
  }

  private func follower(_ wanted: Wanted, _ container: PersistentContainer) throws -> LiveFollower {
    var request = FetchRequest<ManagedObject>(
      entityName: wanted.entity, where: try QueryPredicate(format: wanted.format),
      sortKeys: wanted.sort.isEmpty ? [] : try SortKey.parse(wanted.sort))
    request.fetchLimit = wanted.limit
    request.fetchOffset = wanted.offset
    return try LiveFollower(request, section: wanted.section, value: wanted.value, container)
  }
}
