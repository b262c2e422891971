internal import Synchronization

/// Tells statements to stop, from any thread; it stays up.
package final class StopFlag: Sendable {
  private let state = Atomic<Bool>(false)

  package init() {}

  /// Whether statements are to stop.
  package var isUp: Bool { state.load(ordering: .acquiring) }

  /// Has the statements stop that watch it, and all that will.
  package func raise() { state.store(true, ordering: .releasing) }
}
