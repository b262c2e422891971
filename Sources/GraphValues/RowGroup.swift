import Synchronization

/// The keys of rows that were read together: what one of them leads to is read for all of them.
package final class RowGroup: Sendable {
  /// In the order of the query.
  package let keys: [Int64]
  private let walkedSlots = Guarded<Set<Int>>([])

  package init(keys: [Int64]) { self.keys = keys }

  /// Notes that the objects which a slot leads to are to be read together; false where that was noted before.
  package func beginWalk(of slot: Int) -> Bool {
    walkedSlots.withLock { $0.insert(slot).inserted }
  }
}
