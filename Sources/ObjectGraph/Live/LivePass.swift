package import GraphModel
import GraphValues

/// What live results read after commits: one state of the store, by way of a context of its own.
package final class LivePass {
  /// The number of the commit whose state is read.
  package let number: UInt64
  /// What has changed since the state that was read before.
  let changes: LiveChanges
  let context: ObjectContext
  /// The changed objects that exist, by the roots of their hierarchies; live results share them.
  private var changed: [String: [Int64: ManagedObject]] = [:]

  package init(
    store: any PersistentStore & Sendable, model: ResolvedModel, number: UInt64, changes: LiveChanges
  ) {
    context = ObjectContext(store: store, model: model)
    self.number = number
    self.changes = changes
  }

  /// The changed objects of a hierarchy that exist.
  func changedObjects(ofRoot root: String, _ registry: EntityRegistry) throws -> [Int64: ManagedObject] {
    if let known = changed[root] { return known }
    var objects: [Int64: ManagedObject] = [:]
    if let keys = changes.keys[root], !keys.isEmpty {
      let rows = try context.store.rows(ofRoot: root, keys: keys.sorted())
      rows.formGroup()
      rows.forEachRow { key, location in
        objects[key] = registry.hierarchy.adopt(
          key, rows.batches[Int(location.batch)], Int(location.row), isNoted: false)
      }
    }
    changed[root] = objects
    return objects
  }
}
