import GraphValues

extension ObjectContext {
  /// Writes all changes in one transaction; without changes nothing happens.
  ///
  /// The model's rules are checked first, all of them, for all changed objects. Where saving throws, nothing was
  /// written, the context keeps its changes as they are, and the next save works.
  ///
  /// - Complexity: O(n) in the number of changed objects, however many are registered. What delete rules do to
  ///   objects that nobody has read is done by the store in one piece.
  /// - Throws: ``GraphError``: `validation` with all ``GraphError/failures``, `uniqueness`, `conflict`,
  ///   `deletionDenied` and `missingObject` with ``GraphError/objectIDs``; the store's errors; and the reason why a
  ///   value could not be read since the last throwing call.
  public func save() throws {
    try core.throwRecordedError()
    core.settleDeletions()
    guard hasChanges else { return }
    core.computeDerivations()
    try core.placeNewMembers()
    try validate()
    try core.checkDenials()
    try core.throwRecordedError()
    let batch = SaveBatch(core)
    let outcome: SaveOutcome
    do {
      outcome = try core.store.save(batch.changes)
    } catch let conflict as SaveConflict {
      if case .version(let entity, let keys) = conflict {
        try core.registry(named: entity).hierarchy.staleKeys += keys
      }
      throw GraphError(conflict, in: core)
    }
    batch.commit(outcome)
    try core.readStoredDerivations(batch.changes, outcome)
    for hierarchy in core.hierarchies { hierarchy.sweepIfDue() }
  }

  /// Checks the model's rules for all changed objects, as ``save()`` does.
  ///
  /// - Throws: ``GraphError`` with code `validation` and all ``GraphError/failures``.
  public func validate() throws {
    core.settleDeletions()
    var failures: [ValidationFailure] = []
    for registry in core.registries {
      for object in registry.inserted.inKeyOrder {
        registry.validator.validate(object, into: &failures)
        CountValidator.validate(object, into: &failures)
      }
      for object in registry.updated.inKeyOrder { registry.validator.validate(object, into: &failures) }
    }
    for object in core.related where object.state.isDisjoint(with: [.deleted, .detached]) {
      CountValidator.validate(object, into: &failures)
    }
    guard let first = failures.first else { return }
    let message =
      failures.count == 1
      ? "cannot save: \(first)" : "cannot save: \(failures.count) rules of the model are broken"
    throw GraphError(
      .validation, message, entity: first.objectID.entityName, properties: [first.property],
      objectID: first.objectID, failures: failures)
  }
}
