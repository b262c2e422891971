import GraphValues

/// The hooks around one save, in a defined order: entities as the model has them; of one entity new objects, then
/// changed ones, then deleted ones, each in the order of their keys.
final class SaveHooks {
  /// Rounds in which hooks may change further objects.
  static let roundLimit = 100

  private let core: ContextCore
  private var called: [ManagedObject] = []
  private var isCalled: Set<ManagedObject> = []

  init(_ core: ContextCore) {
    self.core = core
    core.hookJournal = ChangeGroup()
    core.updateJournaling()
  }

  /// Calls `willSave` until no hook changes an object that has not had its call.
  func willSave() throws {
    for _ in 0..<Self.roundLimit {
      core.settleDeletions()
      let round = core.changedObjects(where: { $0.hooks != nil }).filter { !isCalled.contains($0) }
      if round.isEmpty { return }
      for object in round where object.isPending {
        guard isCalled.insert(object).inserted else { continue }
        called.append(object)
        try object.registry.hooks?.call(object) { try $0.willSave() }
      }
    }
    throw GraphError(
      .endlessHooks,
      "cannot save: after \(Self.roundLimit) rounds of willSave hooks there are still newly changed objects; hooks that "
        + "change objects must come to an end", objectID: called.last?.id)
  }

  /// What is saved now stays.
  ///
  /// - Returns: the objects that are told so, once it is written.
  func finish() -> [ManagedObject] {
    core.hookJournal = nil
    core.updateJournaling()
    return core.changedObjects(where: { $0.hooks != nil })
  }

  /// The save has failed: what hooks have changed is taken back.
  func takeBack() {
    guard let journal = core.hookJournal else { return }
    core.settleDeletions()
    core.hookJournal = nil
    core.updateJournaling()
    _ = core.takeBack(journal)
  }
}

extension ContextCore {
  /// The objects with unsaved changes, in the order in which hooks are called.
  func changedObjects(where isWanted: (EntityRegistry) -> Bool) -> [ManagedObject] {
    var onlyRelated: [ObjectIdentifier: [ManagedObject]] = [:]
    for object in related
    where object.state.isClean && object.hasRelationshipChanges && isWanted(object.registry) {
      onlyRelated[ObjectIdentifier(object.registry), default: []].append(object)
    }
    var result: [ManagedObject] = []
    for registry in registries where isWanted(registry) {
      result += registry.inserted.inKeyOrder
      if let more = onlyRelated[ObjectIdentifier(registry)] {
        result += (registry.updated.objects + more).sorted { $0.key < $1.key }
      } else {
        result += registry.updated.inKeyOrder
      }
      result += registry.deleted.inKeyOrder
    }
    return result
  }
}

extension ManagedObject {
  /// Whether a save would write it.
  fileprivate var isPending: Bool {
    !state.contains(.detached) && (!state.isDisjoint(with: .pending) || hasRelationshipChanges)
  }
}
