/// Remembers changes of a context's objects, so that they can be undone and done again.
///
/// Give one to ``ObjectContext/undoManager``; without one, nothing is remembered and nothing is paid for it. Every
/// kind of change counts: values, relationships and the order of their members, insertions, and deletions with all
/// that their rules did. Saving does not end it: undoing a saved insertion deletes the object, and undoing a saved
/// deletion brings it back, under the same ID, as the same object, with its values and relationships; the next save
/// writes that.
///
/// Changes are undone in groups. A group that nobody began opens by itself with the first change and ends with
/// ``ObjectContext/save()``, ``ObjectContext/processPendingChanges()``, an explicit group or an undo; fetching does
/// not end it. ``ObjectContext/rollback()`` and ``ObjectContext/reset()`` forget everything.
///
/// So that a deletion can be undone, what its rules reach in the store is read first. An undo never throws: what
/// stands in its way (a row that is gone) is thrown by the context's next throwing call.
public final class GraphUndoManager {
  weak var core: ContextCore?
  private var undoGroups: [ChangeGroup] = []
  private var redoGroups: [ChangeGroup] = []
  private var open: ChangeGroup?
  private var disabled = 0

  /// Makes an undo manager, for one context.
  ///
  /// - Parameter levelsOfUndo: how many groups are remembered at most; 0 for no limit.
  public init(levelsOfUndo: Int = 0) {
    self.levelsOfUndo = levelsOfUndo
  }

  // MARK: Groups

  /// How many explicit groups are open.
  public private(set) var groupingLevel = 0

  /// Begins a group: changes until its end are undone together. Groups may be nested; the outermost counts.
  public func beginUndoGrouping() {
    if groupingLevel == 0 {
      closeGroup()
      open = ChangeGroup()
    }
    groupingLevel += 1
  }

  /// Ends the group that was begun last; where none is open, nothing happens.
  public func endUndoGrouping() {
    guard groupingLevel > 0 else { return }
    if groupingLevel == 1 { core?.settleDeletions() }
    groupingLevel -= 1
    if groupingLevel == 0 { closeGroup() }
  }

  /// Makes the changes of a body one group, which ends whether the body throws or not.
  ///
  /// - Parameter actionName: what the person did, for a menu; nil gives it no name.
  public func undoGrouping<Result>(_ actionName: String? = nil, _ body: () throws -> Result) rethrows
    -> Result
  {
    beginUndoGrouping()
    defer { endUndoGrouping() }
    if let actionName { setActionName(actionName) }
    return try body()
  }

  /// The most groups that are remembered; 0 for no limit. The oldest are forgotten first.
  public var levelsOfUndo: Int {
    didSet { trim() }
  }

  // MARK: Undoing and redoing

  /// Whether there is something to undo.
  public var canUndo: Bool { !undoGroups.isEmpty || open?.isEmpty == false }

  /// Whether there is something to do again: every new change empties it.
  public var canRedo: Bool { !redoGroups.isEmpty }

  /// How many groups can be undone, the open one left out.
  public var undoCount: Int { undoGroups.count }

  /// How many groups can be done again.
  public var redoCount: Int { redoGroups.count }

  /// Takes back the last group of changes. Groups that are open are ended first.
  public func undo() {
    core?.settleDeletions()
    groupingLevel = 0
    closeGroup()
    guard let core, let group = undoGroups.popLast() else { return }
    redoGroups.append(core.takeBack(group))
  }

  /// Does the group again that was undone last.
  public func redo() {
    core?.settleDeletions()
    groupingLevel = 0
    closeGroup()
    guard let core, let group = redoGroups.popLast() else { return }
    undoGroups.append(core.takeBack(group))
  }

  /// Forgets everything that could be undone or done again.
  public func removeAllActions() {
    undoGroups = []
    redoGroups = []
    open = groupingLevel > 0 ? ChangeGroup() : nil
  }

  // MARK: Names

  /// Names what was done, for a menu ("Undo Rename"): the group that is open, or else the last one.
  public func setActionName(_ name: String) {
    (open ?? undoGroups.last)?.actionName = name
  }

  /// The name of what ``undo()`` takes back; empty where it has none.
  public var undoActionName: String {
    if let open, !open.isEmpty { return open.actionName }
    return undoGroups.last?.actionName ?? ""
  }

  /// The name of what ``redo()`` does again; empty where it has none.
  public var redoActionName: String { redoGroups.last?.actionName ?? "" }

  // MARK: Registration

  /// Whether changes are remembered.
  public var isUndoRegistrationEnabled: Bool { disabled == 0 }

  /// Changes are not remembered until ``enableUndoRegistration()`` is called as often.
  ///
  /// What is remembered already stays; undoing it later sets what it touched to what it was, whatever has been
  /// done in between.
  public func disableUndoRegistration() {
    core?.settleDeletions()
    disabled += 1
    core?.updateJournaling()
  }

  /// Takes back one ``disableUndoRegistration()``.
  public func enableUndoRegistration() {
    guard disabled > 0 else { return }
    core?.settleDeletions()
    disabled -= 1
    core?.updateJournaling()
  }

  // MARK: For the context

  /// The group that a change belongs to.
  func openGroup() -> ChangeGroup {
    redoGroups = []
    if let open { return open }
    let group = ChangeGroup()
    open = group
    return group
  }

  /// Ends the group that has opened by itself.
  func endAutomaticGroup() {
    if groupingLevel == 0 { closeGroup() }
  }

  /// The context is gone, or has another undo manager.
  func leave() {
    groupingLevel = 0
    removeAllActions()
    core = nil
  }

  private func closeGroup() {
    // What follows from deletions belongs to them.
    core?.settleDeletions()
    guard let group = open else { return }
    open = nil
    group.prune()
    if group.isEmpty { return }
    undoGroups.append(group)
    trim()
  }

  private func trim() {
    guard levelsOfUndo > 0 else { return }
    if undoGroups.count > levelsOfUndo { undoGroups.removeFirst(undoGroups.count - levelsOfUndo) }
    if redoGroups.count > levelsOfUndo { redoGroups.removeFirst(redoGroups.count - levelsOfUndo) }
  }
}
