import GraphModel
public import GraphValues

extension ObjectContext {
  /// Tells the context what a batch has done that another context, or the container, has executed.
  ///
  /// Objects of this context show the new values, those that are gone are deleted, and unsaved changes stay on top of
  /// the new values. Where the result's IDs are not known, all objects of the entities concerned are read anew.
  ///
  /// - Throws: the store's errors.
  public func mergeChanges(from result: BatchResult) throws {
    try core.throwRecordedError()
    try core.merge(result.changes)
  }

  /// Tells the context which objects others have changed and deleted in the store.
  ///
  /// - Parameters:
  ///   - updated: the IDs of changed objects.
  ///   - deleted: the IDs of deleted objects.
  ///   - inserted: the IDs of new objects, for relationships that they may belong to.
  /// - Throws: ``GraphError`` with code `foreignObject` for IDs of another store, the store's errors.
  public func mergeChanges(
    updated: some Sequence<ObjectID> = [], deleted: some Sequence<ObjectID> = [],
    inserted: some Sequence<ObjectID> = []
  ) throws {
    try core.throwRecordedError()
    var changes = BatchChanges()
    changes.updated = try keys(of: updated).mapValues { .some($0) }
    changes.deleted = try keys(of: deleted).mapValues { .some($0) }
    changes.inserted = try Set(keys(of: inserted).keys)
    try core.merge(changes)
  }

  /// The ascending keys by the roots of their hierarchies.
  private func keys(of ids: some Sequence<ObjectID>) throws -> [String: [Int64]] {
    var result: [String: [Int64]] = [:]
    for id in ids { result[try core.registry(for: id).entity.rootName, default: []].append(id.key) }
    return result.mapValues { $0.sorted() }
  }

  /// The store has changed in a way of which only the hierarchies and some keys are known.
  ///
  /// - Parameters:
  ///   - roots: the roots of changed hierarchies; their objects are read anew.
  ///   - deleted: keys of rows that are known to be gone, by root.
  package func noteUnknownChanges(ofRoots roots: Set<String>, deleted: [String: [Int64]]) throws {
    var changes = BatchChanges()
    for root in roots { changes.updated[root] = .some(.none) }
    for (root, keys) in deleted { changes.deleted[root] = .some(keys.sorted()) }
    try core.merge(changes)
  }
}

extension BatchResult {
  /// Tells contexts what the batch has done, as ``ObjectContext/mergeChanges(from:)-(BatchResult)`` does.
  ///
  /// - Throws: the store's errors.
  public func merge(into contexts: [ObjectContext]) throws {
    for context in contexts { try context.mergeChanges(from: self) }
  }
}
