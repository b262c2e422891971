import Foundation
import Graphstore
import GraphstoreTestSupport
import Testing

@Suite("Contexts tell of what happens in them")
struct ContextEventTests {
  let container: PersistentContainer
  let context: ObjectContext

  init() throws {
    container = try PersistentContainer(model: GraphModels.blog(), location: .inMemory)
    context = container.newContext()
  }

  @Test func changesAreToldOnceAndByName() async throws {
    let ann = try context.insert("Author", ["name": "ann"])
    try context.save()
    var events = context.events.makeAsyncIterator()
    try ann.setValue("anna", forKey: "name")
    let post = try context.insert("Post", ["title": "p"])
    try post.setRelatedObject(ann, forKey: "author")
    context.processPendingChanges()
    let first = try #require(await events.next())
    #expect(first.kind == .objectsDidChange && first.changes.inserted == [post.id])
    #expect(first.changes.updated == [ann.id: ["name", "posts"]])
    try post.setValue("q", forKey: "title")
    _ = try context.all("Author")
    let second = try #require(await events.next())
    #expect(second.changes.updated == [post.id: ["title"]] && second.changes.inserted.isEmpty)
    context.processPendingChanges()
    try context.save()
    let will = try #require(await events.next())
    let did = try #require(await events.next())
    #expect(will.kind == .willSave && did.kind == .didSave && will.changes == did.changes)
    #expect(did.changes.inserted == [post.id] && did.changes.updated == [ann.id: ["name", "posts"]])
    try ann.setValue("x", forKey: "name")
    context.processPendingChanges()
    context.rollback()
    context.processPendingChanges()
    let last = try #require(await events.next())
    #expect(last.changes.updated == [ann.id: ["name"]])
  }

  @Test func deletionsByRuleAreAmongWhatIsSaved() async throws {
    let ann = try context.insert("Author", ["name": "ann"])
    let post = try context.insert("Post", ["title": "p"])
    try post.setRelatedObject(ann, forKey: "author")
    try context.save()
    let other = container.newContext()
    var events = other.events.makeAsyncIterator()
    other.delete(try other.object(with: ann.id))
    try other.save()
    var deleted: Set<ObjectID> = []
    while deleted.isEmpty {
      let event = try #require(await events.next())
      if event.kind == .didSave { deleted = event.changes.deleted }
    }
    #expect(deleted == [ann.id, post.id])
  }

  @Test func whoeverIsSlowGetsOneOfAKind() async throws {
    var events = context.events.makeAsyncIterator()
    var ids: Set<ObjectID> = []
    for number in 0..<200 {
      ids.insert(try context.insert("Author", ["name": "a\(number)"]).id)
      try context.save()
    }
    let told = [
      try #require(await events.next()), try #require(await events.next()), try #require(await events.next()),
    ]
    #expect(Set(told.map(\.kind)) == [.objectsDidChange, .willSave, .didSave])
    #expect(told.allSatisfy { $0.changes.inserted == ids })
  }

  @Test func refreshedObjectsAreTold() async throws {
    let ann = try context.insert("Author", ["name": "ann"])
    try context.save()
    var events = context.events.makeAsyncIterator()
    try context.refresh(ann)
    context.processPendingChanges()
    #expect(await events.next()?.changes.refreshed == [ann.id])
  }

  @Test func cancellingEndsTheWaitAndTheContextsEndTheSequence() async throws {
    let events = context.events
    let task = Task {
      var count = 0
      for await _ in events { count += 1 }
      return count
    }
    task.cancel()
    #expect(await task.value == 0)
    var temporary: ObjectContext? = container.newContext()
    let sequence = try #require(temporary?.events)
    temporary = nil
    for await _ in sequence { Issue.record("nothing has happened") }
  }

  @Test func nothingIsNotedWhileNobodyListens() throws {
    _ = context.events
    try context.insert("Author", ["name": "ann"])
    context.processPendingChanges()
    try context.save()
    #expect(try container.newContext().all("Author").count == 1)
  }
}
