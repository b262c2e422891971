import GraphstoreTestSupport
import Testing

@testable import Graphstore
@testable import ObjectGraph

@Suite("What asking a to-many costs")
struct ToManyCostTests {
  private let container: PersistentContainer
  private let context: ObjectContext

  init() throws {
    container = try PersistentContainer(model: AuthorsModel.model, location: .inMemory)
    let writer = container.newContext()
    var authors: [ManagedObject] = []
    for number in 0..<10 {
      let author = try writer.make("Author", "author \(number)")
      for index in 0..<(number % 4) {
        let post = try writer.make("Post", "post \(number).\(index)", ["author": author])
        try author.insert(post, toRelationship: "list", at: 0)
      }
      for friend in authors.suffix(3) { try author.add(friend, toRelationship: "friends") }
      authors.append(author)
    }
    try writer.save()
    context = container.newContext()
    _ = try context.first(FetchRequest<ManagedObject>(entityName: "Tag"))
  }

  private func author(_ number: Int) throws -> TypedAuthor {
    let request = try FetchRequest<TypedAuthor>(format: "name == %@", "author \(number)")
    return try #require(try context.first(request))
  }

  /// Whatever a collection can be asked, with what it is expected to answer of three posts.
  private static var questions: [(String, (ToMany<TypedPost>) -> Bool)] {
    [
      (
        "a loop",
        { posts in
          var names: [String?] = []
          for post in posts { names.append(post.name) }
          return names == ["post 3.0", "post 3.1", "post 3.2"]
        }
      ),
      ("Array", { Array($0).map(\.name) == ["post 3.0", "post 3.1", "post 3.2"] }),
      ("Set", { Set($0).count == 3 }),
      ("map", { $0.map(\.name) == ["post 3.0", "post 3.1", "post 3.2"] }),
      ("compactMap", { $0.compactMap(\.name).count == 3 }),
      ("filter", { $0.filter { $0.name?.hasSuffix("1") == true }.count == 1 }),
      ("sorted", { $0.sorted { ($0.name ?? "") > ($1.name ?? "") }.first?.name == "post 3.2" }),
      ("reversed", { Array($0.reversed()).map(\.name) == ["post 3.2", "post 3.1", "post 3.0"] }),
      ("reduce", { $0.reduce(0) { sum, _ in sum + 1 } == 3 }),
      (
        "append",
        {
          var all: [TypedPost] = []; all.append(contentsOf: $0)
          return all.count == 3
        }
      ),
      ("prefix", { $0.prefix(2).map(\.name) == ["post 3.0", "post 3.1"] }),
      ("dropFirst", { Array($0.dropFirst()).count == 2 }),
      (
        "enumerated",
        { posts in
          var sum = 0
          for (index, _) in posts.enumerated() { sum += index }
          return sum == 3
        }
      ),
      ("Array of enumerated", { Array($0.enumerated()).map(\.offset) == [0, 1, 2] }),
      ("lazy map", { Array($0.lazy.map(\.name)) == ["post 3.0", "post 3.1", "post 3.2"] }),
      ("lazy filter", { $0.lazy.filter { $0.name?.hasSuffix("2") == true }.first?.name == "post 3.2" }),
      ("index", { $0[2].name == "post 3.2" }),
      ("last", { $0.last?.name == "post 3.2" }),
      ("ids", { $0.ids.count == 3 }),
      ("count", { $0.count == 3 }),
      ("isEmpty", { !$0.isEmpty }),
      ("allSatisfy", { $0.allSatisfy { $0.name != nil } }),
      ("min", { $0.min { ($0.name ?? "") < ($1.name ?? "") }?.name == "post 3.0" }),
      ("flatMap", { [$0].flatMap { $0 }.count == 3 }),
    ]
  }

  @Test("one query at most", arguments: 0..<24)
  func oneQueryAtMost(_ index: Int) throws {
    #expect(Self.questions.count == 24)
    let (name, question) = Self.questions[index]
    let author = try author(3)
    var isRight = false
    let statements = container.statementsRun { isRight = question(author.posts) }
    #expect(isRight && statements == 1, "\(name): \(statements)")
    let again = container.statementsRun { isRight = question(author.posts) }
    #expect(isRight && again == 0, "\(name) again: \(again)")
  }

