import Dispatch
import GraphValues
import Synchronization

/// The turns of those who want to write: first come, first served, so that nobody waits forever beside others who write
/// all the time.
final class WriterTurns: Sendable {
  private struct State {
    var isTaken = false
    var waiting: [DispatchSemaphore] = []
    /// Where the ones that still wait begin; the rest is cut off from time to time.
    var next = 0
  }

  private let state = Guarded(State())

  /// Runs a body when it is its turn.
  func withTurn<Value>(_ body: () throws -> Value) rethrows -> Value {
    take()
    defer { give() }
    return try body()
  }

  private func take() {
    let place: DispatchSemaphore? = state.withLock { state in
      if !state.isTaken {
        state.isTaken = true
        return nil
      }
      let place = DispatchSemaphore(value: 0)
      state.waiting.append(place)
      return place
    }
    guard let place else { return }
    place.wait()
    #if THREAD_SANITIZER
      // It does not see what a semaphore orders; this it sees.
      state.withLock { _ in }
    #endif
  }

  /// The turn goes to the one that has waited longest; where nobody waits it is free.
  private func give() {
    let heir: DispatchSemaphore? = state.withLock { state in
      guard state.next < state.waiting.count else {
        state.isTaken = false
        return nil
      }
      defer {
        state.next += 1
        if state.next == state.waiting.count || state.next > 256 {
          state.waiting.removeFirst(state.next)
          state.next = 0
        }
      }
      return state.waiting[state.next]
    }
    heir?.signal()
  }
}
