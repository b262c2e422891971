import GraphstoreTestSupport
import ObjectGraph

import Graphstore

/// Work in a child of the context, and in children of that.
extension GraphSimulation {
  private static let depthLimit = 2

  func beginChild() -> Outcome {
    guard parents.count < Self.depthLimit else { return .passedOver }
    parents.append(Level(graph: graph, context: context, held: held, history: history))
    graph = graph.asChild
    context = context.newChild()
    held = [:]
    history = nil
    return .done
  }

  func endChild(saves: Bool) throws -> Outcome {
    if parents.isEmpty { return .passedOver }
    if saves, case .differs(let difference) = try save() { return .differs(difference) }
    guard let level = parents.popLast() else { return .passedOver }
    (graph, context, held, history) = (level.graph, level.context, level.held, level.history)
    if level.hasChanged {
      hasTakenFromChild = true
      forgetHistory()
    }
    return Outcome(
      try difference(in: context, from: graph, fetches: true).map { "after a child: " + $0 })
  }

  /// Saves a child into its parent.
  func saveChild() throws -> Outcome {
    // What stands in the way of a deletion is found when the parent saves.
    if !graph.denied.isEmpty { return .passedOver }
    let refusals = graph.refusals
    let isForeseeable = graph.asStored.refusals.isEmpty
    do {
      try context.save()
    } catch let error as GraphError {
      if refusals.contains(where: { $0.rawValue == error.code.description }) { return .done }
      return .differs(
        "saving a child failed with \(error.code): \(error); expected: \(expectation(refusals))")
    }
    // What a deletion does to objects that nobody has read is checked when the parent saves.
    if !refusals.isEmpty, isForeseeable, graph.deleted.isEmpty {
      return .differs("saving a child succeeded; expected: \(expectation(refusals))")
    }
    graph.save()
    parents[parents.count - 1].graph.takeChild(graph)
    parents[parents.count - 1].hasChanged = true
    held = held.filter { graph.isLiving($0.key) }
    return Outcome(context.hasChanges ? "there are changes after saving a child" : nil)
  }
}
