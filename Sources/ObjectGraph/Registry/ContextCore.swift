import Foundation
import GraphModel
import GraphValues

/// What the objects of a context share: the store, the registries and a failure that could not be thrown yet.
///
/// The context and its objects hold it, and it owns the registries, which lead back without owning. It holds objects while
/// there is a context, and none afterwards: an object that outlives its context goes on reading.
package final class ContextCore {
  private(set) var store: any PersistentStore
  let model: ResolvedModel
  let access = AccessCheck()
  /// Who commits what this context saves.
  var origin = CommitOrigin()
  private(set) weak var context: ObjectContext?
  /// Whether the context is gone.
  var isAbandoned = false
  /// Whether objects of a context that is gone have changes that nobody can save.
  var hasHeldChanges = false
  private(set) var hierarchies: [HierarchyRegistry] = []
  private(set) var registries: [EntityRegistry] = []
  private var registriesByName: [String: EntityRegistry] = [:]
  private var registriesByType: [ObjectIdentifier: EntityRegistry] = [:]
  private var homes: [String: ObjectHome] = [:]
  /// The typed entity that was asked for last: inserting many asks for the same one each time.
  private var lastType: (type: ObjectIdentifier, registry: EntityRegistry)?
  private var faultError: (any Error)?

  /// Stored objects to whose to-many relationships something was added, or from which something was removed.
  var related: [ManagedObject] = []
  /// The deletions of the context whose rules are still to be applied to registered objects.
  var deletions = PendingDeletions()
  /// Whether to-many relationships have been read: what is read later may belong into them.
  var hasReadMembers = false
  /// What a save does where others have changed what it writes.
  var mergePolicy = MergePolicy.error
  /// Whether the save has made new objects one with stored ones, whose insertion cannot be undone any more.
  var hasMergedIdentities = false
  /// Those who are told of events, what they have been told of, and what others than people have changed since; nil while
  /// nobody has asked.
  var listeners: ContextListeners?
  var tracker = ChangeTracker()
  var outsideChanges = ObjectChanges()
  /// What others have committed, where it is to be merged.
  var inbox: CommitInbox?
  /// Remembers changes, where they are to be undone.
  var undoManager: GraphUndoManager?
  /// What undoing could not put back yet.
  var lostTargets = LostTargets()
  /// The changes of a save's hooks, which are taken back where the save fails.
  var hookJournal: ChangeGroup?
  /// Whether changes are noted, and how many things that go on want them not to be.
  var isJournaling = false
  var journalSuspensions = 0
  /// Whether entities have hooks, and whether a save is under way, which calls them.
  var hasHooks = false
  var isSaving = false
  /// Objects whose deletion is being prepared by hooks.
  var preparing: Set<ManagedObject> = []
  /// Whether what is read is to be noted: for lists that are known, for what a deletion has taken, or to be kept.
  var notesReadRows: Bool { tracksReadRows || isAbandoned }
  /// Whether rows that have not changed their version may still differ: the store keeps derived values.
  let rereadsRows: Bool
  /// Whether the store is another context.
  let isChild: Bool
  /// Whether there has been a child, which may have children of its own.
  var hasChildren = false
  /// The entities whose hooks are called, in the order in which they came.
  var hookTypes: [any LifecycleHooks.Type] = []
  /// Objects that a child has deleted, whose hooks have prepared it there.
  var preparedByChild: Set<ManagedObject> = []

  init(store: any PersistentStore, model: ResolvedModel) {
    self.store = store
    self.model = model
    origin.context = Self.nextNumber()
    isChild = store is ContextStore
    rereadsRows = model.entities.contains { $0.derivations.contains { $0.isKeptByStore } }
  }

  func connect(_ context: ObjectContext) {
    self.context = context
    var roots: [String: HierarchyRegistry] = [:]
    for root in model.roots {
      let hierarchy = HierarchyRegistry(core: self, root: root)
      hierarchies.append(hierarchy)
      roots[root.name] = hierarchy
      for entity in model.family(ofRoot: root.name) {
        let registry = EntityRegistry(hierarchy: hierarchy, entity: entity)
        hierarchy.add(registry)
        registriesByName[entity.name] = registry
      }
    }
    registries = model.entities.compactMap { registriesByName[$0.name] }
  }

  /// Reads and writes by way of another store for a while: the same one within a transaction.
  func withStore<Value>(_ other: any PersistentStore, _ body: () throws -> Value) rethrows -> Value {
    let before = store
    store = other
    defer { store = before }
    return try body()
  }

  var hasChanges: Bool {
    registries.contains { $0.hasChanges } || related.contains { $0.hasRelationshipChanges }
  }

  // MARK: Registries

  /// The shared part of the IDs of an entity that a to-one leads to.
  func home(ofEntity name: String) -> ObjectHome {
    if let home = homes[name] { return home }
    let home = ObjectHome(store: store.identifier, entity: name, root: model[name]?.rootName ?? name)
    homes[name] = home
    return home
  }

  func knownRegistry(named name: String) -> EntityRegistry? { registriesByName[name] }

  func registry(named name: String) throws -> EntityRegistry {
    if let registry = registriesByName[name] { return registry }
    let near = Suggestion.nearest(to: name, among: model.entities.map(\.name))
    throw GraphError(
      .unknownEntity,
      "the model \"\(model.model.name)\" has no entity \"\(name)\""
        + (near.map { "; did you mean \"\($0)\"?" } ?? ""), entity: name)
  }

  /// The registry of a typed entity, once the model is known to lay it out as the type expects.
  func registry<Typed: Entity>(for type: Typed.Type) throws -> EntityRegistry {
    let identifier = ObjectIdentifier(type)
    if let last = lastType, last.type == identifier { return last.registry }
    if let registry = registriesByType[identifier] {
      lastType = (identifier, registry)
      return registry
    }
    let registry = try registry(named: Typed.entityName)
    try LayoutCheck.check(registry.entity, in: model.model, matches: type)
    registriesByType[identifier] = registry
    if let hooks = type as? any LifecycleHooks.Type { addHooks(hooks, for: registry) }
    return registry
  }

  func registry(for id: ObjectID) throws -> EntityRegistry {
    guard id.storeIdentifier == store.identifier else {
      throw GraphError(
        .foreignObject, "\(id) is an object of another store (\(id.storeIdentifier.uuidString))",
        objectID: id)
    }
    return try registry(named: id.entityName)
  }

  // MARK: Failures of calls that cannot throw

  func record(_ error: any Error) {
    if faultError == nil { faultError = error }
  }

  /// Throws the failure that a getter could not, once.
  func throwRecordedError() throws {
    guard let error = faultError else { return }
    faultError = nil
    throw error
  }

  func forgetRecordedError() { faultError = nil }
}
