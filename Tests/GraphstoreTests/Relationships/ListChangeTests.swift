import Graphstore
import Testing

/// Changes of lists that were never read, and of what leads to them.
@Suite("Changes of lists that nobody has read")
struct ListChangeTests {
  private static func model() throws -> EntityModel {
    try EntityModel(
      json: """
        { "model": "Lists", "entities": [
          { "name": "Owner",
            "attributes": [ { "name": "name", "type": "string", "optional": true },
                            { "name": "small", "type": "string", "optional": true, "derived": "lowercase:(name)" },
                            { "name": "wayCount", "type": "int64", "derived": "way.@count" },
                            { "name": "pairSum", "type": "int64", "derived": "pairs.@sum.size" } ],
            "relationships": [
              { "name": "list", "to": "Member", "many": true, "ordered": true, "inverse": "owner" },
              { "name": "way", "to": "Member", "many": true, "inverse": null },
              { "name": "pairs", "to": "Member", "many": true, "inverse": "pairOf" } ] },
          { "name": "Member",
            "attributes": [ { "name": "name", "type": "string", "optional": true },
                            { "name": "size", "type": "int64", "default": 1 } ],
            "relationships": [
              { "name": "owner", "to": "Owner", "optional": true, "inverse": "list" },
              { "name": "pairOf", "to": "Owner", "many": true, "inverse": "pairs" } ] },
          { "name": "Special", "parent": "Member", "attributes": [] } ] }
        """)
  }

  private let container: PersistentContainer
  private let context: ObjectContext
  private let owner: ManagedObject

  init() throws {
    container = try PersistentContainer(model: try Self.model(), location: .inMemory)
    context = container.newContext()
    owner = try context.make("Owner", "Owner")
  }

  @Test("a member that left and came back stands behind those that came before it")
  func returningMembersStandAtTheEnd() throws {
    let members = try ["a", "b"].map { try context.make("Member", $0, ["owner": owner]) }
    try context.save()
    context.refreshAllObjects()
    try members[0].setRelatedObject(nil, forKey: "owner")
    try context.make("Member", "c", ["owner": owner])
    try members[0].setRelatedObject(owner, forKey: "owner")
    try context.make("Member", "d", ["owner": owner])
    #expect(try owner.names("list") == ["b", "c", "a", "d"])
    try context.save()
    #expect(try container.reading { try $0.named("Owner", "Owner").names("list") } == ["b", "c", "a", "d"])
  }

  @Test("so it does where the list is never read")
  func returningMembersAreSavedAtTheEnd() throws {
    let members = try ["a", "b"].map { try context.make("Member", $0, ["owner": owner]) }
    try context.save()
    context.refreshAllObjects()
    try members[0].setRelatedObject(nil, forKey: "owner")
    try members[0].setRelatedObject(owner, forKey: "owner")
    try context.make("Member", "c", ["owner": owner])
    try context.save()
    #expect(try container.reading { try $0.named("Owner", "Owner").names("list") } == ["b", "a", "c"])
  }

  @Test("an added member that nobody holds any more is still in the list", arguments: ["way", "pairs"])
  func addedMembersMayBeLetGo(list: String) throws {
    try context.make("Member", "a")
    try context.save()
    context.refreshAllObjects()
    try owner.add(context.named("a", "Member"), toRelationship: list)
    context.letGoOfUnheldObjects()
    #expect(try owner.names(list) == ["a"])
    try context.save()
    #expect(try container.reading { try $0.named("Owner", "Owner").names(list) } == ["a"])
  }

  @Test("counts and sums are right in memory after members went that no list knew", arguments: [false, true])
  func derivedValuesFollowUnreadMembers(isDeleted: Bool) throws {
    for name in ["a", "b"] {
      let member = try context.make("Member", name)
      try owner.add(member, toRelationship: "way")
      try owner.add(member, toRelationship: "pairs")
    }
    try context.save()
    context.refreshAllObjects()
    #expect(try owner.value(forKey: "pairSum") == .int(2))
    let member = try context.named("a", "Member")
    if isDeleted { context.delete(member) } else { try member.setValue(5, forKey: "size") }
    try context.save()
    #expect(try owner.value(forKey: "wayCount") == .int(isDeleted ? 1 : 2))
    #expect(try owner.value(forKey: "pairSum") == .int(isDeleted ? 1 : 6))
  }

  @Test("a save that fails leaves derived values as they were")
  func failedSavesDeriveNothing() throws {
    try context.save()
    #expect(try owner.value(forKey: "small") == .string("owner"))
    try owner.setValue("Other", forKey: "name")
    let member = try context.make("Member", "a")
    try member.setValue(nil, forKey: "size")
    expect(.validation) { try context.save() }
    #expect(try owner.value(forKey: "small") == .string("owner"))
    try member.setValue(2, forKey: "size")
    try context.save()
    #expect(try owner.value(forKey: "small") == .string("other"))
  }

  @Test("discarding a member's changes leaves the place that its owner gave it")
  func refreshingAMemberKeepsItsPlace() throws {
    let members = try ["a", "b"].map { try context.make("Member", $0, ["owner": owner]) }
    try context.save()
    try owner.moveRelated(from: 1, to: 0, inRelationship: "list")
    try members[1].setValue("changed", forKey: "name")
    try context.refresh(members[1], mergeChanges: false)
    #expect(try owner.names("list") == ["b", "a"])
    try context.save()
    #expect(try container.reading { try $0.named("Owner", "Owner").names("list") } == ["b", "a"])
  }

  @Test("what a relationship refuses is thrown once, and not kept for the next call")
  func refusalsAreThrownOnce() throws {
    let gone = try context.make("Member", "gone")
    let id = gone.id
    context.delete(gone)
    expect(.missingObject) { try owner.add(context.object(with: id), toRelationship: "list") }
    try context.save()
    expect(.objectMissing) { try owner.add(context.object(with: id), toRelationship: "list") }
    #expect(try context.all("Member").isEmpty)
  }

  @Test(
    "undoing a change whose target is gone for good leaves the reference empty",
    arguments: ["owner", "pairOf"])
  func undoneReferencesDoNotDangle(key: String) throws {
    let member = try context.make("Member", "a")
    func relate(_ target: ManagedObject?) throws {
      if key == "owner" {
        try member.setRelatedObject(target, forKey: key)
      } else {
        try member.setRelatedObjects(target.map { [$0] } ?? [], forKey: key)
      }
    }
    try relate(owner)
    try context.save()
    context.undoManager = GraphUndoManager()
    try relate(nil)
    context.processPendingChanges()
    context.undoManager?.disableUndoRegistration()
    context.delete(owner)
    try context.save()
    context.undoManager?.enableUndoRegistration()
    context.undo()
    #expect(key == "owner" ? try member.nameOf(key) == nil : try member.names(key) == [])
    try context.save()
    #expect(try container.newContext().all("Owner").isEmpty)
  }
}
