/// Who made a transaction.
package struct CommitOrigin: Sendable, Hashable {
  /// The author that a context was given.
  package var author: String?
  /// The name that a context was given.
  package var contextName: String?
  /// The number of the context in this process; 0 where it was none.
  package var context: UInt64 = 0

  package init() {}

  /// Whether nothing is known of it.
  package var isUnknown: Bool { self == CommitOrigin() }
}
