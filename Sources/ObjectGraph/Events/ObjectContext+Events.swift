import GraphModel
import GraphValues

extension ObjectContext {
  /// What happens in the context, from now on: `objectsDidChange`, `willSave` and `didSave`, each with the objects
  /// concerned.
  ///
  /// ```swift
  /// let events = context.events
  /// let task = Task { for await event in events where event.kind == .didSave { print(event.changes.inserted) } }
  /// ```
  ///
  /// Changes of objects are found by ``processPendingChanges()``, which fetches and saves do by themselves. The events are
  /// values and may be awaited anywhere. While nobody holds such a sequence nothing is noted, and nothing costs anything.
  public var events: ContextEvents {
    let listeners = core.listeners ?? ContextListeners()
    core.listeners = listeners
    return ContextEvents(listeners)
  }

  /// What an application calls where one action of a person is complete, as there is no run loop that would.
  ///
  /// It applies delete rules to all registered objects, ends the group of changes that ``undo()`` takes back together, tells
  /// ``events`` of the objects that were changed since the last time, and merges what others have committed where
  /// ``automaticallyMergesChanges`` asks for it; the reason why that could not be read is thrown by the next throwing call.
  /// Fetches and saves tell and merge by themselves.
  ///
  /// - Complexity: O(objects with unsaved changes) where somebody listens.
  public func processPendingChanges() {
    core.access.during {
      core.settleDeletions()
      core.undoManager?.endAutomaticGroup()
      do {
        try core.mergeIncoming()
      } catch {
        core.record(error)
      }
      core.tellOfChanges()
    }
  }
}

extension ContextCore {
  /// Whether somebody listens to events.
  var isHeard: Bool { listeners.map { !$0.isEmpty } ?? false }

  /// What has to be done before the context reads for somebody.
  ///
  /// - Throws: the failure that a getter could not, the store's errors.
  func beginReading() throws {
    try throwRecordedError()
    if isSaving || (inbox == nil && listeners == nil) { return }
    try mergeIncoming()
    tellOfChanges()
  }

  /// Tells of the objects that were changed since the last time.
  func tellOfChanges() {
    guard let listeners, !listeners.isEmpty else {
      if listeners != nil { stopTracking() }
      return
    }
    var changes = tracker.changes(in: self)
    changes.merge(outsideChanges)
    outsideChanges = ObjectChanges()
    if !changes.isEmpty { listeners.post(ContextEvent(kind: .objectsDidChange, changes: changes)) }
  }

  /// Nobody listens any more.
  private func stopTracking() {
    tracker = ChangeTracker()
    outsideChanges = ObjectChanges()
    listeners = nil
  }

  /// What is to be saved, where somebody wants to know.
  func changesToTell() -> ObjectChanges? { isHeard ? ChangeTracker.unsavedChanges(in: self) : nil }

  /// Tells that a save begins.
  func tellOfBeginningSave() {
    guard isHeard else { return }
    tellOfChanges()
    if let changes = changesToTell() { listeners?.post(ContextEvent(kind: .willSave, changes: changes)) }
  }

  /// Tells that a save is written, with what the store has done by rule.
  func tellOfSave(_ changes: ObjectChanges?, _ outcome: SaveOutcome) {
    guard var changes else { return }
    for (root, keys) in outcome.deleted {
      guard let home = model[root].map({ self.home(ofEntity: $0.name) }) else { continue }
      for key in keys { changes.delete(ObjectID(home: home, key: key)) }
    }
    for (index, keys) in outcome.nullified {
      let relationship = model.relationships[index]
      let home = home(ofEntity: relationship.owner)
      for key in keys { changes.update(ObjectID(home: home, key: key), [relationship.name]) }
    }
    tracker.forget()
    listeners?.post(ContextEvent(kind: .didSave, changes: changes))
  }

  func noteRefreshed(_ object: ManagedObject) {
    if isHeard { outsideChanges.refresh(object.id) }
  }
}
