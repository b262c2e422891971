import GraphValues

/// What becomes of objects when their context goes.
///
/// Objects hold the core, the core owns the registries, and nothing holds objects any more but those who use them. They go
/// on reading, uniqued as before; unsaved changes are theirs alone. When the last of them goes, so does the core, on
/// whatever thread that is: nobody else can be using it then.
extension ContextCore {
  func abandon() {
    hasHeldChanges = hasChanges
    isAbandoned = true
    undoManager?.leave()
    undoManager = nil
    inbox = nil
    tracker = ChangeTracker()
    listeners?.finish()
    listeners = nil
    hookJournal = nil
    lostTargets = LostTargets()
    updateJournaling()
    related = []
    preparing = []
    let unsaved = hierarchies.map { $0.takeUnsavedKeys() }
    let vanished = deletions.vanished
    deletions = PendingDeletions()
    let held = hierarchies.map { $0.map.heldObjects() }
    guard held.contains(where: { !$0.isEmpty }) else {
      for hierarchy in hierarchies { hierarchy.map.removeAll() }
      return
    }
    deletions.vanished = vanished
    for (hierarchy, objects) in zip(hierarchies, held) { hierarchy.abandon(keeping: objects) }
    for (hierarchy, keys) in zip(hierarchies, unsaved) {
      let lost = keys.filter { hierarchy.map[$0] == nil }
      if !lost.isEmpty { deletions.vanished[hierarchy.rootName, default: []].formUnion(lost) }
    }
    if hasHeldChanges {
      for object in held.joined() { object.forgetLostMembers() }
    }
  }
}

extension HierarchyRegistry {
  /// The keys of new objects; changes are listed no more.
  fileprivate func takeUnsavedKeys() -> [Int64] {
    let keys = entities.flatMap { $0.inserted.objects.map(\.key) }
    for registry in entities { registry.forgetChanges() }
    finishInsertions()
    staleKeys = []
    return keys
  }
}

extension ManagedObject {
  /// Lists are read anew, with the changes of those who are still there.
  fileprivate func forgetLostMembers() {
    forgetMembers()
    guard collections != nil else { return }
    for link in registry.relationships.toManys {
      let hierarchy = link.destination.hierarchy
      if link.isColumn, !state.contains(.inserted) {
        // The members' own keys say who belongs to the list.
        collections?[link.place] = ToManyState()
        continue
      }
      collections?[link.place].removeAll { member in
        if core.isVanished(member, hierarchy) { return true }
        guard link.isColumn else { return false }
        guard let object = hierarchy.map[member], let back = link.back(of: object) else { return true }
        return object.referenceKey(back.slot) != key
      }
      guard let changes = collections?[link.place].changes else { continue }
      for member in changes.added where core.isVanished(member, hierarchy) { changes.remove(member) }
    }
  }
}
