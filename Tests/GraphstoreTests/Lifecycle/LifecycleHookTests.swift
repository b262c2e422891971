import Foundation
import Graphstore
import GraphstoreTestSupport
import Testing

@Suite("Hooks of an entity's owner")
struct LifecycleHookTests {
  struct Refusal: Error, CustomStringConvertible {
    let description: String
  }

  let container: PersistentContainer
  let context: ObjectContext

  init() throws {
    container = try PersistentContainer(
      model: HookedModel.model, location: .inMemory, entities: [Paper.self])
    context = container.newContext()
  }

  private func with(_ log: HookLog, _ body: (HookLog) throws -> Void) rethrows {
    try HookLog.$current.withValue(log) { try body(log) }
  }

  @Test func theyRunInOrderAndOnceEach() throws {
    try with(HookLog()) { log in
      let first = Paper(in: context, title: "a")
      let second = Paper(in: context, title: "b")
      #expect(log.taken() == ["didInsert -", "didInsert -"])
      try context.save()
      let whole = ["willSave", "validateForInsert", "didSave"].flatMap { ["\($0) a", "\($0) b"] }
      #expect(log.taken() == whole)
      try context.save()
      #expect(log.taken() == [], "there was nothing to save")
      let third = Paper(in: context, title: "c")
      second.set("count", 5)
      context.delete(first)
      context.delete(first)
      #expect(log.taken() == ["didInsert -", "prepareForDeletion a"])
      try context.save()
      #expect(
        log.taken() == [
          "willSave c", "willSave b", "willSave a", "validateForInsert c", "validateForUpdate b",
          "validateForDelete a", "didSave c", "didSave b", "didSave a",
        ])
      #expect(third.count == 3)
    }
  }

  @Test func dynamicChangesCallThemToo() throws {
    try with(HookLog()) { log in
      let object = try context.insert(entity: "Paper")
      try object.setValue("x", forKey: "title")
      _ = try context.insert(entity: "Plain")
      try context.save()
      #expect(log.taken() == ["didInsert -", "willSave x", "validateForInsert x", "didSave x"])
    }
  }

  @Test func anUnlistedEntityHasThemFromItsFirstUse() throws {
    try with(HookLog()) { log in
      let unlisted = try PersistentContainer(model: HookedModel.model, location: .inMemory)
      let context = unlisted.newContext()
      let object = try context.insert(entity: "Paper")
      #expect(log.taken() == [])
      #expect(object.as(Paper.self) != nil)
      try context.save()
      #expect(log.taken() == ["willSave -", "validateForInsert -", "didSave -"])
    }
  }

  @Test func whatIsSetAtInsertionIsThereBeforeTheInitializers() throws {
    with(
      HookLog(didInsert: {
        $0.set("title", "hook"); $0.set("note", "hook")
      })
    ) { _ in
      let paper = Paper(in: context, title: "given")
      #expect(paper.title == "given" && paper.note == "hook")
    }
  }

  @Test func whatIsChangedBeforeASaveIsSaved() throws {
    try with(HookLog(willSave: { if $0.note == nil { $0.set("note", "filled") } })) { log in
      Paper(in: context, title: "a").set("count", 7)
      try context.save()
      #expect(log.taken().filter { $0.hasSuffix("Save a") } == ["willSave a", "didSave a"])
      #expect(!context.hasChanges)
      let stored = try #require(try container.newContext().fetch(FetchRequest<Paper>()).first)
      #expect(stored.note == "filled" && stored.count == 7)
    }
  }

  @Test func objectsThatAHookChangesGetTheirsInTheSameSave() throws {
    let insert: @Sendable (Paper) throws -> Void = { paper in
      guard let count = paper.count, count > 0, let context = paper.context else { return }
      let next = Paper(in: context, title: "n\(count - 1)")
      next.set("count", count - 1)
    }
    try with(HookLog(willSave: insert)) { log in
      Paper(in: context, title: "n3").set("count", 3)
      try context.save()
      #expect(log.taken().filter { $0.hasPrefix("willSave") } == (0...3).reversed().map { "willSave n\($0)" })
      #expect(try container.newContext().count(FetchRequest<Paper>()) == 4)
    }
  }

  @Test func hooksWithoutAnEndAreAnError() throws {
    with(HookLog(willSave: { if let context = $0.context { _ = Paper(in: context, title: "more") } })) {
      _ in
      let paper = Paper(in: context, title: "a")
      expect(.endlessHooks) { try context.save() }
      #expect(context.insertedObjects == [paper.object], "what hooks have done is taken back")
    }
  }

  @Test func aSaveThatAHookRefusesLeavesTheContextAsItWas() throws {
    let paper = Paper(in: context, title: "a")
    let other = Paper(in: context, title: "b")
    try context.save()
    paper.set("count", 4)
    let refuse: @Sendable (Paper) throws -> Void = {
      $0.set("note", "touched")
      if let context = $0.context {
        for other in try context.fetch(FetchRequest<Paper>()) where other != $0 { context.delete(other) }
        _ = Paper(in: context, title: "new")
      }
      if $0.title == "new" { throw Refusal(description: "no") }
    }
    with(HookLog(willSave: refuse)) { _ in
      #expect(throws: Refusal.self) { try context.save() }
    }
    #expect(context.updatedObjects == [paper.object])
    #expect(context.insertedObjects.isEmpty && context.deletedObjects.isEmpty)
    #expect(paper.note == nil && paper.count == 4 && !other.isDeleted)
    try context.save()
    #expect(try container.newContext().fetch(FetchRequest<Paper>()).map(\.count) == [4, 3])
  }

  @Test func allThatIsWrongIsReportedAtOnce() throws {
    let validate: @Sendable (Paper) throws -> Void = { paper in
      switch paper.title {
      case "one": throw ValidationFailure(paper, property: "note", message: "a note is needed")
      case "many":
        throw GraphError.validation([
          ValidationFailure(paper, property: "note", message: "first"),
          ValidationFailure(paper, message: "second"),
        ])
      case "own": throw Refusal(description: "own words")
      default: break
      }
    }
    try with(HookLog(willSave: { $0.set("note", nil) }, validate: validate)) { _ in
      for title in ["one", "many", "own", "far too long a title"] { _ = Paper(in: context, title: title) }
      let error = try #require(expect(.validation) { try context.save() })
      #expect(error.failures.map(\.rule) == [.maximumLength, .custom, .custom, .custom, .custom])
      let words = ["a note is needed", "first", "second", "own words"]
      #expect(error.failures.dropFirst().map(\.message) == words)
      #expect(error.failures.map(\.property) == ["title", "note", "note", "", ""])
      #expect(error.underlyingErrors.count == 1 && error.underlyingErrors.first is Refusal)
      #expect(context.insertedObjects.count == 4)
    }
    try with(HookLog(validate: validate)) { _ in
      let error = try #require(expect(.validation) { try context.validate() })
      #expect(error.failures.count == 5)
    }
  }

  @Test func preparingADeletionHappensOnceThoughTheHookDeletesAsWell() throws {
    try with(HookLog(prepareForDeletion: { $0.context?.delete($0) })) { log in
      let paper = Paper(in: context, title: "a")
      try context.save()
      _ = log.taken()
      context.delete(paper)
      context.delete(paper)
      #expect(log.taken() == ["prepareForDeletion a"])
      context.rollback()
      context.delete(paper)
      #expect(log.taken() == ["prepareForDeletion a"], "another deletion")
      try context.save()
    }
  }

  @Test func aHookCannotSave() throws {
    with(HookLog(willSave: { try $0.context?.save() })) { _ in
      _ = Paper(in: context, title: "a")
      expect(.savingAlready) { try context.save() }
    }
    try context.save()
  }

  @Test func whatIsChangedAfterASaveBelongsToTheNext() throws {
    try with(HookLog(didSave: { if $0.note == nil { $0.set("note", "saved") } })) { log in
      let paper = Paper(in: context, title: "a")
      try context.save()
      #expect(paper.object.isUpdated)
      #expect(try container.newContext().fetch(FetchRequest<Paper>()).map(\.note) == [nil])
      try context.save()
      #expect(!context.hasChanges)
      #expect(try container.newContext().fetch(FetchRequest<Paper>()).map(\.note) == ["saved"])
      #expect(log.taken().filter { $0 == "didSave a" }.count == 2)
    }
  }

  @Test func hooksAndTheChangesTheyFollowAreUndoneTogether() throws {
    context.undoManager = GraphUndoManager()
    try with(HookLog(willSave: { $0.set("note", "hook") })) { _ in
      let paper = Paper(in: context, title: "a")
      try context.save()
      paper.set("count", 9)
      paper.set("note", "mine")
      try context.save()
      #expect(paper.note == "hook" && context.undoManager?.undoCount == 2)
      context.undo()
      #expect(paper.count == 3 && paper.note == "hook")
      context.undo()
      #expect(paper.isDeleted)
    }
  }
}
