#if DEBUG
  import Foundation
  import Synchronization

  /// Finds two threads in one context at once, which the compiler refuses unless it is told to look away
  /// (`nonisolated(unsafe)`, `@unchecked Sendable`, code of Swift 5): the program stops there instead of losing data
  /// somewhere else.
  ///
  /// A context is confined to an isolation, not to a thread: one after the other many threads may use it. In release builds
  /// nothing is checked.
  final class AccessCheck: Sendable {
    /// The thread that is in the context; 0 while none is.
    private let thread = Atomic<UInt>(0)

    func during<Value, Failure: Error>(_ body: () throws(Failure) -> Value) throws(Failure) -> Value {
      let current = UInt(bitPattern: ObjectIdentifier(Thread.current))
      let before = thread.exchange(current, ordering: .acquiringAndReleasing)
      precondition(
        before == 0 || before == current,
        "an ObjectContext is used by two threads at once: keep it and its objects in one isolation, and give others IDs or values"
      )
      defer { thread.store(before, ordering: .releasing) }
      return try body()
    }
  }
#else
  /// Checks nothing in release builds.
  struct AccessCheck {
    @inline(__always)
    func during<Value, Failure: Error>(_ body: () throws(Failure) -> Value) throws(Failure) -> Value {
      try body()
    }
  }
#endif
