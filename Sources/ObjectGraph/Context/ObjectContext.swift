package import GraphModel
public import GraphValues

/// A place to work with objects: it hands them out, one for each identity, tracks what is inserted, updated and
/// deleted, and saves it all in one transaction.
///
/// A context and its objects are confined to one isolation: they are not `Sendable`. Make as many contexts as
/// there are places to work in; they share the container's store.
///
/// Objects that nobody holds and nothing changed leave memory by themselves. Objects outlive their context: those that
/// somebody holds can be read as before, and lead to others. What was not saved when the context goes is never saved.
public final class ObjectContext {
  let core: ContextCore
  /// The context that this one saves to; nil where it saves to the store.
  public let parent: ObjectContext?

  /// - Parameter hooks: entities whose hooks are called from the beginning; those of others once they are used.
  package init(
    store: any PersistentStore & Sendable, model: ResolvedModel, hooks: [any LifecycleHooks.Type] = []
  ) {
    parent = nil
    core = ContextCore(store: store, model: model)
    core.connect(self)
    core.addHooks(hooks)
  }

  /// A context whose store is another one.
  init(parent: ObjectContext) {
    self.parent = parent
    let store = ContextStore(parent.core)
    core = ContextCore(store: store, model: parent.core.model)
    store.child = core
    core.connect(self)
    core.addHooks(parent.core.hookTypes)
  }

  deinit {
    core.abandon()
  }

  // MARK: Inserting and deleting

  /// Inserts a new object of an entity known only at run time, with the model's default values.
  ///
  /// - Throws: ``GraphError``: `unknownEntity`, with a near suggestion; `abstractEntity`.
  public func insert(entity name: String) throws -> ManagedObject {
    let registry = try core.registry(named: name)
    if registry.entity.isAbstract {
      throw GraphError(
        .abstractEntity, "\(name) is abstract: insert an object of an entity that inherits from it",
        entity: name)
    }
    return registry.insert()
  }

  /// Inserts a new object for an initializer of generated code.
  @_spi(Generated) public func insertObject<Typed: Entity>(_ type: Typed.Type) -> ManagedObject {
    do {
      return try core.registry(for: type).insert()
    } catch {
      // The model a container was opened with and the compiled types differ: only a change of the program helps.
      preconditionFailure("cannot insert a \(type): \(error)")
    }
  }

  /// Deletes an object: at the next save, and from fetches at once. Deleting it again changes nothing.
  ///
  /// The relationships' delete rules apply at once to what the context knows, and in the store at save, where
  /// objects that nobody has read are deleted or let go without being read. An object that was never saved is gone
  /// without a trace. Values of a deleted object can still be read.
  ///
  /// - Precondition: the object is of this context.
  public func delete(_ object: ManagedObject) {
    guard object.core === core else {
      preconditionFailure("\(object.id) belongs to another context: delete it there")
    }
    core.access.during { core.delete(object) }
  }

  /// Deletes an object: at the next save, and from fetches at once. Deleting it again changes nothing.
  public func delete<Typed: Entity>(_ entity: Typed) {
    delete(entity.object)
  }

  // MARK: Finding objects by identity

  /// The object of an ID: the registered one, or a fault, which is not looked up before a value is read.
  ///
  /// - Throws: ``GraphError``: `foreignObject` for another store's ID, `unknownEntity`.
  public func object(with id: ObjectID) throws -> ManagedObject {
    try core.object(with: id)
  }

  /// The typed object of an ID: the registered one, or a fault.
  ///
  /// - Throws: ``GraphError``: `foreignObject` for another store's ID or another entity's, `entityMismatch`.
  public func object<Typed: Entity>(with id: ObjectID, as type: Typed.Type) throws -> Typed {
    let registry = try core.registry(for: type)
    let named = try core.registry(for: id)
    guard named.isKind(of: registry) || registry.isKind(of: named) else {
      throw GraphError(
        .foreignObject, "\(id) is no \(Typed.entityName)", entity: Typed.entityName, objectID: id)
    }
    let object = registry.hierarchy.object(named: id.key, as: named.isKind(of: registry) ? named : registry)
    guard object.state.contains(.provisional) || object.registry.isKind(of: registry) else {
      throw GraphError(
        .foreignObject, "\(object.id) is no \(Typed.entityName)", entity: Typed.entityName, objectID: id)
    }
    return Typed(unchecked: object)
  }

  /// The object of an ID if it is registered in this context; the store is not asked.
  public func registeredObject(for id: ObjectID) -> ManagedObject? {
    (try? core.registry(for: id))?.hierarchy.map[id.key]
  }

  /// The objects that are registered: held by someone, changed, or not yet let go.
  public var registeredObjects: Set<ManagedObject> {
    var result: Set<ManagedObject> = []
    for hierarchy in core.hierarchies { hierarchy.map.forEach { result.insert($0) } }
    return result
  }

  /// Lets go at once of registered objects that nobody else holds and nothing changed, without waiting until there are
  /// many.
  package func letGoOfUnheldObjects() {
    for hierarchy in core.hierarchies { hierarchy.sweep() }
  }

  // MARK: What the next save writes

  /// Whether the next save has something to write.
  ///
  /// - Complexity: O(entities + objects with changed relationships).
  public var hasChanges: Bool { core.hasChanges }

  /// The new objects.
  public var insertedObjects: Set<ManagedObject> {
    core.settleDeletions()
    return Set(core.registries.flatMap(\.inserted.objects))
  }

  /// The stored objects whose values or relationships differ from the stored ones.
  public var updatedObjects: Set<ManagedObject> {
    core.settleDeletions()
    let related = core.related.filter { $0.hasRelationshipChanges && !$0.state.contains(.deleted) }
    return Set(core.registries.flatMap(\.updated.objects)).union(related)
  }

  /// The objects to be removed, as far as they are registered.
  public var deletedObjects: Set<ManagedObject> {
    core.settleDeletions()
    return Set(core.registries.flatMap(\.deleted.objects))
  }
}
