import Foundation
import Graphstore
import GraphstoreTestSupport
import Testing

@Suite("Merge policies decide what a save does with another writer's changes")
struct MergePolicyTests {
  let container: PersistentContainer
  let context: ObjectContext
  let other: ObjectContext
  let mine: ManagedObject
  let theirs: ManagedObject

  init() throws {
    container = try PersistentContainer(model: Models.employees(), location: .inMemory)
    context = container.newContext()
    other = container.newContext()
    mine = try context.employee("base", 1)
    try context.save()
    theirs = try other.object(with: mine.id)
  }

  private func stored() throws -> [String] {
    try container.newContext().all("Employee").map { "\($0.name ?? "nil") \($0.salary ?? -1)" }
  }

  /// The others change name and salary, the context the name.
  private func collide() throws {
    try theirs.setValue("theirs", forKey: "name")
    try theirs.setValue(2, forKey: "salary")
    try other.save()
    try mine.setValue("mine", forKey: "name")
  }

  // U03
  @Test func theErrorPolicyThrowsAndDescribes() throws {
    try collide()
    let error = expect(.conflict) { try context.save() }
    let conflict = try #require(error?.conflicts.first)
    #expect(error?.conflicts.count == 1 && conflict.kind == .changed && conflict.objectID == mine.id)
    #expect(conflict["name"]?.base == .string("base") && conflict["name"]?.mine == .string("mine"))
    #expect(conflict["name"]?.theirs == .string("theirs") && conflict["name"]?.isConflicting == true)
    #expect(conflict["salary"]?.mine == .int(1) && conflict["salary"]?.theirs == .int(2))
    #expect(conflict["salary"]?.isConflicting == false)
    #expect(try stored() == ["theirs 2"] && mine.changedValues == ["name": .string("mine")])
  }

  // U04
  @Test func theStoreWinsPropertyByProperty() throws {
    context.mergePolicy = .storeWins
    try theirs.setValue("theirs", forKey: "name")
    try other.save()
    try mine.setValue("mine", forKey: "name")
    try mine.setValue(99, forKey: "salary")
    try context.save()
    #expect(try stored() == ["theirs 99"] && mine.name == "theirs" && mine.salary == 99)
    #expect(!context.hasChanges)
    try mine.setValue(100, forKey: "salary")
    try context.save()
    #expect(try stored() == ["theirs 100"])
  }

  // U05
  @Test func theObjectWinsPropertyByProperty() throws {
    context.mergePolicy = .objectWins
    try collide()
    try context.save()
    #expect(try stored() == ["mine 2"] && mine.name == "mine" && mine.salary == 2)
  }

  // U06
  @Test func overwritingLosesTheOthersChanges() throws {
    context.mergePolicy = .overwrite
    try collide()
    try context.save()
    #expect(try stored() == ["mine 1"] && mine.salary == 1)
  }

  // U07
  @Test func rollingBackGivesUpTheContextsChanges() throws {
    context.mergePolicy = .rollback
    try collide()
    let beside = try context.employee("beside", 7)
    try context.save()
    #expect(try stored() == ["theirs 2", "beside 7"])
    #expect(mine.changedValues.isEmpty && mine.name == "theirs" && !beside.hasChanges)
  }

  // U08
  @Test func aFunctionDecidesPropertyByProperty() throws {
    context.mergePolicy = .custom { conflict in
      guard case .int(let base)? = conflict["salary"]?.base, case .int(let mine)? = conflict["salary"]?.mine,
        case .int(let theirs)? = conflict["salary"]?.theirs
      else { return .error }
      return .properties(["salary": .value(.int(mine + theirs - base)), "name": .mine])
    }
    try collide()
    try mine.setValue(11, forKey: "salary")
    try context.save()
    #expect(try stored() == ["mine 12"] && mine.salary == 12)
  }

  @Test func aFunctionThatThrowsLeavesAllAsItWas() throws {
    struct Refusal: Error {}
    context.mergePolicy = .custom { _ in throw Refusal() }
    try collide()
    #expect(throws: Refusal.self) { try context.save() }
    #expect(mine.changedValues == ["name": .string("mine")] && mine.salary == 1)
    context.mergePolicy = .custom { _ in .properties(["name": .value(.int(3))]) }
    expect(.invalidValue) { try context.save() }
    #expect(mine.changedValues == ["name": .string("mine")] && mine.salary == 1)
    context.mergePolicy = .objectWins
    try context.save()
    #expect(try stored() == ["mine 2"])
  }

  @Test func equalChangesAreNoConflictButForTheErrorPolicy() throws {
    try theirs.setValue("same", forKey: "name")
    try other.save()
    try mine.setValue("same", forKey: "name")
    let error = expect(.conflict) { try context.save() }
    #expect(error?.conflicts.first?["name"]?.isConflicting == false)
    context.mergePolicy = .storeWins
    try context.save()
    #expect(try stored() == ["same 1"])
  }

