import GraphModel
import GraphValues

/// Resolves what stands in the way of a save, by changing the context's objects so that they can be written.
///
/// It runs within the store's transaction: what it reads is what the save will meet.
struct ConflictResolution {
  let core: ContextCore
  let policy: MergePolicy

  private var search: ConflictSearch { ConflictSearch(core) }

  init(_ core: ContextCore) {
    self.core = core
    policy = core.mergePolicy
  }

  /// - Returns: whether something was resolved.
  /// - Throws: the error of a conflict that cannot be resolved by the policy; what a custom policy throws.
  func resolve() throws -> Bool {
    let rows = try search.rowConflicts()
    if !rows.isEmpty {
      try resolve(rows)
      return true
    }
    let uniqueness = try search.uniquenessConflicts()
    if let unresolvable = uniqueness.first(where: \.isInContext) { throw refusal(of: unresolvable) }
    for conflict in uniqueness { try resolve(conflict) }
    return !uniqueness.isEmpty
  }

  // MARK: Rows

  private func resolve(_ conflicts: [RowConflict]) throws {
    var merges: [RowMerge] = []
    var gone: [ManagedObject] = []
    var reinstated: [(object: ManagedObject, choices: [String: MergeChoice])] = []
    var revived: [RowMerge] = []
    for conflict in conflicts {
      let decision = try decision(of: conflict)
      if case .error = decision { throw search.error(for: version(conflict)) }
      switch conflict.kind {
      case .changed:
        if let theirs = conflict.theirs, let merge = try RowMerge(conflict.object, theirs, decision) {
          merges.append(merge)
        }
      case .deleted: gone.append(conflict.object)
      case .uniqueness, .uniquenessInContext: continue
      case .deletedInStore:
        switch decision {
        case .storeWins, .rollback, .error: gone.append(conflict.object)
        case .objectWins, .overwrite: reinstated.append((conflict.object, [:]))
        case .properties(let choices): reinstated.append((conflict.object, choices))
        }
      case .deletedInContext:
        guard let theirs = conflict.theirs else { continue }
        switch decision {
        case .objectWins, .overwrite: conflict.object.takeRowOfDeleted(theirs)
        case .storeWins, .rollback, .error, .properties:
          if let merge = try RowMerge(conflict.object, theirs, decision) { revived.append(merge) }
        }
      }
    }
    if !revived.isEmpty { try core.takeBackDeletions(of: revived.map(\.object)) }
    let all = merges + revived
    for merge in all { merge.prepare() }
    for merge in all { merge.takeRow() }
    for merge in all { merge.apply() }
    core.deleteGone(gone)
    for (object, choices) in reinstated { try core.reinstate(object, choices) }
  }

  private func decision(of conflict: RowConflict) throws -> MergeResolution {
    switch policy {
    case .error: return .error
    case .storeWins: return .storeWins
    case .objectWins: return .objectWins
    case .overwrite: return .overwrite
    case .rollback: return .rollback
    case .custom(let decide): return try decide(search.describe(conflict))
    }
  }

  private func version(_ conflict: RowConflict) -> SaveConflict {
    .version(entity: conflict.object.registry.entity.name, keys: [conflict.object.key])
  }

  // MARK: Uniqueness

  private func resolve(_ conflict: UniquenessConflict) throws {
    guard let registry = core.knownRegistry(named: conflict.entity),
      let object = registry.hierarchy.map[conflict.key], object.exists
    else { return }
    guard let theirs = try core.storedRow(conflict.otherKey, registry.hierarchy) else { return }
    let decision = try decision(of: conflict)
    if case .error = decision { throw refusal(of: conflict) }
    guard object.state.contains(.inserted) else {
      switch decision {
      case .rollback: object.rollBack()
      case .storeWins, .properties:
        guard try object.resetUnique(conflict.properties, decision) else { throw refusal(of: conflict) }
      case .error, .objectWins, .overwrite: throw refusal(of: conflict)
      }
      return
    }
    if case .rollback = decision { return core.delete(object) }
    guard registry.hierarchy.registry(of: theirs.rows, theirs.row) === object.registry else {
      throw refusal(of: conflict)
    }
    try UniquenessMerge(object, theirs, conflict.otherKey, decision).run()
  }

  private func refusal(of conflict: UniquenessConflict) -> GraphError {
    search.error(
      for: .uniqueness(
        entity: conflict.entity, properties: conflict.properties, key: conflict.key,
        otherKey: conflict.otherKey))
  }

  private func decision(of conflict: UniquenessConflict) throws -> MergeResolution {
    switch policy {
    case .error: return .error
    case .storeWins: return .storeWins
    case .objectWins: return .objectWins
    case .overwrite: return .overwrite
    case .rollback: return .rollback
    case .custom(let decide): return try search.describe(conflict).map(decide) ?? .error
    }
  }
}

extension SaveConflict {
  /// Whether a merge policy may resolve it.
  var isResolvable: Bool {
    switch self {
    case .version, .uniqueness: true
    default: false
    }
  }
}