  @Test func theFirstMemberIsReadAlone() throws {
    let author = try author(3)
    #expect(author.posts.first?.name == "post 3.0")
    #expect(author.list.first?.name == "post 3.2")
    let read = context.registeredObjects.filter { $0.entityName == "Post" }
    #expect(read.count == 2)
    #expect(!author.posts.isEmpty && author.object.collections?.allSatisfy { $0.members == nil } == true)
    #expect(author.friends.first?.name == "author 0")
  }

  @Test func whatIsAskedIsAnsweredForNeighboursToo() throws {
    let authors = try context.fetch(FetchRequest<TypedAuthor>())
    var names: [String?] = []
    let firsts = container.statementsRun { names = authors.map { $0.list.first?.name } }
    #expect(names == (0..<10).map { $0 % 4 == 0 ? nil : "post \($0).\($0 % 4 - 1)" })
    #expect(firsts == 2)
    var empty = 0
    let tests = container.statementsRun { empty = authors.filter { $0.list.isEmpty }.count }
    #expect(empty == 3 && tests == 0)
    var counts: [Int] = []
    let counting = container.statementsRun { counts = authors.map(\.posts.count) }
    #expect(counting == 1)
    #expect(counts == (0..<10).map { $0 % 4 })
    let countingFriends = container.statementsRun { counts = authors.map(\.friends.count) }
    #expect(countingFriends == 1)
    #expect(counts == [3, 4, 5, 6, 6, 6, 6, 5, 4, 3])
    let firstFriends = authors.map { $0.friends.first?.name }
    #expect(firstFriends == [1, 0, 0, 0, 1, 2, 3, 4, 5, 6].map { "author \($0)" })
  }

  @Test func unsavedChangesCount() throws {
    let author = try author(3)
    let other = try self.author(1)
    #expect(author.posts.count == 3 && author.posts.first?.name == "post 3.0")
    let new = try context.make("Post", "new")
    author.posts.append(TypedPost(unchecked: new))
    #expect(author.posts.count == 4 && author.posts.first?.name == "post 3.0")
    other.posts.append(try #require(author.posts.first))
    #expect(author.posts.first?.name == "post 3.1" && other.posts.first?.name == "post 1.0")
    for post in Array(author.posts) { context.delete(post) }
    #expect(author.posts.isEmpty && author.posts.first == nil && author.posts.count == 0)
    try context.save()
    #expect(author.posts.isEmpty && other.posts.count == 2)
    let list = try self.author(2).list
    #expect(list.first?.name == "post 2.1")
    list.move(from: 1, to: 0)
    #expect(list.first?.name == "post 2.0")
    context.rollback()
    #expect(list.first?.name == "post 2.1")
  }

  @Test func whatWasAskedIsForgottenWhenTheStoreDeletes() throws {
    let authors = try context.fetch(FetchRequest<TypedAuthor>())
    #expect(authors[1].list.count == 1 && authors[1].list.first != nil)
    let posts = try context.fetch(FetchRequest<TypedPost>(format: "name == 'post 1.0'"))
    #expect(posts.count == 1)
    context.delete(authors[1])
    #expect(posts[0].isDeleted)
    try context.save()
    #expect(try self.author(2).list.count == 2)
  }

  @Test func aCountIsForgottenWhenARuleOfTheStoreDeletesMembers() throws {
    let lister = try context.make("Author", "lister")
    let posts = try context.fetch(FetchRequest<TypedPost>(format: "name BEGINSWITH 'post 3'"))
    for post in posts { try post.object.setRelatedObject(lister, forKey: "lister") }
    try context.save()
    let fresh = container.newContext()
    let list = TypedAuthor(unchecked: try fresh.named("lister", "Author")).list
    #expect(list.count == 3 && list.first?.name == "post 3.0")
    fresh.delete(try fresh.named("author 3", "Author"))
    #expect(list.count == 0)
    try fresh.save()
    #expect(list.count == 0 && list.isEmpty && list.first == nil)
  }
}
