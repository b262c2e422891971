import GraphValues
import Synchronization

/// What can be told as one with what came later.
package protocol Coalescing: Sendable {
  mutating func merge(_ later: Self)
}

/// Keeps what somebody has not taken yet, as one: memory is bounded by what there is to tell, not by how often.
package final class CoalescingMailbox<Value: Coalescing>: Sendable {
  private struct State {
    var value: Value?
    var waiter: CheckedContinuation<Value?, Never>?
    var isFinished = false
  }

  private let state = Guarded<State>(State())

  package init() {}

  package func post(_ value: Value) {
    let waiter = state.withLock { state -> CheckedContinuation<Value?, Never>? in
      if state.isFinished { return nil }
      if let waiter = state.waiter {
        state.waiter = nil
        return waiter
      }
      if state.value == nil { state.value = value } else { state.value?.merge(value) }
      return nil
    }
    waiter?.resume(returning: value)
  }

  /// What has come since the last time; nil where nothing has.
  package func take() -> Value? {
    state.withLock { state -> Value? in
      defer { state.value = nil }
      return state.value
    }
  }

  /// Gives back what was taken and could not be dealt with.
  package func putBack(_ value: Value) {
    state.withLock { state in
      var all = value
      if let later = state.value { all.merge(later) }
      state.value = all
    }
  }

  /// What has come since the last time, for which it waits; nil once the task is cancelled, or nothing will come any more.
  package func next(isolation: isolated (any Actor)? = #isolation) async -> Value? {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isCancelled = Task.isCancelled
        let answer = state.withLock { state -> Value?? in
          if let value = state.value {
            state.value = nil
            return .some(value)
          }
          if isCancelled || state.isFinished { return .some(nil) }
          state.waiter?.resume(returning: nil)
          state.waiter = continuation
          return nil
        }
        if let answer { continuation.resume(returning: answer) }
      }
    } onCancel: {
      let waiter = state.withLock { state -> CheckedContinuation<Value?, Never>? in
        defer { state.waiter = nil }
        return state.waiter
      }
      waiter?.resume(returning: nil)
    }
  }

  /// Nothing will come any more.
  package func finish() {
    let waiter = state.withLock { state -> CheckedContinuation<Value?, Never>? in
      state.isFinished = true
      defer { state.waiter = nil }
      return state.waiter
    }
    waiter?.resume(returning: nil)
  }
}
