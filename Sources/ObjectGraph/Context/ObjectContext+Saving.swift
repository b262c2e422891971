import GraphValues

extension ObjectContext {
  /// Writes all changes in one transaction; without changes nothing happens.
  ///
  /// The model's rules are checked first, all of them, for all changed objects. Where saving throws, nothing was
  /// written, the context keeps its changes as they are, and the next save works.
  ///
  /// - Complexity: O(n) in the number of changed objects, however many are registered.
  /// - Throws: ``GraphError``: `validation` with all ``GraphError/failures``, `uniqueness`, `conflict`; the
  ///   store's errors; and the reason why a value could not be read since the last throwing call.
  public func save() throws {
    try core.throwRecordedError()
    guard hasChanges else { return }
    try validate()
    let batch = SaveBatch(core.registries)
    do {
      _ = try core.store.save(batch.changes)
    } catch let conflict as SaveConflict {
      if case .version(let entity, let keys) = conflict { try core.registry(named: entity).staleKeys += keys }
      throw GraphError(conflict, in: core)
    }
    batch.commit()
    for registry in core.registries { registry.sweepIfDue() }
  }

  /// Checks the model's rules for all changed objects, as ``save()`` does.
  ///
  /// - Throws: ``GraphError`` with code `validation` and all ``GraphError/failures``.
  public func validate() throws {
    var failures: [ValidationFailure] = []
    for registry in core.registries {
      for object in registry.inserted.inKeyOrder { registry.validator.validate(object, into: &failures) }
      for object in registry.updated.inKeyOrder { registry.validator.validate(object, into: &failures) }
    }
    guard let first = failures.first else { return }
    let message =
      failures.count == 1
      ? "cannot save: \(first)" : "cannot save: \(failures.count) rules of the model are broken"
    throw GraphError(
      .validation, message, entity: first.objectID.entityName, properties: [first.property],
      objectID: first.objectID, failures: failures.count == 1 ? [first] : failures)
  }
}
