import Graphstore
import GraphstoreTestSupport
import Testing

@Suite("Delete rules")
struct DeletionTests {
  private let container: PersistentContainer
  private let context: ObjectContext

  init() throws {
    container = try PersistentContainer(model: try Models.authors(), location: .inMemory)
    context = container.newContext()
  }

  /// One author with two posts, each with a comment, of which the first has a tag.
  @discardableResult
  private func fill() throws -> ManagedObject {
    let anna = try context.make("Author", "Anna")
    for name in ["one", "two"] {
      let post = try context.make("Post", name, ["author": anna])
      try context.make("Comment", "on \(name)", ["post": post])
    }
    try context.named("one", "Post").add(try context.make("Tag", "tag"), toRelationship: "tags")
    try context.save()
    return anna
  }

  @Test("a cascade deletes what is registered at once, before the save")
  func cascadeIsSeenAtOnce() throws {
    let anna = try fill()
    let posts = try anna.relatedObjects(forKey: "posts")
    let comment = try context.named("on two", "Comment")
    context.delete(anna)
    #expect(posts.allSatisfy { $0.isDeleted })
    #expect(comment.isDeleted)
    #expect(try context.all("Comment").isEmpty)
    #expect(try context.count(FetchRequest<ManagedObject>(entityName: "Post")) == 0)
    try context.save()
    let reader = container.newContext()
    for entity in ["Author", "Post", "Comment"] { #expect(try reader.all(entity).isEmpty) }
    #expect(try reader.named("tag", "Tag").names("posts") == [])
  }

  @Test("a cascade reaches what nobody has read, and fetches leave it out at once")
  func cascadeReachesFaults() throws {
    let id = try fill().id
    context.reset()
    context.delete(try context.object(with: id))
    #expect(try context.names("Post") == [])
    #expect(try context.names("Comment") == [])
    #expect(try context.named("tag", "Tag").names("posts") == [])
    try context.save()
    #expect(try container.newContext().all("Comment").isEmpty)
    #expect(!context.hasChanges)
  }

  @Test("a cascade goes through new objects and through moved ones")
  func cascadeGoesThroughUnsavedChanges() throws {
    let anna = try fill()
    let bert = try context.make("Author", "Bert")
    let new = try context.make("Post", "new", ["author": anna])
    let comment = try context.make("Comment", "on new", ["post": new])
    try context.named("two", "Post").setRelatedObject(bert, forKey: "author")
    context.delete(anna)
    #expect(new.isDeleted && comment.isDeleted)
    try context.save()
    let reader = container.newContext()
    #expect(try reader.names("Post") == ["two"])
    #expect(try reader.names("Comment") == ["on two"])
    #expect(try reader.names("Author") == ["Bert"])
  }

  @Test("rolling back brings back what a cascade took")
  func rollbackUndoesACascade() throws {
    let anna = try fill()
    context.delete(anna)
    context.rollback()
    #expect(!anna.isDeleted)
    #expect(try anna.names("posts") == ["one", "two"])
    #expect(try context.names("Comment") == ["on one", "on two"])
    #expect(try context.named("one", "Post").names("tags") == ["tag"])
  }

  @Test("nullify empties the reference of members, registered or not", arguments: [false, true])
  func nullifyEmptiesReferences(reset: Bool) throws {
    let anna = try context.make("Author", "Anna")
    try context.make("Post", "one", ["lister": anna])
    let profile = try context.make("Profile", "profile", ["author": anna])
    try context.save()
    let (id, profileID) = (anna.id, profile.id)
    if reset { context.reset() }
    context.delete(try context.object(with: id))
    #expect(try context.named("one", "Post").relatedObject(forKey: "lister") == nil)
    #expect(try context.object(with: profileID).relatedObject(forKey: "author") == nil)
    try context.save()
    let reader = container.newContext()
    #expect(try reader.named("one", "Post").relatedObject(forKey: "lister") == nil)
    #expect(try reader.named("profile", "Profile").relatedObject(forKey: "author") == nil)
  }

  @Test(
    "deny fails the save, names what is in the way, and leaves everything as it was",
    arguments: [false, true])
  func denyNamesWhatIsInTheWay(reset: Bool) throws {
    try fill()
    if reset { context.reset() }
    let tag = try context.named("tag", "Tag")
    context.delete(tag)
    let error = expect(.deletionDenied) { try context.save() }
    #expect(error?.objectIDs == [try context.named("one", "Post").id])
    #expect(error?.objectID == tag.id)
    #expect(tag.isDeleted)
    #expect(try container.newContext().names("Tag") == ["tag"])
    context.rollback()
    #expect(try context.named("tag", "Tag").names("posts") == ["one"])
    try context.save()
  }

  @Test("deny counts only what survives the save")
  func denyCountsSurvivorsOnly() throws {
    try fill()
    context.delete(try context.named("tag", "Tag"))
    context.delete(try context.named("one", "Post"))
    try context.save()
    #expect(try container.newContext().all("Tag").isEmpty)
  }

  @Test("deny is content once the member has been taken out, or falls to a cascade")
  func denyIsContentWithoutMembers() throws {
    let anna = try fill()
    let tag = try context.named("tag", "Tag")
    context.delete(tag)
    context.delete(anna)
    try context.save()
    #expect(try container.newContext().all("Tag").isEmpty)
  }

  @Test("a cascade around a circle ends")
  func circlesEnd() throws {
    let model = try EntityModel(
      json: """
        { "model": "Circle", "entities": [ { "name": "Node",
          "attributes": [ { "name": "name", "type": "string", "optional": true } ],
          "relationships": [
            { "name": "next", "to": "Node", "optional": true, "inverse": "previous", "onDelete": "cascade" },
            { "name": "previous", "to": "Node", "many": true, "inverse": "next" } ] } ] }
        """)
    let container = try PersistentContainer(model: model, location: .inMemory)
    let context = container.newContext()
    let nodes = try ["a", "b", "c"].map { try context.make("Node", $0) }
    for (index, node) in nodes.enumerated() {
      try node.setRelatedObject(nodes[(index + 1) % 3], forKey: "next")
    }
    try context.make("Node", "outside", ["next": nodes[0]])
    try context.save()
    let id = nodes[1].id
    context.reset()
    context.delete(try context.object(with: id))
    try context.save()
    let reader = container.newContext()
    #expect(try reader.names("Node") == ["outside"])
    #expect(try reader.named("outside", "Node").relatedObject(forKey: "next") == nil)
  }

  @Test("noAction leaves the reference, which reads as missing, and can be set anew")
  func noActionDangles() throws {
    let model = try EntityModel(
      json: """
        { "model": "Loose", "entities": [
          { "name": "Owner", "attributes": [ { "name": "name", "type": "string", "optional": true } ],
            "relationships": [
              { "name": "parts", "to": "Part", "many": true, "inverse": "owner", "onDelete": "noAction" } ] },
          { "name": "Part", "attributes": [ { "name": "name", "type": "string", "optional": true } ],
            "relationships": [ { "name": "owner", "to": "Owner", "optional": true, "inverse": "parts" } ] } ] }
        """)
    let container = try PersistentContainer(model: model, location: .inMemory)
    let context = container.newContext()
    let owner = try context.make("Owner", "one")
    let part = try context.make("Part", "part", ["owner": owner])
    try context.save()
    context.delete(owner)
    try context.save()
    #expect(try part.relatedObject(forKey: "owner") == nil)
    #expect(try container.reading { try $0.named("part", "Part").relatedObject(forKey: "owner") } == nil)
    let other = try context.make("Owner", "two")
    try part.setRelatedObject(other, forKey: "owner")
    try context.save()
    #expect(try container.reading { try $0.named("two", "Owner").names("parts") } == ["part"])
  }

  @Test("a required reference that would be emptied fails the save, and nothing is deleted")
  func requiredReferencesStandInTheWay() throws {
    let model = try EntityModel(
      json: """
        { "model": "Strict", "entities": [
          { "name": "Owner", "attributes": [ { "name": "name", "type": "string", "optional": true } ],
            "relationships": [ { "name": "parts", "to": "Part", "many": true, "inverse": "owner" } ] },
          { "name": "Part", "attributes": [ { "name": "name", "type": "string", "optional": true } ],
            "relationships": [ { "name": "owner", "to": "Owner", "inverse": "parts" } ] } ] }
        """)
    let container = try PersistentContainer(model: model, location: .inMemory)
    let context = container.newContext()
    let owner = try context.make("Owner", "one")
    let part = try context.make("Part", "part", ["owner": owner])
    try context.save()
    let (ownerID, partID) = (owner.id, part.id)
    for isRegistered in [true, false] {
      if !isRegistered { context.reset() }
      context.delete(try context.object(with: ownerID))
      let error = expect(.validation) { try context.save() }
      #expect(error?.failures.map(\.objectID) == [partID])
      #expect(error?.failures.first?.rule == .required)
      #expect(try container.newContext().names("Owner") == ["one"])
      context.rollback()
      #expect(try context.named("part", "Part").nameOf("owner") == "one")
    }
  }
}
