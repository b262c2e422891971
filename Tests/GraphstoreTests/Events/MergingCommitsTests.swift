import Foundation
import Graphstore
import GraphstoreTestSupport
import Testing

@Suite("Contexts take in what others commit")
struct MergingCommitsTests {
  let container: PersistentContainer
  let context: ObjectContext
  let other: ObjectContext

  init() throws {
    container = try PersistentContainer(model: GraphModels.blog(), location: .inMemory)
    context = container.newContext()
    other = container.newContext()
    let authors = try ["ann", "ben"].map { try other.insert("Author", ["name": $0]) }
    for number in 0..<4 {
      let post = try other.insert("Post", ["title": "p\(number)"])
      try post.setRelatedObject(authors[number / 2], forKey: "author")
    }
    for name in ["x", "y"] { try other.insert("Tag", ["name": name]) }
    try other.save()
    context.automaticallyMergesChanges = true
  }

  private func find(_ context: ObjectContext, _ entity: String, _ label: String) throws -> ManagedObject {
    try #require(try context.find(entity, label))
  }

  @Test func objectsShowNewValuesAndUnsavedOnesStayOnTop() throws {
    let (ann, ben) = (try find(context, "Author", "ann"), try find(context, "Author", "ben"))
    try ben.setValue("mine", forKey: "name")
    try find(other, "Author", "ann").setValue("anna", forKey: "name")
    try find(other, "Author", "ben").setValue("bernard", forKey: "name")
    try other.save()
    #expect(ann.label == "ann", "nothing changes while somebody is reading")
    context.processPendingChanges()
    #expect(ann.label == "anna" && ben.label == "mine")
    #expect(ben.committedValues()["name"] == .string("bernard"))
    try context.save()
    #expect(try container.newContext().all("Author").map(\.label) == ["anna", "mine"])
  }

  // C09
  @Test func deletedObjectsAreDeletedHereAndTheirValuesReadable() throws {
    let posts = try context.all("Post")
    let ann = try find(context, "Author", "ann")
    #expect(try ann.labels("posts") == ["p0", "p1"])
    other.delete(try find(other, "Post", "p0"))
    try other.save()
    context.processPendingChanges()
    #expect(posts[0].isDeleted && posts[0].label == "p0" && !posts[1].isDeleted)
    #expect(try ann.labels("posts") == ["p1"] && context.all("Post").count == 3)
  }

  @Test func onlyTouchedListsAndObjectsAreReadAnew() throws {
    let authors = try context.all("Author")
    for author in authors { _ = try author.labels("posts") }
    let posts = try context.all("Post")
    _ = posts.map(\.label)
    try find(other, "Post", "p0").setValue("new", forKey: "title")
    try other.save()
    context.processPendingChanges()
    let untouched = try container.statementsRun {
      _ = try authors.map { try $0.relatedObjects(forKey: "posts").count }
      _ = posts.dropFirst().map(\.label)
    }
    #expect(untouched == 0)
    #expect(posts[0].label == "new")
    try find(other, "Post", "p1").setRelatedObject(find(other, "Author", "ben"), forKey: "author")
    let added = try other.insert("Post", ["title": "p4"])
    try added.setRelatedObject(find(other, "Author", "ann"), forKey: "author")
    try other.save()
    context.processPendingChanges()
    #expect(try authors.map { try $0.labels("posts") } == [["new", "p4"], ["p2", "p3", "p1"]])
  }

  @Test func pairsAreMergedIntoListsThatAreKnown() throws {
    let (post, tag) = (try find(context, "Post", "p0"), try find(context, "Tag", "x"))
    #expect(try post.labels("tags").isEmpty && tag.labels("posts").isEmpty)
    try post.add(find(context, "Tag", "y"), toRelationship: "tags")
    try find(other, "Post", "p0").add(find(other, "Tag", "x"), toRelationship: "tags")
    try other.save()
    context.processPendingChanges()
    #expect(try post.labels("tags") == ["x", "y"] && tag.labels("posts") == ["p0"])
    try context.save()
    #expect(try container.reading { try find($0, "Post", "p0").labels("tags") } == ["x", "y"])
  }

