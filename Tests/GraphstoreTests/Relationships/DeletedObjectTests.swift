import Graphstore
import GraphstoreTestSupport
import Testing

@Suite("Objects that are deleted still answer")
struct DeletedObjectTests {
  private let container: PersistentContainer
  private let context: ObjectContext

  init() throws {
    container = try PersistentContainer(model: try Models.authors(), location: .inMemory)
    context = container.newContext()
  }

  /// Everything that can be asked of an object.
  private func touch(_ object: ManagedObject) {
    _ = object.description
    for key in ["name"] { _ = try? object.value(forKey: key) }
    for key in ["posts", "list", "friends"] { _ = (try? object.relatedObjects(forKey: key))?.map(\.name) }
    _ = (try? object.relatedObject(forKey: "profile"))?.name
    _ = object.changedValues
    _ = object.committedValues()
  }

  @Test("before and after the save, after a rollback of an insertion, after a reset")
  func everyWayOfBeingGone() throws {
    let anna = try context.make("Author", "Anna")
    try context.make("Post", "one", ["author": anna, "lister": anna])
    try anna.add(anna, toRelationship: "friends")
    try context.save()
    context.delete(anna)
    touch(anna)
    #expect(anna.name == "Anna")
    let profile = try context.make("Profile", "profile")
    for _ in 0..<2 {
      touch(anna)
      #expect(anna.isDeleted)
      expect(.missingObject) { try anna.setRelatedObject(nil, forKey: "profile") }
      expect(.missingObject) { try anna.setRelatedObjects([], forKey: "list") }
      expect(.missingObject) { try anna.setValue(nil, forKey: "profile") }
      expect(.missingObject) { try anna.setValue(profile.id, forKey: "profile") }
      if context.hasChanges {
        expect(.missingObject) { try profile.setValue(anna.id, forKey: "author") }
      }
      try context.save()
    }
    let new = try context.make("Author", "new")
    try context.make("Post", "two", ["author": new])
    context.rollback()
    touch(new)
    #expect(new.isDeleted)
    let kept = try context.make("Author", "kept")
    context.reset()
    touch(kept)
    #expect(!context.hasChanges)
  }

  @Test("what a cascade deleted in the store answers too")
  func deletedByRule() throws {
    let anna = try context.make("Author", "Anna")
    try context.make("Post", "one", ["author": anna])
    try context.save()
    context.reset()
    let found = try context.object(with: anna.id)
    context.delete(found)
    try context.save()
    #expect(try context.all("Post").isEmpty)
    touch(found)
    // Deleting again, in whatever state, changes nothing.
    context.delete(found)
    #expect(!context.hasChanges)
    try context.save()
  }

  @Test("a list that loses members while it is walked goes on to its end")
  func deletingWhileWalking() throws {
    let anna = try context.make("Author", "Anna")
    for number in 0..<10 { try context.make("Post", "\(number)", ["author": anna]) }
    try context.save()
    var seen = 0
    for post in try anna.relatedObjects(forKey: "posts") {
      context.delete(post)
      seen += 1
    }
    #expect(seen == 10)
    #expect(try anna.relatedObjects(forKey: "posts").isEmpty)
    try context.save()
    #expect(try container.reading { try $0.named("Anna", "Author").relatedObjects(forKey: "posts").isEmpty })
  }
}
