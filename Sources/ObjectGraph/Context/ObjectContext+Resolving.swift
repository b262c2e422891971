import GraphValues

/// What one try to save has written.
struct SaveAttempt {
  let batch: SaveBatch
  /// The objects with derived values that the store has computed.
  let derived: [ManagedObject]
  let outcome: SaveOutcome
}

extension ObjectContext {
  /// What a save does where another writer has changed, deleted or inserted what stands in its way.
  public var mergePolicy: MergePolicy {
    get { core.mergePolicy }
    set { core.mergePolicy = newValue }
  }

  /// Rounds in which resolving one conflict may bring up another.
  private static let roundLimit = 16

  /// Resolves conflicts by the context's policy and saves, in one transaction: nobody else can write between the two.
  ///
  /// - Parameter first: the conflict that a try without a policy has met.
  func resolveAndSave(_ first: SaveConflict) throws -> SaveAttempt {
    guard first.isResolvable else { throw GraphError(first, in: core) }
    if case .error = core.mergePolicy { throw ConflictSearch(core).error(for: first) }
    for hierarchy in core.hierarchies { hierarchy.sweep() }
    // What is resolved may leave more to be written than deletions.
    core.deletions.leavesSearch = false
    core.settleDeletions()
    let checkpoint = ContextCheckpoint(core)
    core.hasMergedIdentities = false
    do {
      let attempt = try core.withoutJournaling {
        try core.store.withTransaction { store in
          try core.withStore(store) { try resolveAndSaveInTransaction(first) }
        }
      }
      if core.hasMergedIdentities { core.undoManager?.removeAllActions() }
      return attempt
    } catch {
      checkpoint.restore()
      if let conflict = error as? SaveConflict { throw GraphError(conflict, in: core) }
      throw error
    }
  }

  private func resolveAndSaveInTransaction(_ first: SaveConflict) throws -> SaveAttempt {
    var conflict = first
    for _ in 0..<Self.roundLimit {
      let hasResolved = try ConflictResolution(core).resolve()
      do {
        return try attempt()
      } catch let next as SaveConflict where next.isResolvable {
        if !hasResolved { break }
        conflict = next
      }
    }
    throw ConflictSearch(core).error(for: conflict)
  }

  private func store(_ changes: ChangeSet) throws -> SaveOutcome {
    try core.access.during { try core.store.save(changes) }
  }

  /// Checks and writes all changes in one transaction.
  ///
  /// - Throws: ``SaveConflict`` where the store refuses; the context is as it was.
  func attempt() throws -> SaveAttempt {
    core.settleDeletions()
    let takeBackDerivations = core.computeDerivations()
    do {
      try core.placeNewMembers()
      try validate()
      try core.checkDenials()
      try core.throwRecordedError()
      let batch = SaveBatch(core)
      let derived = core.objectsWithStoredDerivations()
      return SaveAttempt(batch: batch, derived: derived, outcome: try store(batch.changes))
    } catch {
      takeBackDerivations()
      throw error
    }
  }
}
