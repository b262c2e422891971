import GraphstoreTestSupport
import ObjectGraph

import Graphstore

extension GraphSimulation {
  private enum Conflict {
    case expected, possible, unexpected
  }

  /// Another context does something to the stored graph and saves; this one takes note, and its next save works.
  func doElsewhere(_ operations: [GraphOperation], tries: Bool) throws -> Outcome {
    if !parents.isEmpty { return .passedOver }
    let isUnchanged = graph.isUnchanged && !context.hasChanges
    let operations = isUnchanged ? operations : operations.filter { changesValues($0) }
    var there = graph.asStored
    if let outcome = try write(operations, &there) { return outcome }
    let written = there.stored.filter { number, object in
      graph.stored[number].map { $0.values != object.values } ?? true
    }
    // What follows from deletions is a change, too.
    let updated = context.updatedObjects
    let met = updated.filter { object in numbers[object.id].map { written[$0] != nil } ?? false }
    // Of an object with changed lists alone no row is written; its place in a list may be all that is.
    let conflict: Conflict =
      met.contains { !$0.changedValues.isEmpty } ? .expected : met.isEmpty ? .unexpected : .possible
    let wasUnchanged = graph.isUnchanged
    if tries, !isUnchanged {
      if let outcome = try trySaving(there, conflict) { return outcome }
    } else {
      graph.take(there)
    }
    for object in context.updatedObjects { try context.refresh(object, mergeChanges: true) }
    context.refreshAllObjects()
    held = held.filter { graph.isLiving($0.key) || !wasUnchanged }
    forgetHistory()
    return .done
  }

  /// Whether an operation changes the value of an object that is not deleted here.
  private func changesValues(_ operation: GraphOperation) -> Bool {
    guard case .set(let number, _, _) = operation else { return false }
    return graph.isLiving(number) && graph.stored[number] != nil
  }

  /// - Returns: what went wrong.
  private func write(_ operations: [GraphOperation], _ there: inout ReferenceGraph) throws -> Outcome? {
    let here = (graph: graph, context: context, held: held, history: history)
    defer { (graph, context, held, history) = here }
    graph = there
    context = container.newContext()
    held = [:]
    history = nil
    for operation in operations {
      if case .differs(let difference) = try perform(operation) {
        return .differs("elsewhere: \(difference)")
      }
    }
    // What cannot be saved is not.
    if !graph.refusals.isEmpty { return .passedOver }
    if case .differs(let difference) = try perform(.save) { return .differs("elsewhere: \(difference)") }
    there = graph
    return nil
  }

  /// Saves without having taken note.
  ///
  /// - Parameter conflict: whether a row is written that the other context has written.
  /// - Returns: what went wrong.
  private func trySaving(_ there: ReferenceGraph, _ conflict: Conflict) throws -> Outcome? {
    let refusals = graph.refusals
    graph.take(there)
    if !refusals.isEmpty || !graph.refusals.isEmpty { return nil }
    do {
      try context.save()
      if conflict == .expected { return .differs("what another context has written is not noticed") }
      graph.save()
    } catch let error as GraphError where error.code == .conflict && conflict != .unexpected {
      return nil
    }
    return nil
  }
}
