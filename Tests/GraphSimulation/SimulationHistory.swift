import GraphstoreTestSupport
import ObjectGraph

import Graphstore

/// The graphs that undoing and doing again lead to.
struct SimulationHistory {
  typealias Objects = [Int: ReferenceGraph.Object]

  var undo: [Objects] = []
  var redo: [Objects] = []
  /// The graph when the last group ended.
  var start: Objects
}

extension GraphSimulation {
  func beginHistory() {
    context.undoManager = GraphUndoManager()
    history = SimulationHistory(start: graph.objects)
  }

  /// Nothing can be undone any more.
  func forgetHistory() {
    if history == nil { return }
    context.undoManager?.removeAllActions()
    history = SimulationHistory(start: graph.objects)
  }

  /// Takes note of a group that the context has ended.
  ///
  /// - Parameter objects: the graph at its end.
  /// - Returns: what is wrong with it.
  func closeGroup(_ objects: SimulationHistory.Objects) -> String? {
    guard var history, let manager = context.undoManager else { return nil }
    defer { self.history = history }
    let isChanged = !graph.looks(like: history.start)
    if manager.redoCount == 0 {
      history.redo = isChanged || manager.undoCount > history.undo.count ? [] : history.redo
    }
    if manager.undoCount == history.undo.count + 1 {
      history.undo.append(history.start)
      history.redo = []
    } else if isChanged {
      return "\(manager.undoCount) groups can be undone, not \(history.undo.count + 1)"
    }
    // Changes that were taken back at once have emptied redo all the same.
    if manager.redoCount == 0 { history.redo = [] }
    history.start = objects
    return difference(manager, history)
  }

  private func difference(_ manager: GraphUndoManager, _ history: SimulationHistory) -> String? {
    if manager.undoCount != history.undo.count {
      return "\(manager.undoCount) groups can be undone, not \(history.undo.count)"
    }
    if manager.redoCount != history.redo.count {
      return "\(manager.redoCount) groups can be done again, not \(history.redo.count)"
    }
    return nil
  }

  /// Undoes a group, or does one again.
  func move(back: Bool) throws -> Outcome {
    guard let manager = context.undoManager, history != nil else { return .passedOver }
    context.processPendingChanges()
    if let difference = closeGroup(graph.objects) { return .differs(difference) }
    if back { manager.undo() } else { manager.redo() }
    guard var history else { return .passedOver }
    if let objects = back ? history.undo.popLast() : history.redo.popLast() {
      if back { history.redo.append(graph.objects) } else { history.undo.append(graph.objects) }
      graph.restore(objects)
    }
    history.start = graph.objects
    self.history = history
    return Outcome(difference(manager, history))
  }
}
