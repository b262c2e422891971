import Foundation
import Graphstore
import GraphstoreTestSupport
import Testing

@Suite("Merge policies keep both sides of relationships")
struct RelationshipMergeTests {
  let container: PersistentContainer
  let context: ObjectContext
  let other: ObjectContext

  init() throws {
    container = try PersistentContainer(model: GraphModels.blog(), location: .inMemory)
    context = container.newContext()
    other = container.newContext()
    let authors = try ["ann", "ben", "cid"].map { try context.insert("Author", ["name": $0]) }
    for number in 0..<3 {
      let post = try context.insert("Post", ["title": "p\(number)"])
      try post.setRelatedObject(authors[0], forKey: "author")
    }
    for name in ["x", "y", "z"] { try context.insert("Tag", ["name": name]) }
    try context.save()
  }

  private func find(_ context: ObjectContext, _ entity: String, _ label: String) throws -> ManagedObject {
    try #require(try context.find(entity, label))
  }

  private func stored(_ author: String) throws -> [String] {
    try container.reading { try find($0, "Author", author).labels("posts") }
  }

  /// They move p0 to ben; the context moves it to cid.
  private func move() throws -> ManagedObject {
    let post = try find(context, "Post", "p0")
    for author in try context.all("Author") { _ = try author.relatedObjects(forKey: "posts") }
    try post.setRelatedObject(find(context, "Author", "cid"), forKey: "author")
    try find(other, "Post", "p0").setRelatedObject(find(other, "Author", "ben"), forKey: "author")
    try other.save()
    return post
  }

  private func lists() throws -> [[String]] { try context.all("Author").map { try $0.labels("posts") } }

  @Test func aToOneThatBothMoved() throws {
    context.mergePolicy = .objectWins
    let post = try move()
    try context.save()
    #expect(try stored("ann") == ["p1", "p2"] && stored("ben").isEmpty && stored("cid") == ["p0"])
    #expect(try lists() == [["p1", "p2"], [], ["p0"]])
    #expect(try post.relatedObject(forKey: "author")?.label == "cid")
  }

  @Test func aToOneThatTheStoreKeeps() throws {
    context.mergePolicy = .storeWins
    let post = try move()
    try context.save()
    #expect(try stored("ben") == ["p0"] && stored("cid").isEmpty)
    #expect(try lists() == [["p1", "p2"], ["p0"], []])
    #expect(try post.relatedObject(forKey: "author")?.label == "ben")
  }

  @Test func aToOneWhoseSaveFailsLeadsWhereItDid() throws {
    context.mergePolicy = .custom { _ in .properties(["title": .value(.null)]) }
    let post = try move()
    expect(.validation) { try context.save() }
    #expect(try lists() == [["p1", "p2"], [], ["p0"]] && post.changedValues.keys.contains("author"))
    context.mergePolicy = .storeWins
    try context.save()
    #expect(try lists() == [["p1", "p2"], ["p0"], []])
  }

  @Test func aListThatBothPutInOrder() throws {
    context.mergePolicy = .objectWins
    let ann = try find(context, "Author", "ann")
    _ = try ann.relatedObjects(forKey: "posts")
    try find(other, "Author", "ann").moveRelated(from: 0, to: 2, inRelationship: "posts")
    try other.save()
    try ann.moveRelated(from: 2, to: 0, inRelationship: "posts")
    try context.save()
    let merged = try stored("ann")
    #expect(merged == ["p2", "p1", "p0"])
    context.refreshAllObjects()
    #expect(try ann.labels("posts") == merged)
  }

  @Test func pairsAreMergedOneByOne() throws {
    context.mergePolicy = .storeWins
    let (mine, theirs) = (try find(context, "Post", "p0"), try find(other, "Post", "p0"))
    try theirs.add(find(other, "Tag", "x"), toRelationship: "tags")
    try theirs.setValue("theirs", forKey: "title")
    try mine.add(find(context, "Tag", "y"), toRelationship: "tags")
    try mine.setValue("mine", forKey: "title")
    try other.save()
    try context.save()
    let labels = try container.reading { try Set(find($0, "Post", "theirs").labels("tags")) }
    #expect(labels == ["x", "y"])
    #expect(try Set(mine.labels("tags")) == ["x", "y"])
  }