  enum Policy: CaseIterable {
    case storeWins, objectWins, overwrite, rollback

    var policy: MergePolicy {
      switch self {
      case .storeWins: .storeWins
      case .objectWins: .objectWins
      case .overwrite: .overwrite
      case .rollback: .rollback
      }
    }

    var isStores: Bool { self == .storeWins || self == .rollback }
  }

  @Test(arguments: Policy.allCases) func deletedThereChangedHere(_ policy: Policy) throws {
    context.mergePolicy = policy.policy
    let id = mine.id
    other.delete(theirs)
    try other.save()
    try mine.setValue("mine", forKey: "name")
    try context.save()
    #expect(try stored() == (policy.isStores ? [] : ["mine 1"]))
    #expect(mine.isDeleted == policy.isStores && !context.hasChanges && mine.name == "mine")
    #expect(mine.id == id)
    if policy.isStores { return }
    try mine.setValue("again", forKey: "name")
    try context.save()
    #expect(try stored() == ["again 1"])
  }

  @Test(arguments: Policy.allCases) func changedThereDeletedHere(_ policy: Policy) throws {
    context.mergePolicy = policy.policy
    try theirs.setValue("theirs", forKey: "name")
    try other.save()
    context.delete(mine)
    try context.save()
    #expect(try stored() == (policy.isStores ? ["theirs 1"] : []))
    #expect(mine.isDeleted == !policy.isStores && !context.hasChanges)
    if policy.isStores { #expect(mine.name == "theirs") }
  }

  @Test(arguments: Policy.allCases) func deletedOnBothSides(_ policy: Policy) throws {
    context.mergePolicy = policy.policy
    other.delete(theirs)
    try other.save()
    context.delete(mine)
    try context.save()
    #expect(try stored().isEmpty && mine.isDeleted && !context.hasChanges)
  }

  @Test func allConflictsAreDescribedHoweverMany() throws {
    let fresh = container.newContext()
    for number in 0..<700 { try fresh.employee("e\(number)", number) }
    try fresh.save()
    let many = try context.all("Employee")
    for object in try other.all("Employee") { try object.setValue(-1, forKey: "salary") }
    try other.save()
    for object in many { try object.setValue("mine", forKey: "name") }
    let error = expect(.conflict) { try context.save() }
    #expect(error?.conflicts.count == 701 && error?.objectIDs.count == 701)
    #expect(Set(error?.objectIDs ?? []) == Set(many.map(\.id)))
    context.mergePolicy = .objectWins
    try context.save()
    #expect(Set(try stored()) == ["mine -1"])
  }

  @Test func afterAFailedSaveRollingBackShowsAllThatOthersWrote() throws {
    try collide()
    expect(.conflict) { try context.save() }
    context.rollback()
    #expect(mine.name == "theirs" && mine.salary == 2)
  }

  @Test func aMergedStateThatBreaksARuleIsRefusedAndLeavesAllAsItWas() throws {
    let model = try EntityModel(
      json: """
        { "model": "Limits", "entities": [ { "name": "Shelf", "attributes": [
          { "name": "name", "type": "string" }, { "name": "size", "type": "int64", "default": 1 } ],
          "relationships": [
            { "name": "books", "to": "Book", "many": true, "optional": true, "inverse": "shelf", "maxCount": 2 } ] },
          { "name": "Book", "attributes": [ { "name": "title", "type": "string" } ],
            "relationships": [ { "name": "shelf", "to": "Shelf", "optional": true, "inverse": "books" } ] } ] }
        """)
    let container = try PersistentContainer(model: model, location: .inMemory)
    let (context, other) = (container.newContext(), container.newContext())
    let shelf = try context.insert("Shelf", ["name": "s"])
    let books = try (0..<3).map { try context.insert("Book", ["title": "b\($0)"]) }
    try books[0].setRelatedObject(shelf, forKey: "shelf")
    try context.save()
    let book = try other.object(with: books[1].id)
    try book.setRelatedObject(other.object(with: shelf.id), forKey: "shelf")
    try other.save()
    context.mergePolicy = .objectWins
    _ = try shelf.relatedObjects(forKey: "books")
    try books[1].setValue("mine", forKey: "title")
    try books[2].setRelatedObject(shelf, forKey: "shelf")
    expect(.validation) { try context.save() }
    #expect(books[1].changedValues == ["title": .string("mine")])
    #expect(try shelf.relatedObjects(forKey: "books") == [books[0], books[2]])
    try books[2].setRelatedObject(nil, forKey: "shelf")
    try context.save()
    #expect(try Set(shelf.relatedObjects(forKey: "books")) == [books[0], books[1]])
  }
}
