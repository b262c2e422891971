import Graphstore
import GraphstoreTestSupport
import Testing

/// What an object led to is stored until a save: if it is deleted, discarding the object's changes cannot lead there again.
@Suite("References that would be discarded to what is deleted")
struct RefreshedReferenceTests {
  private static let rules = ["nullify", "cascade"]

  private func model(_ rule: String, isMany: Bool, isOptional: Bool = true) throws -> EntityModel {
    try EntityModel(
      json: """
        { "model": "Lists", "entities": [
          { "name": "Owner",
            "attributes": [ { "name": "name", "type": "string", "optional": true } ],
            "relationships": [
              { "name": "back", "to": "Item", \(isMany ? "\"many\": true, \"ordered\": true" : "\"optional\": true"),
                "inverse": "owner", "onDelete": "\(rule)" } ] },
          { "name": "Item",
            "attributes": [ { "name": "name", "type": "string", "optional": true } ],
            "relationships": [
              { "name": "owner", "to": "Owner", "optional": \(isOptional), "inverse": "back" } ] } ] }
        """)
  }

  @Test(arguments: rules, [true, false])
  func theyStayEmpty(rule: String, isMany: Bool) throws {
    let container = try PersistentContainer(model: try model(rule, isMany: isMany), location: .inMemory)
    let context = container.newContext()
    let (old, new) = (try context.make("Owner", "old"), try context.make("Owner", "new"))
    let item = try context.make("Item", "item", ["owner": old])
    try context.save()
    try item.setRelatedObject(new, forKey: "owner")
    context.delete(old)
    #expect(!item.isDeleted)
    try context.refresh(item, mergeChanges: false)
    #expect(try item.relatedObject(forKey: "owner") == nil)
    let back =
      try isMany ? new.relatedObjects(forKey: "back") : new.relatedObject(forKey: "back").map { [$0] } ?? []
    #expect(back.isEmpty)
    #expect(!item.isDeleted && item.isUpdated)
    try context.save()
    #expect(try container.reading { try $0.named("item", "Item").nameOf("owner") } == nil)
    #expect(try container.reading { try $0.names("Owner") } == ["new"])
  }

  @Test func aRequiredOneIsMissed() throws {
    let container = try PersistentContainer(
      model: try model("cascade", isMany: true, isOptional: false), location: .inMemory)
    let context = container.newContext()
    let (old, new) = (try context.make("Owner", "old"), try context.make("Owner", "new"))
    let item = try context.make("Item", "item", ["owner": old])
    try context.save()
    try item.setRelatedObject(new, forKey: "owner")
    context.delete(old)
    try context.refresh(item, mergeChanges: false)
    expect(.validation) { try context.save() }
    try item.setRelatedObject(new, forKey: "owner")
    try context.save()
    #expect(try container.reading { try $0.named("item", "Item").nameOf("owner") } == "new")
  }

  @Test("after an insertion that led to it was undone")
  func undoneInsertions() throws {
    let container = try PersistentContainer(model: try model("cascade", isMany: false), location: .inMemory)
    let context = container.newContext()
    context.undoManager = GraphUndoManager()
    let item = try context.make("Item", "item")
    try context.save()
    _ = try context.make("Owner", "new", ["back": item])
    try context.save()
    context.undoManager?.undo()
    try context.refresh(item, mergeChanges: false)
    #expect(try item.relatedObject(forKey: "owner") == nil)
    try context.save()
    #expect(try container.reading { try $0.names("Owner") } == [])
  }

  @Test("other unsaved values are discarded as before")
  func theRestIsDiscarded() throws {
    let container = try PersistentContainer(model: try model("nullify", isMany: true), location: .inMemory)
    let context = container.newContext()
    let (old, new) = (try context.make("Owner", "old"), try context.make("Owner", "new"))
    let item = try context.make("Item", "item", ["owner": old])
    try context.save()
    try item.setRelatedObject(new, forKey: "owner")
    try item.setValue("other", forKey: "name")
    context.delete(old)
    try context.refresh(item, mergeChanges: false)
    #expect(item.name == "item")
    try context.save()
    #expect(try container.reading { try $0.names("Item") } == ["item"])
  }
  @Test("a reference that dangles is read as missing again, and is no error")
  func danglingReferences() throws {
    let container = try PersistentContainer(model: try model("noAction", isMany: false), location: .inMemory)
    let context = container.newContext()
    let old = try context.make("Owner", "old")
    let item = try context.make("Item", "item", ["owner": old])
    try context.save()
    context.delete(old)
    try context.save()
    try item.setRelatedObject(nil, forKey: "owner")
    try context.refresh(item, mergeChanges: false)
    #expect(try item.relatedObject(forKey: "owner") == nil)
    #expect(!context.hasChanges)
    try context.save()
  }

  @Test("a deletion is denied by what leads to the object again")
  func deniedDeletions() throws {
    let container = try PersistentContainer(model: try model("deny", isMany: false), location: .inMemory)
    let context = container.newContext()
    let (old, new) = (try context.make("Owner", "old"), try context.make("Owner", "new"))
    let item = try context.make("Item", "item", ["owner": old])
    try context.save()
    try item.setRelatedObject(new, forKey: "owner")
    context.delete(old)
    try context.refresh(item, mergeChanges: false)
    #expect(try new.relatedObject(forKey: "back") == nil)
    expect(.deletionDenied) { try context.save() }
    context.rollback()
    #expect(try item.nameOf("owner") == "old")
    #expect(try old.nameOf("back") == "item")
  }
}
