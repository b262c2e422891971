#if THREAD_SANITIZER
  import Foundation

  /// A value behind a lock that the thread sanitizer sees.
  ///
  /// It does not see `Mutex`, whose waiting is done in a library that is not instrumented, and would report
  /// everything behind one. Build with `--sanitize=thread -Xswiftc -DTHREAD_SANITIZER`.
  ///
  /// `@unchecked Sendable`: the value is only used by a body that holds the lock.
  package final class Guarded<Value>: @unchecked Sendable {
    private let lock = NSLock()
    private var value: Value

    package init(_ value: sending Value) { self.value = value }

    package func withLock<Result, Failure: Error>(
      _ body: (inout Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
      lock.lock()
      defer { lock.unlock() }
      return try body(&value)
    }
  }
#else
  package import Synchronization

  /// A value behind a lock: `Mutex`, except under the thread sanitizer, which does not see it.
  package typealias Guarded<Value> = Mutex<Value>
#endif
