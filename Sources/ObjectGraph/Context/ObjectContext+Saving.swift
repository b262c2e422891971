import GraphValues

extension ObjectContext {
  /// Writes all changes in one transaction; without changes nothing happens.
  ///
  /// Hooks that are about to save run first (``LifecycleHooks``). The model's rules are checked next, all of them, for
  /// all changed objects. What others have changed meanwhile is met by the ``mergePolicy``. Where saving throws, nothing was
  /// written, the context keeps its changes as they are, and the next save works.
  ///
  /// - Complexity: O(n) in the number of changed objects, however many are registered. What delete rules do to
  ///   objects that nobody has read is done by the store in one piece.
  /// - Throws: ``GraphError``: `validation` with all ``GraphError/failures``, `uniqueness` and `conflict` with all
  ///   ``GraphError/conflicts``, `deletionDenied` and `missingObject` with ``GraphError/objectIDs``; the store's errors; and the reason why a
  ///   value could not be read since the last throwing call.
  public func save() throws {
    try core.throwRecordedError()
    if core.isSaving {
      throw GraphError(.savingAlready, "a hook cannot save: the context is being saved")
    }
    core.settleDeletionsForSave()
    defer { core.deletions.leavesSearch = false }
    guard hasChanges else {
      core.undoManager?.endAutomaticGroup()
      return
    }
    core.tellOfBeginningSave()
    core.isSaving = true
    let hooks = core.hasHooks ? SaveHooks(core) : nil
    let written: Written
    do {
      written = try write(hooks)
    } catch {
      hooks?.takeBack()
      core.isSaving = false
      core.undoManager?.endAutomaticGroup()
      throw error
    }
    core.isSaving = false
    core.undoManager?.endAutomaticGroup()
    core.tellOfSave(written.told, written.outcome)
    try core.readStoredDerivations(of: written.derived, written.outcome)
    do {
      try core.mergeIncoming()
    } catch {
      // It is saved.
      core.record(error)
    }
    for hierarchy in core.hierarchies { hierarchy.sweepIfDue() }
    for object in written.saved { object.registry.hooks?.call(object) { $0.didSave() } }
  }

  /// What is left to do once everything is in the store.
  private struct Written {
    /// The objects whose hooks are told that they are saved.
    let saved: [ManagedObject]
    /// The objects with derived values that the store has computed.
    let derived: [ManagedObject]
    let outcome: SaveOutcome
    /// What those who listen to events are told.
    let told: ObjectChanges?
  }

  private func write(_ hooks: SaveHooks?) throws -> Written {
    try hooks?.willSave()
    if let hooks, !hasChanges {
      return Written(saved: hooks.finish(), derived: [], outcome: SaveOutcome(), told: nil)
    }
    let attempt: SaveAttempt
    do {
      attempt = try self.attempt()
    } catch let conflict as SaveConflict {
      attempt = try resolveAndSave(conflict)
    }
    let saved = hooks?.finish() ?? []
    let told = core.changesToTell()
    attempt.batch.commit(attempt.outcome)
    return Written(saved: saved, derived: attempt.derived, outcome: attempt.outcome, told: told)
  }

  /// Checks the model's rules for all changed objects, and asks their validation hooks, as ``save()`` does.
  ///
  /// - Throws: ``GraphError`` with code `validation` and all ``GraphError/failures``.
  public func validate() throws {
    core.settleDeletions()
    var failures: [ValidationFailure] = []
    var hooks = HookValidation()
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
    if core.hasHooks {
      for object in core.changedObjects(where: { $0.hooks != nil }) {
        hooks.check(object, into: &failures) {
          if object.state.contains(.inserted) {
            try $0.validateForInsert()
          } else if object.state.contains(.deleted) {
            try $0.validateForDelete()
          } else {
            try $0.validateForUpdate()
          }
        }
      }
    }
    if failures.isEmpty { return }
    throw GraphError(validation: failures, underlyingErrors: hooks.underlyingErrors)
  }
}