  @Test func unsavedMovesStayOnTopOfOthers() throws {
    let authors = try context.all("Author")
    for author in authors { _ = try author.labels("posts") }
    let post = try find(context, "Post", "p0")
    try post.setRelatedObject(nil, forKey: "author")
    try find(other, "Post", "p0").setRelatedObject(find(other, "Author", "ben"), forKey: "author")
    try other.save()
    context.processPendingChanges()
    #expect(try authors.map { try $0.labels("posts") } == [["p1"], ["p2", "p3"]])
    try context.save()
    #expect(try container.reading { try find($0, "Author", "ben").labels("posts") } == ["p2", "p3"])
  }

  @Test func ownSavesAreNotMergedIntoThemselves() throws {
    let ann = try find(context, "Author", "ann")
    try ann.setValue("anna", forKey: "name")
    try context.save()
    let read = container.statementsRun {
      context.processPendingChanges()
      #expect(ann.label == "anna")
    }
    #expect(read == 0)
  }

  @Test func batchesAreMergedToo() throws {
    let posts = try context.all("Post")
    var request = BatchUpdateRequest<ManagedObject>(entityName: "Post")
    request.set("title", to: "all")
    try container.execute(request)
    context.processPendingChanges()
    #expect(posts.allSatisfy { $0.label == "all" })
  }

  @Test func aChangeOfTheContainerCanBeMergedByHand() async throws {
    let third = container.newContext()
    let ann = try find(third, "Author", "ann")
    var changes = container.changes.makeAsyncIterator()
    try find(other, "Author", "ann").setValue("anna", forKey: "name")
    try other.save()
    let change = try #require(await changes.next())
    #expect(change.isComplete && change.changes.updated == [ann.id: ["name"]])
    try third.mergeChanges(from: change)
    #expect(ann.label == "anna")
  }

  @Test func commitsAreToldAsOneToWhoeverIsSlow() async throws {
    var changes = container.changes.makeAsyncIterator()
    let post = try other.insert("Post", ["title": "new"])
    try other.save()
    let gone = try other.insert("Post", ["title": "gone"])
    try other.save()
    try post.setValue("newer", forKey: "title")
    other.delete(gone)
    let ann = try find(other, "Author", "ann")
    try ann.setValue("anna", forKey: "name")
    try other.save()
    try post.add(find(other, "Tag", "x"), toRelationship: "tags")
    try ann.setValue(nil, forKey: "profile")
    try other.save()
    let change = try #require(await changes.next()).changes
    #expect(change.inserted == [post.id] && change.deleted == [gone.id])
    #expect(change.updated[ann.id] == ["name"])
    let tag = try find(other, "Tag", "x")
    #expect(change.updated[tag.id] == ["posts"])
  }

  @Test func changesAreFollowedInTheIsolationOfTheCaller() async throws {
    let reader = Reader(container)
    let ann = try find(other, "Author", "ann")
    #expect(try await reader.label(ann.id) == "ann")
    let following = Task { try await reader.follow() }
    while await !reader.isFollowing { await Task.yield() }
    try ann.setValue("anna", forKey: "name")
    try other.save()
    var label = ""
    for _ in 0..<10_000 where label != "anna" {
      label = try await reader.label(ann.id)
      try await Task.sleep(for: .milliseconds(1))
    }
    #expect(label == "anna")
    following.cancel()
    try await following.value
  }

  private actor Reader {
    private let context: ObjectContext
    private var held: [ManagedObject] = []
    private(set) var isFollowing = false

    init(_ container: PersistentContainer) { context = container.newContext() }

    func follow() async throws {
      isFollowing = true
      try await context.followChanges()
    }

    func label(_ id: ObjectID) throws -> String {
      let object = try context.object(with: id)
      held.append(object)
      return object.label
    }
  }
}
