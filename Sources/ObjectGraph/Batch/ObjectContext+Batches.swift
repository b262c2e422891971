import GraphQuery
import GraphModel
import GraphValues

extension ObjectContext {
  /// Sets properties of all stored objects that meet the request's predicate, in one transaction and without reading
  /// them.
  ///
  /// The request is about what is stored: unsaved changes of the context neither count nor are touched. Objects of
  /// this context show the new values afterwards, on which their unsaved changes stay. Hooks are not called, and an
  /// undo manager does not hear of it.
  ///
  /// - Complexity: a statement of SQLite's.
  /// - Throws: `QueryError` and ``GraphError`` where the request does not fit the model: `unknownProperty`,
  ///   `invalidValue`, `invalidRequest`, `wrongEntity`, `validation` with ``GraphError/failures`` whose object has
  ///   the key 0; ``GraphError`` with code `uniqueness`, `missingObject` or `validation` where the store refuses; the
  ///   store's errors. Nothing was changed then.
  @discardableResult
  public func execute<Result: FetchResult>(_ request: BatchUpdateRequest<Result>) throws -> BatchResult {
    try core.throwRecordedError()
    let selection = try BatchSelection(request.selection, in: self)
    let variables = request.variables.compactMapValues { $0.predicateOperand.value }
    var update = try BatchAssignments(request.assignments, variables, selection, core).resolved()
    update.origin = core.origin
    update.wantsKeys = request.resultType == .objectIDs || selection.hasRegisteredObjects
    let outcome = try refusable { try core.store.update(update) }
    var changes = BatchChanges()
    if outcome.count > 0 { changes.updated[selection.root] = .some(outcome.keys) }
    return try finish(outcome, request.resultType, selection.registry, changes)
  }

  /// Deletes all stored objects that the request selects, in one transaction and without reading them; delete rules
  /// are followed.
  ///
  /// The request is about what is stored: unsaved changes of the context do not count, and new objects are not
  /// touched. Objects of this context that are gone are deleted afterwards, with their unsaved changes. Hooks are not
  /// called, and an undo manager does not hear of it.
  ///
  /// - Complexity: a statement of SQLite's for the objects and a few for each relationship.
  /// - Throws: `QueryError` and ``GraphError`` where the request does not fit the model; ``GraphError`` with code
  ///   `deletionDenied` or `validation` where a rule refuses; the store's errors. Nothing was changed then.
  @discardableResult
  public func execute<Result: FetchResult>(_ request: BatchDeleteRequest<Result>) throws -> BatchResult {
    try core.throwRecordedError()
    let selection = try BatchSelection(request.selection, in: self)
    var deletion = BatchDeletion(selection.query)
    deletion.origin = core.origin
    deletion.wantsKeys = request.resultType == .objectIDs || selection.hasRegisteredObjects
    let outcome = try refusable { try core.store.delete(deletion) }
    var changes = BatchChanges()
    for (root, keys) in outcome.nullified { changes.updated[root] = .some(keys) }
    for (root, keys) in outcome.deletedByRule { changes.deleted[root] = .some(keys) }
    if outcome.count > 0 {
      let byRule = outcome.deletedByRule[selection.root] ?? []
      changes.deleted[selection.root] = .some(outcome.keys.map { ($0 + byRule).sorted() })
    }
    return try finish(outcome, request.resultType, selection.registry, changes)
  }

  func refusable<Value>(_ body: () throws -> Value) throws -> Value {
    do {
      return try body()
    } catch let conflict as SaveConflict {
      throw GraphError(conflict, in: core)
    }
  }

  func finish(
    _ outcome: BatchOutcome, _ type: BatchResultType, _ registry: EntityRegistry, _ changes: BatchChanges
  ) throws -> BatchResult {
    let ids = type == .objectIDs ? outcome.keys ?? [] : []
    let result = BatchResult(
      count: outcome.count, objectIDs: ids.map { ObjectID(home: registry.home, key: $0) },
      updatedCount: outcome.updatedKeys.count, changes: changes)
    try mergeIntoAncestors(changes)
    try core.merge(changes)
    return result
  }

  /// A batch is about what is stored: a child's parents, which it passes by, hear of it first.
  private func mergeIntoAncestors(_ changes: BatchChanges) throws {
    guard let parent else { return }
    try parent.mergeIntoAncestors(changes)
    try parent.core.merge(changes)
  }
}
