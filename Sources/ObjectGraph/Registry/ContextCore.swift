import Foundation
import GraphModel
import GraphValues

/// What the objects of a context share: the store, the registries and a failure that could not be thrown yet.
///
/// Objects hold it, by way of their registry, and the context takes it apart when it goes: an object that
/// outlives its context keeps its values and can still be read.
package final class ContextCore {
  let store: any PersistentStore
  let model: ResolvedModel
  private(set) weak var context: ObjectContext?
  private(set) var isDisconnected = false
  private(set) var registries: [EntityRegistry] = []
  private var registriesByName: [String: EntityRegistry] = [:]
  private var registriesByType: [ObjectIdentifier: EntityRegistry] = [:]
  /// The typed entity that was asked for last: inserting many asks for the same one each time.
  private var lastType: (type: ObjectIdentifier, registry: EntityRegistry)?
  private var faultError: (any Error)?

  init(store: any PersistentStore, model: ResolvedModel) {
    self.store = store
    self.model = model
  }

  func connect(_ context: ObjectContext) {
    self.context = context
    for entity in model.entities {
      let registry = EntityRegistry(core: self, entity: entity)
      registries.append(registry)
      registriesByName[entity.name] = registry
    }
  }

  /// Lets go of all registered objects.
  func disconnect() {
    isDisconnected = true
    for registry in registries { registry.forgetAll() }
    registries = []
    registriesByName = [:]
    registriesByType = [:]
    lastType = nil
  }

  var hasChanges: Bool { registries.contains { $0.hasChanges } }

  // MARK: Registries

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