  @Test func rollingBackGivesUpPairsToo() throws {
    context.mergePolicy = .rollback
    let (mine, theirs) = (try find(context, "Post", "p0"), try find(other, "Post", "p0"))
    try theirs.setValue("theirs", forKey: "title")
    try other.save()
    try mine.add(find(context, "Tag", "y"), toRelationship: "tags")
    try mine.setValue("mine", forKey: "title")
    try context.save()
    #expect(try mine.labels("tags").isEmpty && find(context, "Tag", "y").labels("posts").isEmpty)
    #expect(try container.reading { try find($0, "Tag", "y").labels("posts") }.isEmpty)
  }

  @Test func aToOneToOneIsHeldByOneOnly() throws {
    for policy in [MergePolicy.objectWins, .storeWins] {
      let container = try PersistentContainer(model: GraphModels.blog(), location: .inMemory)
      let (context, other) = (container.newContext(), container.newContext())
      for name in ["ann", "ben"] { try context.insert("Author", ["name": name]) }
      let profile = try context.insert("Profile", ["text": "p"])
      try context.save()
      context.mergePolicy = policy
      try find(other, "Author", "ann").setRelatedObject(find(other, "Profile", "p"), forKey: "profile")
      try other.save()
      try find(context, "Author", "ben").setRelatedObject(profile, forKey: "profile")
      try context.save()
      let owners = try container.reading { context in
        let held = try context.all("Author").filter { try $0.relatedObject(forKey: "profile") != nil }.map(
          \.label)
        return held + [try find(context, "Profile", "p").relatedObject(forKey: "author")?.label ?? "nobody"]
      }
      if case .objectWins = policy {
        #expect(owners == ["ben", "ben"])
      } else {
        #expect(owners == ["ann", "ann"])
      }
    }
  }

  @Test func aDeletionThatIsTakenBackTakesBackWhatItTookAlong() throws {
    context.mergePolicy = .storeWins
    let ann = try find(context, "Author", "ann")
    let posts = try ann.relatedObjects(forKey: "posts")
    try find(other, "Author", "ann").setValue("anna", forKey: "name")
    try other.save()
    context.delete(ann)
    try context.delete(find(context, "Author", "ben"))
    try context.save()
    #expect(!ann.isDeleted && posts.allSatisfy { !$0.isDeleted } && ann.label == "anna")
    #expect(try stored("anna") == ["p0", "p1", "p2"] && ann.labels("posts") == ["p0", "p1", "p2"])
    #expect(try container.newContext().all("Author").map(\.label) == ["anna", "cid"])
  }

  @Test func aDeletionElsewhereTakesAlongWhatRulesAskFor() throws {
    context.mergePolicy = .storeWins
    let ann = try find(context, "Author", "ann")
    other.delete(try find(other, "Author", "ann"))
    try other.save()
    try ann.setValue("anna", forKey: "name")
    let post = try context.insert("Post", ["title": "new"])
    try post.setRelatedObject(ann, forKey: "author")
    try context.save()
    #expect(ann.isDeleted && post.isDeleted)
    #expect(try container.newContext().all("Post").isEmpty)
  }

  @Test func anObjectThatIsThereAgainKeepsItsPairs() throws {
    context.mergePolicy = .objectWins
    let (mine, tags) = (try find(context, "Post", "p0"), try context.all("Tag"))
    for tag in tags { try mine.add(tag, toRelationship: "tags") }
    try context.save()
    _ = try mine.relatedObjects(forKey: "tags")
    other.delete(try find(other, "Post", "p0"))
    try other.save()
    try mine.setValue("mine", forKey: "title")
    try context.save()
    #expect(try container.reading { try find($0, "Post", "mine").labels("tags") } == ["x", "y", "z"])
    #expect(try container.reading { try find($0, "Author", "ann").labels("posts") } == ["mine", "p1", "p2"])
    #expect(try find(context, "Author", "ann").labels("posts") == ["mine", "p1", "p2"])
  }
}
