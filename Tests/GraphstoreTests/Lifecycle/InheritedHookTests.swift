import Foundation
import GraphstoreTestSupport
import Testing

@_spi(Generated) @testable import Graphstore

@Suite("Hooks and relationships, hooks and inheritance")
struct InheritedHookTests {
  /// Typed handles as the code generator makes them, with hooks that note their calls.
  struct Item: Entity, LifecycleHooks {
    static let entityName = "Item"
    static var model: EntityModel { InheritedHookTests.model }
    let object: ManagedObject

    init(unchecked object: ManagedObject) { self.object = object }

    static func propertyName(for keyPath: AnyKeyPath) -> String? { nil }

    func didInsert() { note("didInsert") }

    func prepareForDeletion() { note("prepareForDeletion") }

    func willSave() throws { note("willSave") }

    func validateForInsert() throws { throw ValidationFailure(self, message: "Item refuses") }

    private func note(_ call: String) { HookLog.current.note("Item.\(call)", self) }
  }

  struct Box: Entity, LifecycleHooks {
    static let entityName = "Box"
    static var model: EntityModel { InheritedHookTests.model }
    let object: ManagedObject

    init(unchecked object: ManagedObject) { self.object = object }

    static func propertyName(for keyPath: AnyKeyPath) -> String? { nil }

    func didInsert() { HookLog.current.note("Box.didInsert", self) }

    func prepareForDeletion() { HookLog.current.note("Box.prepareForDeletion", self) }

    func willSave() throws { HookLog.current.note("Box.willSave", self) }

    func validateForInsert() throws { throw ValidationFailure(self, message: "Box refuses") }
  }

  private static let parsed = Result {
    try EntityModel(
      json: """
        { "model": "Boxes", "entities": [
          { "name": "Item",
            "attributes": [ { "name": "title", "type": "string", "optional": true } ],
            "relationships": [
              { "name": "box", "to": "Box", "optional": true, "inverse": "items" },
              { "name": "label", "to": "Label", "optional": true, "inverse": null } ] },
          { "name": "Box", "parent": "Item",
            "relationships": [
              { "name": "items", "to": "Item", "many": true, "optional": true, "inverse": "box",
                "onDelete": "cascade" } ] },
          { "name": "Label", "attributes": [ { "name": "title", "type": "string", "optional": true } ] } ] }
        """)
  }

  static var model: EntityModel {
    switch parsed {
    case .success(let model): model
    case .failure(let error): preconditionFailure("\(error)")
    }
  }

  private func make(_ context: ObjectContext, _ entity: String, _ title: String) throws -> ManagedObject {
    try context.insert(entity, ["title": title])
  }

  @Test func parentsComeFirst() throws {
    let container = try PersistentContainer(
      model: Self.model, location: .inMemory, entities: [Box.self, Item.self])
    let context = container.newContext()
    let log = HookLog()
    try HookLog.$current.withValue(log) {
      _ = try make(context, "Box", "b")
      #expect(log.taken() == ["Item.didInsert -", "Box.didInsert -"])
      _ = try make(context, "Item", "i")
      _ = log.taken()
      let error = try #require(expect(.validation) { try context.save() })
      #expect(error.failures.map(\.message) == ["Item refuses", "Item refuses", "Box refuses"])
      #expect(log.taken() == ["Item.willSave i", "Item.willSave b", "Box.willSave b"])
    }
  }

  @Test func registeredObjectsThatACascadeReachesArePrepared() throws {
    let container = try PersistentContainer(model: Self.model, location: .inMemory)
    let context = container.newContext()
    let box = try make(context, "Box", "outer")
    for (entity, title) in [("Item", "a"), ("Box", "inner"), ("Item", "c")] {
      try box.add(make(context, entity, title), toRelationship: "items")
    }
    try context.save()
    let second = container.newContext()
    let log = HookLog()
    try HookLog.$current.withValue(log) {
      let outer = try #require(try second.fetch(FetchRequest<Box>(format: "title == 'outer'")).first)
      second.delete(outer)
      #expect(log.taken() == ["Box.prepareForDeletion outer"], "who has not been read has no hooks")
      second.rollback()
      _ = try second.fetch(FetchRequest<Item>())
      let items = try outer.object.relatedObjects(forKey: "items")
      #expect(items.count == 3)
      second.delete(outer)
      let calls = log.taken()
      #expect(calls.first == "Item.prepareForDeletion outer")
      #expect(
        Set(calls) == [
          "Item.prepareForDeletion outer", "Box.prepareForDeletion outer", "Item.prepareForDeletion a",
          "Item.prepareForDeletion inner", "Box.prepareForDeletion inner", "Item.prepareForDeletion c",
        ])
      #expect(calls.count == 6)
      try second.save()
    }
    #expect(try container.newContext().all("Item").isEmpty)
  }
}
