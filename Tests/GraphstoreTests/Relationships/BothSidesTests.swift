import Graphstore
import GraphstoreTestSupport
import Testing

@Suite("Both sides of a relationship follow whichever is set")
struct BothSidesTests {
  private let container: PersistentContainer
  private let context: ObjectContext

  init() throws {
    container = try PersistentContainer(model: try Models.authors(), location: .inMemory)
    context = container.newContext()
  }

  @Test("setting a to-one moves a member from one owner's members to the other's, before any save")
  func aToOneMovesTheMember() throws {
    let (anna, bert) = (try context.make("Author", "Anna"), try context.make("Author", "Bert"))
    let post = try context.make("Post", "one", ["author": anna])
    #expect(try anna.names("posts") == ["one"])
    try post.setRelatedObject(bert, forKey: "author")
    #expect(try anna.names("posts") == [])
    #expect(try bert.names("posts") == ["one"])
    try post.setRelatedObject(nil, forKey: "author")
    #expect(try bert.names("posts") == [])
  }

  @Test("moving works for stored objects that nobody has read", arguments: [false, true])
  func faultsAreMoved(fromTheOwner: Bool) throws {
    let (anna, bert) = (try context.make("Author", "Anna"), try context.make("Author", "Bert"))
    try context.make("Post", "one", ["author": anna])
    try context.make("Post", "two", ["author": anna])
    try context.save()
    context.reset()
    let (author, other) = (try context.object(with: anna.id), try context.object(with: bert.id))
    let post = try context.named("one", "Post")
    if fromTheOwner {
      try other.add(post, toRelationship: "posts")
    } else {
      try post.setRelatedObject(other, forKey: "author")
    }
    #expect(try author.names("posts") == ["two"])
    #expect(try other.names("posts") == ["one"])
    #expect(try post.nameOf("author") == "Bert")
    try context.save()
    let reader = container.newContext()
    #expect(try reader.named("Anna", "Author").names("posts") == ["two"])
    #expect(try reader.named("Bert", "Author").names("posts") == ["one"])
  }

  @Test("a one-to-one lets go of whom it led to, at both ends")
  func oneToOneIsExclusive() throws {
    let (anna, bert) = (try context.make("Author", "Anna"), try context.make("Author", "Bert"))
    let (first, second) = (try context.make("Profile", "first"), try context.make("Profile", "second"))
    try anna.setRelatedObject(first, forKey: "profile")
    try bert.setRelatedObject(second, forKey: "profile")
    try context.save()
    try second.setRelatedObject(anna, forKey: "author")
    #expect(try anna.nameOf("profile") == "second")
    #expect(try bert.relatedObject(forKey: "profile") == nil)
    #expect(try first.relatedObject(forKey: "author") == nil)
    try context.save()
    let reader = container.newContext()
    #expect(try reader.named("Bert", "Author").relatedObject(forKey: "profile") == nil)
    #expect(try reader.named("first", "Profile").relatedObject(forKey: "author") == nil)
    #expect(try reader.named("second", "Profile").nameOf("author") == "Anna")
  }

  @Test("a relationship that is its own inverse is symmetric, and leads to the object itself once")
  func selfInverseIsSymmetric() throws {
    let (anna, bert) = (try context.make("Author", "Anna"), try context.make("Author", "Bert"))
    try anna.add(bert, toRelationship: "friends")
    try anna.add(anna, toRelationship: "friends")
    #expect(try bert.names("friends") == ["Anna"])
    #expect(try anna.names("friends") == ["Anna", "Bert"])
    try context.save()
    let reader = container.newContext()
    let found = try reader.named("Bert", "Author")
    #expect(try found.names("friends") == ["Anna"])
    try found.remove(reader.named("Anna", "Author"), fromRelationship: "friends")
    #expect(try reader.named("Anna", "Author").names("friends") == ["Anna"])
    try reader.save()
    #expect(try container.reading { try $0.named("Bert", "Author").names("friends") } == [])
  }

  @Test("a relationship without an inverse is empty once its object is gone")
  func oneWayIsEmptied() throws {
    let (one, two) = (try context.make("Post", "one"), try context.make("Post", "two"))
    try one.setRelatedObject(two, forKey: "sequel")
    try context.save()
    context.delete(two)
    #expect(try one.relatedObject(forKey: "sequel") == nil)
    try context.save()
    #expect(try container.reading { try $0.named("one", "Post").relatedObject(forKey: "sequel") } == nil)
  }

  @Test("an object that was inserted, related and deleted before a save leaves no trace")
  func annihilationLeavesNoTrace() throws {
    let anna = try context.make("Author", "Anna")
    try context.save()
    let post = try context.make("Post", "one", ["author": anna, "lister": anna])
    let tag = try context.make("Tag", "new")
    try post.add(tag, toRelationship: "tags")
    context.delete(tag)
    context.delete(post)
    #expect(try anna.names("posts") == [])
    #expect(try anna.names("list") == [])
    #expect(context.insertedObjects.isEmpty)
    #expect(context.updatedObjects.isEmpty)
    #expect(context.deletedObjects.isEmpty)
    try context.save()
    let reader = container.newContext()
    #expect(try reader.all("Post").isEmpty)
    #expect(try reader.all("Tag").isEmpty)
  }

  @Test("an object of another entity, another context, or deleted, is refused and nothing changes")
  func wrongObjectsAreRefused() throws {
    let anna = try context.make("Author", "Anna")
    let post = try context.make("Post", "one", ["author": anna])
    let gone = try context.make("Author", "gone")
    context.delete(gone)
    let stranger = try container.newContext().make("Author", "stranger")
    expect(.wrongEntity) { try post.setRelatedObject(post, forKey: "author") }
    expect(.missingObject) { try post.setRelatedObject(gone, forKey: "author") }
    expect(.foreignObject) { try post.setRelatedObject(stranger, forKey: "author") }
    expect(.wrongEntity) { try anna.setRelatedObjects([post, anna], forKey: "posts") }
    expect(.unknownProperty) { _ = try post.relatedObject(forKey: "authors") }
    #expect(try anna.names("posts") == ["one"])
    #expect(try post.nameOf("author") == "Anna")
  }
}
