extension ObjectContext {
  /// What remembers changes, so that they can be undone; nil, as it is at first, remembers nothing.
  ///
  /// An undo manager serves one context: given to a second one it leaves the first, and forgets what it knew.
  /// Unsaved changes made before it came are not undone by it.
  public var undoManager: GraphUndoManager? {
    get { core.undoManager }
    set {
      guard newValue !== core.undoManager else { return }
      core.settleDeletions()
      core.undoManager?.leave()
      if let other = newValue?.core {
        other.undoManager = nil
        other.updateJournaling()
        newValue?.leave()
      }
      newValue?.core = core
      core.undoManager = newValue
      core.updateJournaling()
    }
  }

  /// Takes back the last group of changes; without an undo manager nothing happens.
  public func undo() { core.undoManager?.undo() }

  /// Does the group of changes again that was undone last; without an undo manager nothing happens.
  public func redo() { core.undoManager?.redo() }
}
