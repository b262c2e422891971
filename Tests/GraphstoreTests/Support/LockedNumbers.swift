import Foundation

/// Numbers noted from anywhere.
///
/// `@unchecked Sendable`: the numbers are only touched by whoever holds the lock.
final class LockedNumbers: @unchecked Sendable {
  private let lock = NSLock()
  private var numbers: [Int] = []

  func append(_ number: Int) { lock.withLock { numbers.append(number) } }

  var all: [Int] { lock.withLock { numbers } }
}
