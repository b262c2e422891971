import GraphValues

/// Taking note of changes while something wants to take them back: the undo manager, or a save whose hooks may fail.
extension ContextCore {
  /// Tells the registries whether changes have to be noted.
  func updateJournaling() {
    let isOn =
      journalSuspensions == 0 && (hookJournal != nil || undoManager?.isUndoRegistrationEnabled == true)
    guard isOn != isJournaling else { return }
    isJournaling = isOn
    for registry in registries { registry.isJournaling = isOn }
  }

  /// Does something that nobody takes back by itself.
  func withoutJournaling<Result>(_ body: () throws -> Result) rethrows -> Result {
    guard isJournaling || journalSuspensions > 0 else { return try body() }
    journalSuspensions += 1
    updateJournaling()
    defer {
      journalSuspensions -= 1
      updateJournaling()
    }
    return try body()
  }

  private func note(_ body: (ChangeGroup) -> Void) {
    if let undoManager, undoManager.isUndoRegistrationEnabled { body(undoManager.openGroup()) }
    if let hookJournal { body(hookJournal) }
  }

  func journal(_ object: ManagedObject, _ slot: Int, _ value: AttributeValue) {
    guard !object.state.contains(.detached), let before = object.currentValue(slot), before != value else {
      return
    }
    note { $0.noteValue(of: object, slot, before) }
  }

  func journalInsertion(of object: ManagedObject) { note { $0.noteExistence(of: object, false) } }

  /// Notes an object that comes with its relationships.
  func journalArrival(of object: ManagedObject) {
    note { group in
      group.noteExistence(of: object, false)
      for link in object.registry.relationships.toOnes where object.referenceKey(link.slot) != nil {
        group.noteValue(of: object, link.slot, .null)
        if let orderSlot = link.orderSlot { group.noteValue(of: object, orderSlot, .null) }
      }
    }
  }

  func journalDeletion(of object: ManagedObject) {
    note { group in
      group.noteExistence(of: object, true)
      group.keepExternalValues(of: object)
    }
  }

  /// A pair is about to be entered into a join table.
  func journalLink(_ object: ManagedObject, _ link: ToManyLink, _ member: Int64) {
    let place = ChangeGroup.LinkPlace(object, link, member)
    note { $0.noteLink(place, .absent) }
  }

  /// A pair is about to be taken out of a join table, or to get another order.
  func journalLinkState(_ object: ManagedObject, _ link: ToManyLink, _ member: Int64) {
    let place = ChangeGroup.LinkPlace(object, link, member)
    let state = place.state
    note { $0.noteLink(place, state) }
  }

  /// Notes what may stand in the way of a deletion: taking that back takes it back as well.
  func deny(_ denials: [PendingDeletions.Denial]) {
    deletions.denials += denials
    note { $0.denials += denials }
  }

  /// Keeps objects until the changes that are being made are complete.
  func hold(_ objects: [ManagedObject]) { note { $0.held += objects } }

  /// Nothing can be undone any more.
  func forgetJournal() {
    undoManager?.removeAllActions()
    lostTargets = LostTargets()
    if hookJournal != nil { hookJournal = ChangeGroup() }
  }
}
