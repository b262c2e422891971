import Foundation
import Graphstore
import GraphstoreTestSupport
import SQLiteAccess
import Testing

@Suite("Ordered relationships")
struct OrderingTests {
  private let fixture: StoreFixture
  private let container: PersistentContainer
  private let context: ObjectContext

  init() throws {
    fixture = try StoreFixture(try Models.authors())
    container = try fixture.open()
    context = container.newContext()
  }

  private func list(_ names: String...) throws -> ManagedObject {
    let author = try context.make("Author", "Anna")
    for name in names { try author.add(try context.make("Post", name), toRelationship: "list") }
    return author
  }

  private func storedNames() throws -> [String] {
    try container.reading { try $0.named("Anna", "Author").names("list") }
  }

  @Test("the order outlasts a save and opening again, and is not that of insertion")
  func theOrderSurvives() throws {
    let author = try context.make("Author", "Anna")
    let posts = try ["a", "b", "c"].map { try context.make("Post", $0) }
    try author.setRelatedObjects([posts[2], posts[0], posts[1]], forKey: "list")
    #expect(try author.names("list") == ["c", "a", "b"])
    try context.save()
    container.close()
    let reopened = try fixture.open()
    #expect(try reopened.reading { try $0.named("Anna", "Author").names("list") } == ["c", "a", "b"])
    // Only the owner has an order: its members by themselves come as they were inserted.
    #expect(try reopened.newContext().names("Post") == ["a", "b", "c"])
  }

  @Test("inserting, moving and removing are seen at once and stored")
  func changesAreKept() throws {
    let author = try list("a", "b", "c", "d")
    try context.save()
    let new = try context.make("Post", "new")
    try author.insert(new, toRelationship: "list", at: 1)
    #expect(try author.names("list") == ["a", "new", "b", "c", "d"])
    try author.moveRelated(from: 4, to: 0, inRelationship: "list")
    try author.moveRelated(from: 1, to: 3, inRelationship: "list")
    #expect(try author.names("list") == ["d", "new", "b", "a", "c"])
    try author.remove(new, fromRelationship: "list")
    try author.insert(author.relatedObjects(forKey: "list")[3], toRelationship: "list", at: 0)
    #expect(try author.names("list") == ["c", "d", "b", "a"])
    try context.save()
    #expect(try storedNames() == ["c", "d", "b", "a"])
  }

  @Test("setting the to-one puts the member at the end, a member that is there stays")
  func theToOneAppends() throws {
    let author = try list("a", "b")
    try context.save()
    context.reset()
    let found = try context.object(with: author.id)
    let new = try context.make("Post", "new", ["lister": found])
    try context.named("a", "Post").setRelatedObject(found, forKey: "lister")
    try found.add(new, toRelationship: "list")
    #expect(try found.names("list") == ["a", "b", "new"])
    try context.save()
    #expect(try storedNames() == ["a", "b", "new"])
  }

  @Test("members appended to a list that nobody has read come behind its members")
  func appendingToAFault() throws {
    let author = try list("a", "b")
    try context.save()
    context.reset()
    let found = try context.object(with: author.id)
    for name in ["c", "d"] { try context.make("Post", name, ["lister": found]) }
    try context.save()
    #expect(try storedNames() == ["a", "b", "c", "d"])
    #expect(try found.names("list") == ["a", "b", "c", "d"])
  }

  @Test("both sides of a many-to-many keep to their own: one ordered, one not")
  func manyToManyKeepsTheOrder() throws {
    let post = try context.make("Post", "one")
    let tags = try ["x", "y", "z"].map { try context.make("Tag", $0) }
    for tag in tags.reversed() { try post.add(tag, toRelationship: "tags") }
    try context.save()
    #expect(try container.reading { try $0.named("one", "Post").names("tags") } == ["z", "y", "x"])
    try post.moveRelated(from: 2, to: 0, inRelationship: "tags")
    try context.save()
    let reader = container.newContext()
    #expect(try reader.named("one", "Post").names("tags") == ["x", "z", "y"])
    #expect(try reader.named("y", "Tag").names("posts") == ["one"])
  }

  @Test("one move writes one row, however long the list is", arguments: [10, 2000])
  func aMoveWritesOneRow(length: Int) throws {
    let author = try context.make("Author", "Anna")
    for number in 0..<length { try context.make("Post", "\(number)", ["lister": author]) }
    try context.save()
    for (from, to) in [(length - 1, 0), (0, length / 2), (3, length - 1)] {
      try author.moveRelated(from: from, to: to, inRelationship: "list")
      let before = container.store.statistics.rowsChanged
      try context.save()
      #expect(container.store.statistics.rowsChanged - before == 1)
    }
  }

  @Test(
    "inserting in one spot again and again renumbers a few neighbours now and then, and never mixes them up")
  func crowdedSpotsAreRenumbered() throws {
    let author = try list("first", "last")
    try context.save()
    var expected = ["first", "last"]
    let before = container.store.statistics.rowsChanged
    for number in 0..<300 {
      let index = expected.count - 1
      try author.insert(try context.make("Post", "\(number)"), toRelationship: "list", at: index)
      expected.insert("\(number)", at: index)
      try context.save()
    }
    #expect(try author.names("list") == expected)
    #expect(try storedNames() == expected)
    // A new row each, sequences, and here and there a few neighbours: far from 300 times 300.
    #expect(container.store.statistics.rowsChanged - before < 300 * 12)
  }

  @Test("appending to a list in one context keeps what another has appended meanwhile")
  func concurrentAppendsAreKept() throws {
    let author = try list("a")
    try context.save()
    let other = container.newContext()
    _ = try other.object(with: author.id).names("list")
    try context.make("Post", "here", ["lister": author])
    try other.make("Post", "there", ["lister": try other.object(with: author.id)])
    try context.save()
    try other.save()
    #expect(Set(try storedNames()) == ["a", "here", "there"])
    #expect(try storedNames().first == "a")
  }
}
