import GraphQuery
import GraphValues
import Synchronization

/// Where the snapshots of a live result wait for who asks for them: the newest one only, with what makes it of the one
/// that was taken last.
package final class LiveMailbox<Value: Sendable>: Sendable {
  private struct State {
    var taken: LiveList<Value>
    var takenSections: [ResultsSection]
    var newest: LiveUpdate<Value>?
    var number: UInt64 = 0
    var hasTaken = false
    var waiter: CheckedContinuation<ResultsSnapshot<Value>?, any Error>?
    var error: (any Error)?
    var isEnded = false
  }

  private let state: Guarded<State>
  private let hasSections: Bool

  package init(hasSections: Bool) {
    self.hasSections = hasSections
    state = Guarded(State(taken: LiveList([], sort: .byKey), takenSections: []))
  }

  package var isEnded: Bool { state.withLock { $0.isEnded } }

  /// Takes in what has become of the result.
  func publish(_ update: LiveUpdate<Value>, number: UInt64) {
    let delivery = state.withLock { state -> Delivery? in
      if state.isEnded { return nil }
      if var newest = state.newest {
        for (key, change) in update.changes { newest.changes.note(key, old: change.old, new: change.new) }
        newest.list = update.list
        // What came and went in between is no news.
        state.newest = newest.changes.isEmpty && state.hasTaken ? nil : newest
      } else {
        state.newest = update
      }
      state.number = number
      guard let waiter = state.waiter, let snapshot = take(&state) else { return nil }
      state.waiter = nil
      return Delivery(waiter: waiter, snapshot: snapshot)
    }
    delivery?.waiter.resume(returning: delivery?.snapshot)
  }

  private struct Delivery: Sendable {
    let waiter: CheckedContinuation<ResultsSnapshot<Value>?, any Error>
    let snapshot: ResultsSnapshot<Value>
  }

  package func fail(_ error: any Error) {
    let waiter = state.withLock { state -> CheckedContinuation<ResultsSnapshot<Value>?, any Error>? in
      if state.isEnded { return nil }
      let waiter = state.waiter
      state.waiter = nil
      state.newest = nil
      if waiter == nil { state.error = error }
      state.isEnded = true
      return waiter
    }
    waiter?.resume(throwing: error)
  }

  /// Ends the sequence.
  package func end() {
    let waiter = state.withLock { state -> CheckedContinuation<ResultsSnapshot<Value>?, any Error>? in
      let waiter = state.waiter
      state.waiter = nil
      state.newest = nil
      state.isEnded = true
      return waiter
    }
    waiter?.resume(returning: nil)
  }

  /// The newest snapshot that was not taken, at once; nil where there is none.
  package func takeNow() -> ResultsSnapshot<Value>? { state.withLock { take(&$0) } }

  /// The next snapshot, once there is one; nil at the end.
  package func next() async throws -> ResultsSnapshot<Value>? {
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let answer = state.withLock { state -> Result<ResultsSnapshot<Value>?, any Error>? in
          if let error = state.error {
            state.error = nil
            return .failure(error)
          }
          if state.isEnded { return .success(nil) }
          if let snapshot = take(&state) { return .success(snapshot) }
          // Only one task can ask at a time; where two do, the first is at the end.
          let former = state.waiter
          state.waiter = continuation
          former?.resume(returning: nil)
          return nil
        }
        if let answer { continuation.resume(with: answer) }
      }
    } onCancel: {
      end()
    }
  }

  private func take(_ state: inout State) -> ResultsSnapshot<Value>? {
    guard let newest = state.newest else { return nil }
    state.newest = nil
    state.hasTaken = true
    let sections = self.sections(of: newest.list)
    let difference = ResultsDifference.between(
      state.taken, state.takenSections, newest.list, sections, newest.changes)
    state.taken = newest.list
    state.takenSections = sections
    return ResultsSnapshot(
      list: newest.list, sections: sections, difference: difference, number: state.number)
  }

  private func sections(of list: LiveList<Value>) -> [ResultsSection] {
    if !hasSections { return [ResultsSection(value: .null, rows: 0..<list.count)] }
    return list.sectionRanges().map { ResultsSection(value: list[$0.lowerBound].section, rows: $0) }
  }
}
